// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/conformance/Inputs/linux-machine.h"

#include "test/conformance/Inputs/engines.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>

namespace conformance {
namespace {

using dpa::cpu::Permissions;
using dpa::cpu::Stop;

constexpr uint64_t firmwareBase = 0x70000000;
constexpr uint32_t firmware[] = {
    // start: t0 is the program's entry, t1 the handler; all counters may be read
    0x30531073, // csrw mtvec, t1
    0x34129073, // csrw mepc, t0
    0x3063d073, // csrwi mcounteren, 7
    0x30200073, // mret
    // handler: what the host does while it waits is the system call
    0x10500073, // wfi
    0x34029073, // csrw mscratch, t0
    0x341022f3, // csrr t0, mepc
    0x00428293, // addi t0, t0, 4
    0x34129073, // csrw mepc, t0
    0x340022f3, // csrr t0, mscratch
    0x30200073, // mret
};
constexpr uint64_t handler = firmwareBase + 4 * 4;
constexpr uint64_t pageSize = 4096;
constexpr dpa::cpu::Isa allExtensions{true, true, true, true};

enum Csr : unsigned { MEpc = 0x341, MCause = 0x342, MTval = 0x343 };
enum SystemCall : uint64_t { Read = 63, Write = 64, ExitGroup = 94 };

template <class T> T get(const std::string &file, uint64_t offset) {
  T value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

} // namespace

class LinuxMachine::NoClock : public dpa::cpu::Clock {
public:
  uint64_t cycles(const dpa::cpu::Hart &) override { return 0; }
  uint64_t time(const dpa::cpu::Hart &) override { return 0; }
};

LinuxMachine::LinuxMachine(const std::string &elf, const std::string &engine)
    : space_(makeSpace(engine)), clock_(std::make_unique<NoClock>()) {
  load(elf);
  mapFirmware();
  hart_ = std::make_unique<dpa::cpu::Hart>(*space_, allExtensions, 0, *clock_);
  hart_->reset(firmwareBase);
  hart_->setX(5, entry_);
  hart_->setX(6, handler);
}

LinuxMachine::~LinuxMachine() = default;

void LinuxMachine::load(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(stream),
                         std::istreambuf_iterator<char>()};
  if (file.size() < sizeof(Elf64_Ehdr)) {
    std::fprintf(stderr, "error: %s: not an ELF file\n", path.c_str());
    std::exit(2);
  }
  const auto header = get<Elf64_Ehdr>(file, 0);
  entry_ = header.e_entry;
  for (int i = 0; i < header.e_phnum; ++i) {
    const auto program =
        get<Elf64_Phdr>(file, header.e_phoff + i * sizeof(Elf64_Phdr));
    if (program.p_type != PT_LOAD || program.p_memsz == 0)
      continue;
    const uint64_t base = program.p_vaddr / pageSize * pageSize;
    const uint64_t end = (program.p_vaddr + program.p_memsz + pageSize - 1) /
                         pageSize * pageSize;
    Segment &segment = *segments_.emplace_back(std::make_unique<Segment>(
        Segment{base, std::vector<uint64_t>((end - base) / 8)}));
    auto *host = reinterpret_cast<std::byte *>(segment.cells.data());
    std::memcpy(host + (program.p_vaddr - base), file.data() + program.p_offset,
                program.p_filesz);
    const Permissions user{(program.p_flags & PF_R) != 0,
                           (program.p_flags & PF_W) != 0,
                           (program.p_flags & PF_X) != 0};
    if (!space_->add({base, end - base, host, nullptr, user, {}})) {
      std::fprintf(stderr, "error: %s: segments overlap\n", path.c_str());
      std::exit(2);
    }
  }
}

void LinuxMachine::mapFirmware() {
  Segment &segment = *segments_.emplace_back(std::make_unique<Segment>(
      Segment{firmwareBase, std::vector<uint64_t>(pageSize / 8)}));
  std::memcpy(segment.cells.data(), firmware, sizeof firmware);
  space_->add({firmwareBase,
               pageSize,
               reinterpret_cast<std::byte *>(segment.cells.data()),
               nullptr,
               {},
               Permissions{true, false, true}});
}

std::byte *LinuxMachine::at(uint64_t address, uint64_t size) {
  for (const auto &segment : segments_) {
    const uint64_t offset = address - segment->base;
    const uint64_t length = segment->cells.size() * 8;
    if (offset < length && length - offset >= size)
      return reinterpret_cast<std::byte *>(segment->cells.data()) + offset;
  }
  return nullptr;
}

LinuxMachine::End LinuxMachine::run(uint64_t budget) {
  const uint64_t begin = hart_->retired();
  End end = End::Budget;
  if (waits_ && !handleTrap(end))
    return end;
  while (hart_->retired() - begin < budget) {
    const uint64_t left = budget - (hart_->retired() - begin);
    const Stop stop = hart_->run(turn_ != 0 ? std::min(turn_, left) : left);
    if (stop == Stop::Lockup && !failed("lockup", end))
      return end;
    if (stop != Stop::Wfi)
      continue;
    waits_ = true;
    if (!handleTrap(end))
      return end;
  }
  return End::Budget;
}

bool LinuxMachine::handleTrap(End &end) {
  constexpr uint64_t ecallFromUser = 8;
  if (hart_->csr(MCause) != ecallFromUser) {
    char text[160];
    std::snprintf(text, sizeof text, "trap: cause %llu, pc %#llx, value %#llx",
                  static_cast<unsigned long long>(hart_->csr(MCause)),
                  static_cast<unsigned long long>(hart_->csr(MEpc)),
                  static_cast<unsigned long long>(hart_->csr(MTval)));
    return failed(text, end);
  }
  if (!handleCall(end))
    return false;
  hart_->setPc(hart_->pc()); // ends the wfi: continues after it
  waits_ = false;
  return true;
}

bool LinuxMachine::handleCall(End &end) {
  const uint64_t number = hart_->x(17);
  const uint64_t size = hart_->x(12);
  if (number == ExitGroup) {
    status_ = static_cast<int>(hart_->x(10) & 0xff);
    end = End::Exit;
    return false;
  }
  std::byte *memory = at(hart_->x(11), size);
  if ((number != Read && number != Write) || memory == nullptr)
    return failed("system call " + std::to_string(number) +
                      " is not known or has a bad buffer",
                  end);
  if (number == Write) {
    output_.append(reinterpret_cast<const char *>(memory), size);
    hart_->setX(10, size);
    return true;
  }
  const size_t count = std::min<size_t>(size, input_.size() - inputUsed_);
  if (count == 0 && !inputEnds_) {
    end = End::Input;
    return false;
  }
  std::memcpy(memory, input_.data() + inputUsed_, count);
  inputUsed_ += count;
  if (inputUsed_ == input_.size()) {
    input_.clear();
    inputUsed_ = 0;
  }
  hart_->setX(10, count);
  return true;
}

bool LinuxMachine::failed(const std::string &why, End &end) {
  fault_ = why;
  end = End::Fault;
  return false;
}

} // namespace conformance
