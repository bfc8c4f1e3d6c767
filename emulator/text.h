// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How numbers look in the emulator's messages.
#ifndef DPA_EMULATOR_TEXT_H
#define DPA_EMULATOR_TEXT_H

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

namespace dpa {

/// "0x" and the number in hexadecimal.
inline std::string hexText(uint64_t number) {
  std::array<char, 16> digits;
  auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), number, 16);
  return "0x" + std::string(digits.data(), end.ptr);
}

} // namespace dpa

#endif
