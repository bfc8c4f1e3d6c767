// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compressed instructions (C for RV64 without floating point) as the specification draws them,
// and the 32-bit instruction that each expands to. Independent of the emulator's decoder, which
// tests compare with it.
#ifndef TEST_EMULATOR_CPU_COMPRESSED_FORMS_H
#define TEST_EMULATOR_CPU_COMPRESSED_FORMS_H

#include <cstdint>
#include <optional>
#include <string>

namespace test {

struct Expansion {
  std::string name;
  uint32_t bits; ///< of the 32-bit instruction
};

/// The instruction that 16 bits expand to; nothing if they are reserved, and so illegal.
std::optional<Expansion> expansionOf(uint16_t bits);

} // namespace test

#endif
