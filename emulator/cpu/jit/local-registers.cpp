// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The place of the value that is used again last is given away (Belady's rule).
#include "emulator/cpu/jit/local-registers.h"

#include <algorithm>

namespace dpa::cpu::jit {
namespace {

constexpr size_t stepsMin = 12; ///< shorter code cannot gain
constexpr size_t never = SIZE_MAX;

class Planner {
public:
  Planner(std::span<const FragmentBlock> chain, const Places &places,
          const std::array<bool, 32> &writes, int poolSize)
      : home_(places), places_(places),
        occupants_(static_cast<size_t>(poolSize)) {
    for (size_t r = 1; r < places_.size(); ++r) {
      if (places_[r] < 0)
        continue;
      occupants_[static_cast<size_t>(places_[r])] = static_cast<uint8_t>(r);
      isStale_[r] = writes[r];
    }
    for (const FragmentBlock &block : chain)
      for (size_t i = 0; i < block.endOfBody(); ++i) // the rest is run at home
        steps_.push_back({&block.steps[i], block.isConditional(i)});
    findUses();
  }

  std::vector<RegisterMove> plan() {
    for (size_t i = 0; i < steps_.size(); ++i) {
      const Step &step = *steps_[i].step;
      const RegisterUse use = registerUse(step.opcode);
      passUses(i);
      if (use.rs1)
        want(i, step.rs1, true);
      if (use.rs2)
        want(i, step.rs2, true);
      if (use.rd)
        want(i, step.rd, steps_[i].isConditional);
      if (use.rd && step.rd != 0 && places_[step.rd] >= 0)
        isStale_[step.rd] = true;
    }
    restore();
    // A move takes as long as an access, and code that may call C++ gets longer.
    if (cost_ * 4 > costAtHome_ * 3)
      moves_.clear();
    return std::move(moves_);
  }

private:
  struct Operands {
    std::array<uint8_t, 3> registers{};
    size_t count = 0;
    const uint8_t *begin() const { return registers.data(); }
    const uint8_t *end() const { return registers.data() + count; }
  };

  struct PlannedStep {
    const Step *step;
    bool isConditional; ///< may keep the value of rd
  };

  static Operands operands(const Step &step) {
    Operands result;
    const RegisterUse use = registerUse(step.opcode);
    const auto add = [&](bool isUsed, uint8_t r) {
      if (isUsed && r != 0)
        result.registers[result.count++] = r;
    };
    add(use.rs1, step.rs1);
    add(use.rs2, step.rs2);
    add(use.rd, step.rd);
    return result;
  }

  /// From the last step to the first: which step uses each operand next.
  void findUses() {
    nextUse_.fill(never);
    laterUses_.resize(steps_.size());
    for (size_t i = steps_.size(); i-- > 0;) {
      const Operands all = operands(*steps_[i].step);
      for (size_t k = 0; k < all.count; ++k)
        laterUses_[i][k] = nextUse_[all.registers[k]];
      for (const uint8_t r : all)
        nextUse_[r] = i;
    }
  }

  /// From now on nextUse_ is that after step `i`.
  void passUses(size_t i) {
    const Operands all = operands(*steps_[i].step);
    for (size_t k = 0; k < all.count; ++k)
      nextUse_[all.registers[k]] = laterUses_[i][k];
  }

  static bool isOperand(const Step &step, uint8_t r) {
    const Operands all = operands(step);
    return std::find(all.begin(), all.end(), r) != all.end();
  }

  void want(size_t i, uint8_t r, bool isRead) {
    if (r == 0)
      return;
    costAtHome_ += home_[r] < 0;
    if (places_[r] >= 0)
      return;
    const size_t again = nextUse_[r];
    const size_t place = again == never ? never : victim(i, again);
    if (place == never) { // in its cell
      ++cost_;
      return;
    }
    const uint8_t old = occupants_[place];
    if (old != 0) {
      cost_ += isStale_[old];
      places_[old] = -1;
      isStale_[old] = false;
    }
    cost_ += isRead;
    occupants_[place] = r;
    places_[r] = static_cast<int8_t>(place);
    moves_.push_back({i, r, places_[r], isRead});
  }

  /// A free place, or that whose value is used last, if later than `again`.
  size_t victim(size_t i, size_t again) const {
    size_t best = never;
    size_t latest = again;
    for (size_t place = 0; place < occupants_.size(); ++place) {
      const uint8_t old = occupants_[place];
      if (old == 0)
        return place;
      const size_t next = nextUse_[old];
      if (next > latest && !isOperand(*steps_[i].step, old)) {
        latest = next;
        best = place;
      }
    }
    return best;
  }

  void restore() {
    for (size_t r = 1; r < places_.size(); ++r) {
      if (places_[r] == home_[r])
        continue;
      cost_ += places_[r] >= 0 && isStale_[r];
      cost_ += home_[r] >= 0;
    }
  }

  const Places &home_;
  Places places_;
  std::vector<PlannedStep> steps_;
  std::vector<uint8_t> occupants_;   ///< by place; 0: free
  std::array<bool, 32> isStale_{};   ///< the register is newer than its cell
  std::array<size_t, 32> nextUse_{}; ///< after the current step, of registers
  std::vector<std::array<size_t, 3>> laterUses_; ///< of the operands of steps
  std::vector<RegisterMove> moves_;
  size_t cost_ = 0; ///< accesses of cells
  size_t costAtHome_ = 0;
};

} // namespace

std::vector<RegisterMove> planMoves(std::span<const FragmentBlock> chain,
                                    const Places &places,
                                    const std::array<bool, 32> &writes,
                                    int poolSize) {
  size_t steps = 0;
  for (const FragmentBlock &block : chain)
    steps += block.steps.size();
  if (steps < stepsMin)
    return {};
  return Planner(chain, places, writes, poolSize).plan();
}

} // namespace dpa::cpu::jit
