// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads all bytes of a text, so that AddressSanitizer detects a view outside of its memory.
#ifndef DPA_TEST_FUZZ_TOUCH_H
#define DPA_TEST_FUZZ_TOUCH_H

#include <cstdint>
#include <string_view>

namespace dpa::test {

inline void touch(std::string_view text) {
  uint64_t sum = 0;
  for (const char byte : text)
    sum += static_cast<unsigned char>(byte);
  asm volatile("" : : "r"(sum));
}

} // namespace dpa::test

#endif
