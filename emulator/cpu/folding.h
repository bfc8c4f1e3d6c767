// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From decoded instructions to steps, for both tiers: instructions that make a constant, an
// address or a shift together are folded, hints are counted and left out. The steps trap and
// count as the instructions do. Knows neither ops nor host code.
#ifndef DPA_EMULATOR_CPU_FOLDING_H
#define DPA_EMULATOR_CPU_FOLDING_H

#include "emulator/cpu/instruction.h"

#include <array>
#include <optional>
#include <vector>

namespace dpa::cpu {

/// What a block retires at most, in both tiers.
constexpr uint32_t blockInstructionsMax = 64;

/// One instruction, or several that together make a constant or a shift. Only a step of a single
/// instruction can trap.
struct Step {
  Opcode opcode = Opcode::Illegal; ///< Lui: rd = immediate
  uint8_t rd = 0;
  uint8_t rs1 = 0;
  uint8_t rs2 = 0;
  uint8_t shiftRight = 0; ///< Slli: a logical shift right that follows
  uint32_t retiredBefore = 0;
  uint32_t bits = 0;
  int64_t immediate = 0; ///< Jal and branches: the target
  uint64_t address = 0;
  uint64_t next = 0; ///< address after the instruction
};

/// Which immediates a tier encodes best; wider constants are made only where that saves a step.
enum class Immediates : uint8_t { Word, Doubleword };

/// The steps of one block, whose instructions are added in the order in which they run.
class Folding {
public:
  /// `steps` is emptied, and holds the steps from then on.
  Folding(Privilege privilege, Immediates immediates, std::vector<Step> &steps)
      : limits_(privilege == Privilege::User),
        isWide_(immediates == Immediates::Doubleword), steps_(steps) {
    steps_.clear();
  }

  void add(uint64_t address, const Instruction &instruction);
  /// Begins another block.
  void clear() {
    retires_ = 0;
    steps_.clear();
    isKnown_ = 0;
  }
  /// Counts an instruction that needs no step.
  void skip() { ++retires_; }

  /// Instructions that the steps retire if none traps.
  uint32_t retires() const { return retires_; }
  const std::vector<Step> &steps() const { return steps_; }

private:
  /// True if a write of `rd` needs the stack-limit check, and so is a step of its own.
  bool isLimited(uint8_t rd) const;
  bool isDirect(int64_t value) const;
  std::optional<int64_t> valueOf(uint8_t source) const;
  bool joinsConstant(const Step &step) const;
  void fold(Step &step);
  void foldAddition(Step &step);
  void foldAddress(Step &step) const;
  void makeConstant(Step &step, int64_t value);
  void makeDirect(Step &step) const;
  void joinShifts(Step &step);

  const bool limits_; ///< x2 obeys the stack limit
  const bool isWide_;
  uint32_t retires_ = 0;
  std::vector<Step> &steps_;
  std::array<int64_t, 32> known_{}; ///< values of registers, of those in
  uint32_t isKnown_ = 0;            ///< this set
};

/// The target of a jal or branch at `address`.
uint64_t targetOf(uint64_t address, const Instruction &instruction);

} // namespace dpa::cpu

#endif
