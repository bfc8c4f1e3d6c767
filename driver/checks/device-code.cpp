// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols of an image as functions. See device-code.h.
#include "driver/checks/device-code.h"

#include "llvm/BinaryFormat/ELF.h"

#include <algorithm>

namespace dpa::driver {

using image::ElfSection;
using image::ElfSymbol;

namespace {

/// Assembly code often leaves types out; labels inside functions are local.
bool namesFunction(const ElfSymbol &symbol) {
  if (symbol.type == llvm::ELF::STT_FUNC)
    return true;
  return symbol.type == llvm::ELF::STT_NOTYPE &&
         symbol.binding != llvm::ELF::STB_LOCAL && !symbol.name.empty();
}

/// Which of two symbols at one address is the function's name.
bool isBetterName(const ElfSymbol &a, const ElfSymbol &b) {
  auto rank = [](const ElfSymbol &symbol) {
    return (symbol.type == llvm::ELF::STT_FUNC ? 2 : 0) +
           (symbol.binding != llvm::ELF::STB_LOCAL ? 1 : 0);
  };
  return rank(a) != rank(b) ? rank(a) > rank(b) : a.name < b.name;
}

} // namespace

Result<DeviceCode> DeviceCode::open(ByteView image) {
  Result<image::ElfFile> elf = image::readElf(image);
  if (!elf)
    return elf.error();
  DeviceCode code;
  code.file_ = std::move(*elf);
  for (const ElfSection &section : code.file_.sections)
    if (section.size > UINT64_MAX - section.address)
      return Error{"damaged ELF file: section '" + section.name +
                   "' goes beyond the address space (address " +
                   hex(section.address) + ", size " + hex(section.size) + ")"};
  Result<std::vector<ElfSymbol>> symbols = code.file_.symbols();
  if (!symbols)
    return symbols.error();
  code.addFunctions(*symbols);
  return code;
}

void DeviceCode::addFunctions(const std::vector<ElfSymbol> &symbols) {
  std::vector<bool> isExecutable(0x10000, false);
  for (const ElfSection &section : file_.sections)
    if (section.flags & llvm::ELF::SHF_EXECINSTR &&
        section.index < isExecutable.size())
      isExecutable[section.index] = true;
  std::vector<ElfSymbol> found;
  for (const ElfSymbol &symbol : symbols)
    if (isExecutable[symbol.section] && namesFunction(symbol) &&
        !codeAt(symbol.address).empty())
      found.push_back(symbol);
  std::ranges::sort(found, [](const ElfSymbol &a, const ElfSymbol &b) {
    return a.address != b.address ? a.address < b.address : isBetterName(a, b);
  });
  for (const ElfSymbol &symbol : found) {
    if (!sorted_.empty() && sorted_.back().address == symbol.address)
      continue;
    byAddress_[symbol.address] = sorted_.size();
    sorted_.push_back(
        {symbol.name, symbol.address, symbol.address + symbol.size});
  }
  setEnds();
}

void DeviceCode::setEnds() {
  for (size_t i = 0; i < sorted_.size(); ++i) {
    DeviceFunction &function = sorted_[i];
    uint64_t limit = function.address + codeAt(function.address).size();
    bool isSizeKnown = function.end > function.address;
    if (!isSizeKnown && i + 1 < sorted_.size())
      limit = std::min(limit, sorted_[i + 1].address);
    function.end = isSizeKnown ? std::min(function.end, limit) : limit;
  }
}

const DeviceFunction *DeviceCode::functionAt(uint64_t address) const {
  auto found = byAddress_.find(address);
  return found == byAddress_.end() ? nullptr : &sorted_[found->second];
}

std::string DeviceCode::nameOf(uint64_t address) const {
  const DeviceFunction *function = functionAt(address);
  return function ? std::string(function->name) : hex(address);
}

uint64_t DeviceCode::endOf(uint64_t address) const {
  if (const DeviceFunction *function = functionAt(address))
    return function->end;
  auto next = std::upper_bound(sorted_.begin(), sorted_.end(), address,
                               [](uint64_t value, const DeviceFunction &each) {
                                 return value < each.address;
                               });
  uint64_t end = address + codeAt(address).size();
  return next == sorted_.end() ? end : std::min(end, next->address);
}

ByteView DeviceCode::codeAt(uint64_t address) const {
  for (const ElfSection &section : file_.sections)
    if (section.flags & llvm::ELF::SHF_EXECINSTR &&
        address >= section.address &&
        address - section.address < section.bytes.size())
      return section.bytes.subspan(address - section.address);
  return {};
}

} // namespace dpa::driver
