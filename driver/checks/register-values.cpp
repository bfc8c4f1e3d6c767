// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constant propagation over the few operations that make stack frames and addresses. See
// register-values.h.
#include "driver/checks/register-values.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace dpa::driver {

using Kind = RegisterValue::Kind;

namespace {

/// Wraps around as the machine does.
int64_t sum(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) +
                              static_cast<uint64_t>(b));
}

int64_t difference(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) -
                              static_cast<uint64_t>(b));
}

RegisterValue add(RegisterValue a, RegisterValue b) {
  if (a.kind == Kind::Unknown || b.kind == Kind::Unknown ||
      (a.kind == Kind::FromEntryStack && b.kind == Kind::FromEntryStack))
    return {};
  Kind kind = a.kind == Kind::Constant ? b.kind : a.kind;
  return {kind, sum(a.number, b.number)};
}

RegisterValue subtract(RegisterValue a, RegisterValue b) {
  if (a.kind == Kind::Unknown || b.kind == Kind::Unknown)
    return {};
  if (b.kind == Kind::Constant)
    return {a.kind, difference(a.number, b.number)};
  if (a.kind == Kind::FromEntryStack)
    return {Kind::Constant, difference(a.number, b.number)};
  return {};
}

/// Frames of over-aligned variables round the stack pointer down. At a function's entry it is a
/// multiple of 16; how far the rounding goes depends on the callers: the worst is taken.
RegisterValue bitAnd(RegisterValue a, int64_t mask) {
  constexpr int64_t entryAlignment = 16;
  if (a.kind == Kind::Constant)
    return {Kind::Constant, a.number & mask};
  if (a.kind == Kind::Unknown || mask >= 0 ||
      !llvm::isPowerOf2_64(static_cast<uint64_t>(-mask)))
    return {};
  return {a.kind, a.number - std::max<int64_t>(-mask - entryAlignment, 0)};
}

RegisterValue shiftLeft(RegisterValue a, int64_t by) {
  if (by == 0)
    return a;
  if (a.kind != Kind::Constant)
    return {};
  return {Kind::Constant,
          static_cast<int64_t>(static_cast<uint64_t>(a.number) << (by & 63))};
}

} // namespace

RegisterValues::RegisterValues() {
  values_[registerZero] = {Kind::Constant, 0};
  values_[registerStack] = {Kind::FromEntryStack, 0};
}

RegisterValue RegisterValues::get(uint8_t number) const {
  return values_[number];
}

void RegisterValues::set(uint8_t number, RegisterValue value) {
  if (number == registerZero)
    return;
  // A stack pointer unrelated to the one at entry (firmware, a stack switch) counts as unknown.
  if (number == registerStack && value.kind == Kind::Constant)
    value = {};
  values_[number] = value;
  if (number == registerStack && value.kind == Kind::FromEntryStack)
    lastDepth_ = difference(0, value.number);
}

void RegisterValues::forgetCallerSaved() {
  for (uint8_t number :
       {1, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 28, 29, 30, 31})
    forget(number);
}

RegisterValue RegisterValues::resultOf(const Instruction &instruction) const {
  RegisterValue first = values_[instruction.source1];
  switch (instruction.operation) {
  case Operation::SetConstant:
    return {Kind::Constant, instruction.immediate};
  case Operation::AddImmediate:
    return add(first, {Kind::Constant, instruction.immediate});
  case Operation::AddWord:
    if (first.kind != Kind::Constant)
      return {};
    return {Kind::Constant, llvm::SignExtend64<32>(static_cast<uint64_t>(
                                sum(first.number, instruction.immediate)))};
  case Operation::Add:
    return add(shiftLeft(first, instruction.immediate),
               values_[instruction.source2]);
  case Operation::Subtract:
    return subtract(first, values_[instruction.source2]);
  case Operation::And:
    return bitAnd(first, instruction.immediate);
  case Operation::ShiftLeft:
    return shiftLeft(first, instruction.immediate);
  case Operation::SetBit:
    if (first.kind != Kind::Constant)
      return {};
    return {Kind::Constant,
            first.number |
                shiftLeft({Kind::Constant, 1}, instruction.immediate).number};
  default:
    return {};
  }
}

void RegisterValues::apply(const Instruction &instruction) {
  if (instruction.operation != Operation::Other)
    return set(instruction.destination, resultOf(instruction));
  for (uint8_t number : instruction.written)
    forget(number);
}

void RegisterValues::moveStack(int64_t by) {
  set(registerStack,
      add(values_[registerStack], RegisterValue{Kind::Constant, by}));
}

bool RegisterValues::isDepthKnown() const {
  return values_[registerStack].kind == Kind::FromEntryStack;
}

bool RegisterValues::mergeWith(const RegisterValues &other) {
  bool isChanged = false;
  for (size_t i = 0; i < values_.size(); ++i)
    if (values_[i].kind != Kind::Unknown && values_[i] != other.values_[i]) {
      values_[i] = {};
      isChanged = true;
    }
  if (other.lastDepth_ > lastDepth_) {
    lastDepth_ = other.lastDepth_;
    isChanged = true;
  }
  return isChanged;
}

} // namespace dpa::driver
