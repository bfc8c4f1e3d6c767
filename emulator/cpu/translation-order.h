// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For ThreadSanitizer: the order between the emission of translated code and its execution.
// Translated code jumps to newer code through links, and the sanitizer does not see these reads. It
// also takes the two views of a link, by which it is written and read, for different memory.
#ifndef DPA_EMULATOR_CPU_TRANSLATION_ORDER_H
#define DPA_EMULATOR_CPU_TRANSLATION_ORDER_H

#if __has_feature(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#endif

namespace dpa::cpu {

#if __has_feature(thread_sanitizer)
inline void noteTranslated(const void *cache) {
  __tsan_release(const_cast<void *>(cache));
}
inline void noteExecuted(const void *cache) {
  __tsan_acquire(const_cast<void *>(cache));
}
#else
inline void noteTranslated(const void * /*cache*/) {}
inline void noteExecuted(const void * /*cache*/) {}
#endif

} // namespace dpa::cpu

#endif
