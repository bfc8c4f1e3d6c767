// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens device executables and answers questions about their symbols
// (image/device-elf.h).
#include "image/device-elf.h"

#include "image/device-attributes.h"

#include <algorithm>
#include <elf.h>

namespace dpa::image {

namespace {

/// True for symbols that stand for a place in the image: not files, sections,
/// mapping symbols or local labels.
bool isPlace(const ElfSymbol &symbol) {
  if (symbol.section == SHN_UNDEF || symbol.section >= SHN_LORESERVE ||
      symbol.name.empty())
    return false;
  if (symbol.type != STT_FUNC && symbol.type != STT_OBJECT &&
      symbol.type != STT_NOTYPE)
    return false;
  return symbol.name[0] != '$' && !symbol.name.starts_with(".L");
}

/// Which of several symbols at one address names it best; larger is better.
int rank(const ElfSymbol &symbol) {
  const int byType = symbol.type == STT_FUNC     ? 4
                     : symbol.type == STT_OBJECT ? 3
                                                 : 0;
  return byType * 4 + (symbol.size != 0 ? 2 : 0) +
         (symbol.binding != STB_LOCAL ? 1 : 0);
}

Result<std::vector<uint64_t>> readNumbers(const ElfSection *section) {
  std::vector<uint64_t> numbers;
  if (!section)
    return numbers;
  if (section->bytes.size() % 8 != 0)
    return Error{"damaged section " + section->name +
                 " (expected a multiple of 8 bytes, got " +
                 std::to_string(section->bytes.size()) + ")"};
  for (size_t offset = 0; offset < section->bytes.size(); offset += 8)
    numbers.push_back(readU64(section->bytes, offset).value_or(0));
  return numbers;
}

} // namespace

Result<DeviceElf> DeviceElf::open(ByteView bytes) {
  Result<ElfFile> file = readElf(bytes);
  if (!file)
    return file.error();
  if (file->machine != EM_RISCV)
    return Error{"not a device image (expected machine RISC-V, got number " +
                 std::to_string(file->machine) + ")"};
  if (file->type != ET_EXEC)
    return Error{"not a device executable (expected ELF type 2, got " +
                 std::to_string(file->type) + ")"};
  DeviceElf elf;
  elf.bytes_ = bytes;
  elf.file_ = std::move(*file);
  if (Result<void> symbols = elf.indexSymbols(); !symbols)
    return symbols.error();
  if (Result<void> versions = elf.readVersions(); !versions)
    return versions.error();
  return elf;
}

Result<void> DeviceElf::indexSymbols() {
  Result<std::vector<ElfSymbol>> symbols = file_.symbols();
  if (!symbols)
    return symbols.error();
  for (const ElfSymbol &symbol : *symbols) {
    if (symbol.section == SHN_UNDEF || symbol.name.empty())
      continue;
    if (symbol.binding == STB_LOCAL)
      byName_.try_emplace(symbol.name, symbol.address);
    else // globals follow the locals in every symbol table
      byName_[symbol.name] = symbol.address;
    if (isPlace(symbol))
      byAddress_.push_back(symbol);
  }
  std::ranges::sort(byAddress_, [](const ElfSymbol &a, const ElfSymbol &b) {
    if (a.address != b.address)
      return a.address < b.address;
    return rank(a) != rank(b) ? rank(a) > rank(b) : a.name < b.name;
  });
  const auto others = std::ranges::unique(byAddress_, {}, &ElfSymbol::address);
  byAddress_.erase(others.begin(), others.end());
  return {};
}

Result<void> DeviceElf::readVersions() {
  Result<std::vector<uint64_t>> dev =
      readNumbers(section(flexioDevVersionSection));
  if (!dev)
    return dev.error();
  devVersions_ = std::move(*dev);
  Result<std::vector<uint64_t>> os =
      readNumbers(section(flexioOsVersionSection));
  if (!os)
    return os.error();
  if (!os->empty())
    osVersion_ = os->front();
  if (const ElfSection *attributes = section(deviceAttributesSection)) {
    Result<uint32_t> model = decodeDeviceAttributes(attributes->bytes);
    if (!model)
      return model.error();
    modelId_ = *model;
  }
  return {};
}

std::optional<uint64_t> DeviceElf::address(std::string_view symbol) const {
  const auto found = byName_.find(symbol);
  if (found == byName_.end())
    return std::nullopt;
  return found->second;
}

std::optional<SymbolOffset> DeviceElf::symbolAt(uint64_t address) const {
  const auto after =
      std::ranges::upper_bound(byAddress_, address, {}, &ElfSymbol::address);
  if (after == byAddress_.begin())
    return std::nullopt;
  const ElfSymbol &symbol = *std::prev(after);
  const auto home = std::ranges::find(file_.sections, uint32_t{symbol.section},
                                      &ElfSection::index);
  if (home == file_.sections.end() || address < home->address ||
      address - home->address >= home->size)
    return std::nullopt;
  return SymbolOffset{symbol.name, address - symbol.address};
}

} // namespace dpa::image
