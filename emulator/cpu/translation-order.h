// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For ThreadSanitizer: the order between the emission of translated code and
// its execution. Translated code reaches newer code through slots that only
// instructions of its own read, which the sanitizer does not see.
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
