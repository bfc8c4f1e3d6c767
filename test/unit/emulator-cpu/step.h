// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs single instructions: each is in a slot of its own, followed by c.ebreak, in text that is
// full of c.ebreak, so that the trap that ends it shows where the program continued. Given
// registers and bits; returns all registers and the trap.
#ifndef TEST_EMULATOR_CPU_STEP_H
#define TEST_EMULATOR_CPU_STEP_H

#include "test/unit/emulator-cpu/machine.h"

#include <array>
#include <random>

namespace test {

using Registers = std::array<uint64_t, 32>;

struct Step {
  Registers x{};
  Cause cause{};
  uint64_t epc = 0;
  uint64_t value = 0;
  uint64_t retired = 0; ///< by the instruction and the code that it jumped to
  bool ended = false;   ///< false: it did not end
};

class StepMachine : public Machine {
public:
  static constexpr uint64_t slotBase = textBase + 0x3000;
  static constexpr uint64_t slotSize = 8;
  static constexpr size_t slotCount = 0x1000 / slotSize;
  /// In the middle of text that a compressed jump can reach.
  static constexpr uint64_t middle = textBase + 0x2800;

  explicit StepMachine(const Isa &isa = allExtensions);

  static uint64_t slot(size_t index) { return slotBase + index * slotSize; }
  /// Puts instructions of 16 or 32 bits into slots, from the first on.
  void fill(const std::vector<uint32_t> &bits);
  /// Puts one instruction at an address, and replaces it with c.ebreak again.
  void put(uint64_t address, uint32_t bits);
  void restore(uint64_t address);

  /// Runs the instruction at `address`. In user mode x5 is the address: the entry code needs it.
  Step run(Privilege privilege, uint64_t address, Registers x);

private:
  void boot();
  void place(uint64_t address, uint32_t bits);
};

/// Registers that point into the middle of the data region, 8 bytes apart.
Registers dataPointers();

/// Values near the edges of 8 to 64 bits, and others.
uint64_t randomOperand(std::mt19937_64 &random);

} // namespace test

#endif
