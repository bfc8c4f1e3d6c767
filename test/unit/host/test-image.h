// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device ELF files for tests: no code, but the symbols and the hardware model that a test requests.
#ifndef DPA_TEST_UNIT_HOST_TEST_IMAGE_H
#define DPA_TEST_UNIT_HOST_TEST_IMAGE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dpa::test {

struct Symbol {
  std::string name;
  uint64_t address = 0; ///< 0x40000000 to 0x40000fff
};

/// An executable with a text segment of 4096 bytes at 0x40000000. `model` 0: the file does not
/// contain its model.
std::vector<std::byte> makeImage(const std::vector<Symbol> &symbols,
                                 uint32_t model = 0);

} // namespace dpa::test

#endif
