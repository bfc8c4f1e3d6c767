// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of the integer registers at one place of a function: a constant, a distance from
// the stack pointer at the function's entry, or nothing. Given instructions one after the other,
// keeps itself up to date; two states that meet keep what they agree on. Knows nothing of calls and
// jumps.
#ifndef DPA_DRIVER_CHECKS_REGISTER_VALUES_H
#define DPA_DRIVER_CHECKS_REGISTER_VALUES_H

#include "driver/checks/instruction-decoder.h"

#include <array>

namespace dpa::driver {

struct RegisterValue {
  enum class Kind : uint8_t { Unknown, Constant, FromEntryStack };
  Kind kind = Kind::Unknown;
  int64_t number = 0;
  bool operator==(const RegisterValue &) const = default;
};

class RegisterValues {
public:
  /// At the entry of a function.
  RegisterValues();

  RegisterValue get(uint8_t number) const;
  void set(uint8_t number, RegisterValue value);
  void forget(uint8_t number) { set(number, {}); }
  /// What a called function may change.
  void forgetCallerSaved();

  /// The effect of an instruction that is not a jump.
  void apply(const Instruction &instruction);

  /// Moves the stack pointer by a known amount, if it is known at all.
  void moveStack(int64_t by);

  /// Bytes below the stack pointer at entry. If isDepthKnown() is false, the last depth that was
  /// known.
  int64_t depth() const { return lastDepth_; }
  bool isDepthKnown() const;

  /// Keeps what both know; of two depths the greater one. True if this one changed.
  bool mergeWith(const RegisterValues &other);

private:
  RegisterValue resultOf(const Instruction &instruction) const;

  std::array<RegisterValue, registerCount> values_;
  int64_t lastDepth_ = 0;
};

} // namespace dpa::driver

#endif
