// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The machine of the unit tests: one hart or more, user text and data, a page for machine mode
// only, a device, and the guest code of guest.S. Entry points have names; runs until the firmware
// waits after a trap.
#ifndef TEST_EMULATOR_CPU_MACHINE_H
#define TEST_EMULATOR_CPU_MACHINE_H

#include "emulator/cpu/hart.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace test {

using dpa::cpu::Cause;
using dpa::cpu::Hart;
using dpa::cpu::Isa;
using dpa::cpu::Privilege;
using dpa::cpu::Stop;

constexpr uint64_t textBase = 0x10000;
constexpr uint64_t textSize = 0x4000;
constexpr uint64_t firmwareBase = 0x40000;
constexpr uint64_t firmwareSize = 0x2000;
constexpr uint64_t dataBase = 0x80000;
constexpr uint64_t dataSize = 0x4000;
constexpr uint64_t privateBase = 0x90000; ///< machine mode only
constexpr uint64_t privateSize = 0x1000;
constexpr uint64_t writeOnlyBase = 0xa0000;
constexpr uint64_t oddBase = 0xb0000; ///< data of an odd size
constexpr uint64_t oddSize = 0x1006;
constexpr uint64_t deviceBase = 0xc0000;
constexpr uint64_t deviceSize = 0x100;
constexpr uint64_t unmapped = 0xd0000;
constexpr uint64_t stackTop = dataBase + 0x2000;

constexpr Isa allExtensions{true, true, true, true};

enum Csr : unsigned {
  MStatus = 0x300,
  MIe = 0x304,
  MTvec = 0x305,
  MEpc = 0x341,
  MCause = 0x342,
  MTval = 0x343,
  StackLimit = 0x7c0,
};

/// Remembers the last access; rejects accesses that the test selects.
class Device : public dpa::cpu::MmioDevice {
public:
  bool load(Hart &hart, uint64_t offset, unsigned bytes,
            uint64_t &value) override;
  bool store(Hart &hart, uint64_t offset, unsigned bytes,
             uint64_t value) override;

  uint64_t lastOffset = ~uint64_t(0);
  unsigned lastBytes = 0;
  uint64_t stored = 0;
  uint64_t loadValue = 0;
  bool accepts = true;
  bool requestsStop = false;
  int raises = -1; ///< interrupt to raise at a store
  std::function<void()> atStore;
};

class Clock : public dpa::cpu::Clock {
public:
  uint64_t cycles(const Hart &) override { return 1000; }
  uint64_t time(const Hart &) override { return 2000; }
};

/// The engine that the variable TEST_ENGINE names; the JIT translates every block at once, so that
/// as little as possible is interpreted.
dpa::cpu::EngineOptions testedEngine();

/// The memory of a machine, filled from guest.S.
class Memory {
public:
  explicit Memory(const dpa::cpu::EngineOptions &engine = testedEngine());

  uint64_t symbol(const std::string &name) const;
  std::byte *at(uint64_t address);
  template <class T> T read(uint64_t address) {
    T value;
    __builtin_memcpy(&value, at(address), sizeof value);
    return value;
  }
  template <class T> void write(uint64_t address, T value) {
    __builtin_memcpy(at(address), &value, sizeof value);
  }
  /// Puts instructions at an address; the last should be a jump or a trap.
  void code(uint64_t address, const std::vector<uint32_t> &words);

  /// Copies an ELF file's sections into memory and stores its symbols.
  void load(const char *path);

  dpa::cpu::AddressSpace space;
  Device device;

private:
  struct Range {
    uint64_t base;
    std::vector<uint64_t> cells;
  };
  void map(uint64_t base, uint64_t size, dpa::cpu::Permissions user,
           dpa::cpu::Permissions machine);

  std::vector<Range> Ranges;
  std::map<std::string, uint64_t> Symbols;
};

/// One hart on its memory.
class Machine : public Memory {
public:
  explicit Machine(const Isa &isa = allExtensions,
                   const dpa::cpu::EngineOptions &engine = testedEngine())
      : Memory(engine), hart(space, isa, 7, clock) {}

  /// Enters user mode at `entry` with a0, a1; true if a trap then ended it in
  /// the firmware's wfi.
  bool runUser(uint64_t entry, uint64_t a0 = 0, uint64_t a1 = 0,
               uint64_t fuel = 100000);
  /// The same in machine mode, without the firmware's entry.
  bool runMachine(uint64_t entry, uint64_t a0 = 0, uint64_t a1 = 0);

  uint64_t a0() const { return hart.x(10); }
  Cause cause() const { return static_cast<Cause>(hart.csr(MCause)); }
  uint64_t epc() const { return hart.csr(MEpc); }
  uint64_t value() const { return hart.csr(MTval); }
  /// Instructions that user code retired before the trap.
  uint64_t userRetired() const { return hart.retired() - Overhead; }

  Clock clock;
  Hart hart;

private:
  uint64_t Overhead = 0; ///< of firmware entry and handler
};

} // namespace test

#endif
