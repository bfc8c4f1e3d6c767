// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pause of the host's core, for short loops that wait for another thread.
// Never a system call.
#ifndef DPA_BASE_RELAX_H
#define DPA_BASE_RELAX_H

namespace dpa {

inline void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

} // namespace dpa

#endif
