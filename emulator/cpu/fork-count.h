// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells whether this program is the child of a fork() that came since something
// was made. Memory for host code is shared with the parent and threads are only
// the parent's, so a child makes its own.
#ifndef DPA_EMULATOR_CPU_FORK_COUNT_H
#define DPA_EMULATOR_CPU_FORK_COUNT_H

#include <cstdint>

namespace dpa::cpu {

/// How often this program is the child of a fork(), counted since it was
/// loaded. Takes no lock.
uint32_t forkCount();

} // namespace dpa::cpu

#endif
