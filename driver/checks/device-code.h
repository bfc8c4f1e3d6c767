// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of a linked device image: names, addresses and bytes of its code. Given the image,
// finds the function that begins at an address, and gives the code from an address on. The bytes of
// the image must outlive it. Decodes nothing.
#ifndef DPA_DRIVER_CHECKS_DEVICE_CODE_H
#define DPA_DRIVER_CHECKS_DEVICE_CODE_H

#include "image/elf-file.h"

#include <unordered_map>

#include <string>

namespace dpa::driver {

struct DeviceFunction {
  std::string_view name;
  uint64_t address = 0;
  uint64_t end =
      0; ///< where the next one or the section begins, if its size is not known
};

class DeviceCode {
public:
  static Result<DeviceCode> open(ByteView image);

  const image::ElfFile &elf() const { return file_; }
  const std::vector<DeviceFunction> &functions() const { return sorted_; }

  /// The function that begins at an address; null if none does.
  const DeviceFunction *functionAt(uint64_t address) const;

  /// Its name, or the address as text.
  std::string nameOf(uint64_t address) const;

  /// Where the function that begins at `address` ends, also if it has no name.
  uint64_t endOf(uint64_t address) const;

  /// The code from an address to the end of its section; empty if it is not in one.
  ByteView codeAt(uint64_t address) const;

private:
  void addFunctions(const std::vector<image::ElfSymbol> &symbols);
  void setEnds();

  image::ElfFile file_;
  std::vector<DeviceFunction> sorted_; ///< by address, one for each
  /// Any value of a register may be asked for: DenseMap has keys that may not.
  std::unordered_map<uint64_t, size_t> byAddress_;
};

} // namespace dpa::driver

#endif
