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

constexpr uint64_t FirmwareBase = 0x70000000;
constexpr uint32_t Firmware[] = {
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
constexpr uint64_t Handler = FirmwareBase + 4 * 4;
constexpr uint64_t PageSize = 4096;
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
    : Space(makeSpace(engine)), TheClock(std::make_unique<NoClock>()) {
  load(elf);
  mapFirmware();
  Hart = std::make_unique<dpa::cpu::Hart>(*Space, allExtensions, 0, *TheClock);
  Hart->reset(FirmwareBase);
  Hart->setX(5, Entry);
  Hart->setX(6, Handler);
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
  Entry = header.e_entry;
  for (int i = 0; i < header.e_phnum; ++i) {
    const auto program =
        get<Elf64_Phdr>(file, header.e_phoff + i * sizeof(Elf64_Phdr));
    if (program.p_type != PT_LOAD || program.p_memsz == 0)
      continue;
    const uint64_t base = program.p_vaddr / PageSize * PageSize;
    const uint64_t end = (program.p_vaddr + program.p_memsz + PageSize - 1) /
                         PageSize * PageSize;
    Segment &segment = *Segments.emplace_back(std::make_unique<Segment>(
        Segment{base, std::vector<uint64_t>((end - base) / 8)}));
    auto *host = reinterpret_cast<std::byte *>(segment.cells.data());
    std::memcpy(host + (program.p_vaddr - base), file.data() + program.p_offset,
                program.p_filesz);
    const Permissions user{(program.p_flags & PF_R) != 0,
                           (program.p_flags & PF_W) != 0,
                           (program.p_flags & PF_X) != 0};
    if (!Space->add({base, end - base, host, nullptr, user, {}})) {
      std::fprintf(stderr, "error: %s: segments overlap\n", path.c_str());
      std::exit(2);
    }
  }
}

void LinuxMachine::mapFirmware() {
  Segment &segment = *Segments.emplace_back(std::make_unique<Segment>(
      Segment{FirmwareBase, std::vector<uint64_t>(PageSize / 8)}));
  std::memcpy(segment.cells.data(), Firmware, sizeof Firmware);
  Space->add({FirmwareBase,
              PageSize,
              reinterpret_cast<std::byte *>(segment.cells.data()),
              nullptr,
              {},
              Permissions{true, false, true}});
}

std::byte *LinuxMachine::at(uint64_t address, uint64_t size) {
  for (const auto &segment : Segments) {
    const uint64_t offset = address - segment->base;
    const uint64_t length = segment->cells.size() * 8;
    if (offset < length && length - offset >= size)
      return reinterpret_cast<std::byte *>(segment->cells.data()) + offset;
  }
  return nullptr;
}

LinuxMachine::End LinuxMachine::run(uint64_t budget) {
  const uint64_t begin = Hart->retired();
  End end = End::Budget;
  if (Waits && !handleTrap(end))
    return end;
  while (Hart->retired() - begin < budget) {
    const uint64_t left = budget - (Hart->retired() - begin);
    const Stop stop = Hart->run(Turn != 0 ? std::min(Turn, left) : left);
    if (stop == Stop::Lockup && !failed("lockup", end))
      return end;
    if (stop != Stop::Wfi)
      continue;
    Waits = true;
    if (!handleTrap(end))
      return end;
  }
  return End::Budget;
}

bool LinuxMachine::handleTrap(End &end) {
  constexpr uint64_t EcallFromUser = 8;
  if (Hart->csr(MCause) != EcallFromUser) {
    char text[160];
    std::snprintf(text, sizeof text, "trap: cause %llu, pc %#llx, value %#llx",
                  static_cast<unsigned long long>(Hart->csr(MCause)),
                  static_cast<unsigned long long>(Hart->csr(MEpc)),
                  static_cast<unsigned long long>(Hart->csr(MTval)));
    return failed(text, end);
  }
  if (!handleCall(end))
    return false;
  Hart->setPc(Hart->pc()); // behind the wfi, which thus ends
  Waits = false;
  return true;
}

bool LinuxMachine::handleCall(End &end) {
  const uint64_t number = Hart->x(17);
  const uint64_t size = Hart->x(12);
  if (number == ExitGroup) {
    Status = static_cast<int>(Hart->x(10) & 0xff);
    end = End::Exit;
    return false;
  }
  std::byte *memory = at(Hart->x(11), size);
  if ((number != Read && number != Write) || memory == nullptr)
    return failed("system call " + std::to_string(number) +
                      " is not known or has a bad buffer",
                  end);
  if (number == Write) {
    Output.append(reinterpret_cast<const char *>(memory), size);
    Hart->setX(10, size);
    return true;
  }
  const size_t count = std::min<size_t>(size, Input.size() - InputUsed);
  if (count == 0 && !InputEnds) {
    end = End::Input;
    return false;
  }
  std::memcpy(memory, Input.data() + InputUsed, count);
  InputUsed += count;
  if (InputUsed == Input.size()) {
    Input.clear();
    InputUsed = 0;
  }
  Hart->setX(10, count);
  return true;
}

bool LinuxMachine::failed(const std::string &why, End &end) {
  Fault = why;
  end = End::Fault;
  return false;
}

} // namespace conformance
