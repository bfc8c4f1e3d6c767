// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/unit/emulator-cpu/machine.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>

namespace test {
namespace {

constexpr uint64_t firmwareEntryInstructions = 7; // la counts as two
constexpr uint64_t handlerInstructions = 1;       // wfi

template <class T> T get(const std::string &file, uint64_t offset) {
  T value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

} // namespace

dpa::cpu::EngineOptions testedEngine() {
  const char *name = std::getenv("TEST_ENGINE");
  const std::string engine = name == nullptr ? "interp" : name;
  if (engine == "interp")
    return {.engine = dpa::cpu::Engine::Interpreter};
  std::string why = "unknown name";
  if (engine == "jit" && dpa::cpu::jitIsAvailable(why))
    return {.engine = dpa::cpu::Engine::Jit, .warmUp = 1};
  std::fprintf(stderr, "TEST_ENGINE=%s: %s\n", name, why.c_str());
  std::abort();
}

bool Device::load(Hart &hart, uint64_t offset, unsigned bytes,
                  uint64_t &value) {
  lastOffset = offset;
  lastBytes = bytes;
  value = loadValue;
  if (requestsStop)
    hart.requestStop();
  return accepts;
}

bool Device::store(Hart &hart, uint64_t offset, unsigned bytes,
                   uint64_t value) {
  lastOffset = offset;
  lastBytes = bytes;
  stored = value;
  if (requestsStop)
    hart.requestStop();
  if (raises >= 0)
    hart.raise(static_cast<unsigned>(raises));
  if (atStore)
    atStore();
  return accepts;
}

Memory::Memory(const dpa::cpu::EngineOptions &engine) : space(engine) {
  using dpa::cpu::Permissions;
  const Permissions none;
  const Permissions readWrite{true, true, false};
  map(textBase, textSize, {true, false, true}, {true, true, true});
  map(firmwareBase, firmwareSize, none, {true, true, true});
  map(dataBase, dataSize, readWrite, readWrite);
  map(privateBase, privateSize, none, readWrite);
  map(writeOnlyBase, 0x1000, {false, true, false}, {false, true, false});
  map(oddBase, oddSize, readWrite, readWrite);
  space.add({deviceBase, deviceSize, nullptr, &device, readWrite, readWrite});
  load(TEST_GUEST);
}

void Memory::map(uint64_t base, uint64_t size, dpa::cpu::Permissions user,
                 dpa::cpu::Permissions machine) {
  Range &range =
      Ranges.emplace_back(Range{base, std::vector<uint64_t>((size + 7) / 8)});
  auto *host = reinterpret_cast<std::byte *>(range.cells.data());
  if (!space.add({base, size, host, nullptr, user, machine}))
    std::abort();
}

void Memory::load(const char *path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(stream),
                         std::istreambuf_iterator<char>()};
  const auto header = get<Elf64_Ehdr>(file, 0);
  for (int i = 0; i < header.e_shnum; ++i) {
    const auto section =
        get<Elf64_Shdr>(file, header.e_shoff + i * sizeof(Elf64_Shdr));
    if (section.sh_type == SHT_NOBITS)
      std::memset(at(section.sh_addr), 0, section.sh_size);
    if (section.sh_type == SHT_PROGBITS &&
        (section.sh_flags & SHF_ALLOC) != 0 && section.sh_size != 0) {
      std::memcpy(at(section.sh_addr), file.data() + section.sh_offset,
                  section.sh_size);
      space.codeChanged(section.sh_addr, section.sh_size);
    }
    if (section.sh_type != SHT_SYMTAB)
      continue;
    const auto names = get<Elf64_Shdr>(
        file, header.e_shoff + section.sh_link * sizeof(Elf64_Shdr));
    for (uint64_t k = 0; k < section.sh_size; k += sizeof(Elf64_Sym)) {
      const auto symbol = get<Elf64_Sym>(file, section.sh_offset + k);
      Symbols[file.data() + names.sh_offset + symbol.st_name] = symbol.st_value;
    }
  }
}

uint64_t Memory::symbol(const std::string &name) const {
  const auto found = Symbols.find(name);
  if (found != Symbols.end())
    return found->second;
  std::fprintf(stderr, "no symbol %s in the guest code\n", name.c_str());
  std::abort();
}

std::byte *Memory::at(uint64_t address) {
  for (Range &range : Ranges)
    if (address - range.base < range.cells.size() * 8)
      return reinterpret_cast<std::byte *>(range.cells.data()) +
             (address - range.base);
  std::abort();
}

void Memory::code(uint64_t address, const std::vector<uint32_t> &words) {
  std::memcpy(at(address), words.data(), words.size() * 4);
  space.codeChanged(address, words.size() * 4);
}

bool Machine::runUser(uint64_t entry, uint64_t a0, uint64_t a1, uint64_t fuel) {
  Overhead = firmwareEntryInstructions + handlerInstructions;
  hart.reset(symbol("firmware"));
  hart.setX(2, stackTop);
  hart.setX(5, entry);
  hart.setX(10, a0);
  hart.setX(11, a1);
  return hart.run(fuel) == Stop::Wfi &&
         hart.pc() == symbol("firmware_handler") + 4;
}

bool Machine::runMachine(uint64_t entry, uint64_t a0, uint64_t a1) {
  // The firmware's first two instructions set mtvec; the others are not executed.
  Overhead = 3 + handlerInstructions;
  hart.reset(symbol("firmware"));
  hart.run(1);
  while (hart.csr(MTvec) == 0)
    hart.run(1);
  Overhead = hart.retired() + handlerInstructions;
  hart.setPc(entry);
  hart.setX(2, stackTop);
  hart.setX(10, a0);
  hart.setX(11, a1);
  return hart.run(100000) == Stop::Wfi;
}

} // namespace test
