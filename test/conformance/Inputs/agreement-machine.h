// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One hart in surroundings where every kind of access can fail, the same for every engine: code,
// scratch memory near and far, a device, a stack limit, memory that only machine mode may access.
// Returns its whole visible state as numbers, to be compared with that of another engine.
#ifndef TEST_CONFORMANCE_AGREEMENT_MACHINE_H
#define TEST_CONFORMANCE_AGREEMENT_MACHINE_H

#include "emulator/cpu/hart.h"
#include "test/conformance/Inputs/sequence.h"

#include <memory>
#include <string>
#include <vector>

namespace conformance {

/// Where things are: code, stubs and scratch memory as in batch.h.
constexpr uint64_t privateBase = 0x200000; ///< machine mode only
constexpr uint64_t deviceBase = 0x50000000;
constexpr uint64_t pageBytes = 4096;

class AgreementMachine : public dpa::cpu::Clock, public dpa::cpu::MmioDevice {
public:
  /// `oneByOne`: the hart runs one instruction at a time.
  AgreementMachine(const std::string &engine, bool oneByOne);

  const std::string &name() const { return name_; }

  /// Puts code at CODE_BASE, ready for many starts.
  void load(const std::vector<uint16_t> &code);
  /// Registers, memory and mode before a program at `entry`.
  void start(uint64_t entry, uint64_t seed);
  /// Runs `fuel` instructions or to a stop.
  dpa::cpu::Stop run(uint64_t fuel);
  /// Registers, counters, control registers, what the device saw.
  std::vector<uint64_t> state() const;
  /// All memory that programs can write.
  std::vector<uint64_t> memory() const;
  /// What state()[index] is.
  static std::string nameOf(size_t index);

private:
  uint64_t cycles(const dpa::cpu::Hart &) override { return 0x1234; }
  uint64_t time(const dpa::cpu::Hart &) override { return 0x5678; }
  bool load(dpa::cpu::Hart &hart, uint64_t offset, unsigned bytes,
            uint64_t &value) override;
  bool store(dpa::cpu::Hart &hart, uint64_t offset, unsigned bytes,
             uint64_t value) override;

  std::byte *map(std::vector<uint64_t> &cells, uint64_t base, uint64_t size,
                 dpa::cpu::Permissions user, dpa::cpu::Permissions machine);

  const std::string name_;
  const bool oneByOne_;
  std::unique_ptr<dpa::cpu::AddressSpace> space_;
  std::vector<uint64_t> code_, near_, far_, private_, firmware_;
  uint64_t deviceLog_ = 0;
  std::unique_ptr<dpa::cpu::Hart> hart_;
};

} // namespace conformance

#endif
