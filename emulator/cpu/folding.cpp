// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of folding.
#include "emulator/cpu/folding.h"

namespace dpa::cpu {
namespace {

/// Guest arithmetic wraps around.
int64_t sumOf(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) +
                              static_cast<uint64_t>(b));
}

bool isAtomic(Kind kind) {
  return kind == Kind::Amo || kind == Kind::LoadReserved ||
         kind == Kind::StoreConditional;
}

/// Has no effect but on rd.
bool isPure(Opcode opcode) {
  const Kind kind = kindOf(opcode);
  return kind == Kind::Register || kind == Kind::Immediate ||
         opcode == Opcode::Lui || opcode == Opcode::Auipc;
}

Step stepOf(uint64_t address, const Instruction &instruction) {
  Step step;
  step.opcode = instruction.opcode;
  step.rd = instruction.rd;
  step.rs1 = instruction.rs1;
  step.rs2 = instruction.rs2;
  step.address = address;
  step.next = address + instruction.length;
  step.bits = instruction.bits;
  if (isBranch(step.opcode) || step.opcode == Opcode::Jal)
    step.immediate = static_cast<int64_t>(targetOf(address, instruction));
  else if (!isAtomic(kindOf(step.opcode)))
    step.immediate = instruction.immediate;
  return step;
}

/// All additions that only move a register are one.
void simplifyCopy(Step &step) {
  if (step.opcode != Opcode::Add || (step.rs1 != 0 && step.rs2 != 0))
    return;
  step.opcode = Opcode::Addi;
  step.rs1 |= step.rs2; // one of them is x0
  step.rs2 = 0;
  step.immediate = 0;
}

} // namespace

void Folding::add(uint64_t address, const Instruction &instruction) {
  Step step = stepOf(address, instruction);
  step.retiredBefore = retires_;
  if (!isTrap(step.opcode))
    ++retires_;
  if (isPure(step.opcode) && step.rd == 0)
    return; // a hint
  fold(step);
  if (registerUse(step.opcode).rd && step.rd != 0) {
    const uint32_t bit = uint32_t(1) << step.rd;
    const bool isKnown = step.opcode == Opcode::Lui && !isLimited(step.rd);
    isKnown_ = isKnown ? isKnown_ | bit : isKnown_ & ~bit;
    known_[step.rd] = step.immediate;
  }
  steps_.push_back(step);
}

bool Folding::isLimited(uint8_t rd) const {
  return limits_ && rd == stackPointer;
}

/// Whether the tier encodes the value as the immediate of one step.
bool Folding::isDirect(int64_t value) const {
  return isWide_ || value == static_cast<int32_t>(value);
}

std::optional<int64_t> Folding::valueOf(uint8_t source) const {
  if (source == 0)
    return 0;
  if ((isKnown_ >> source & 1) == 0)
    return std::nullopt;
  return known_[source];
}

void Folding::fold(Step &step) {
  simplifyCopy(step);
  switch (step.opcode) {
  case Opcode::Auipc:
    return makeConstant(
        step, sumOf(static_cast<int64_t>(step.address), step.immediate));
  case Opcode::Lui:
    return makeConstant(step, step.immediate);
  case Opcode::Addi:
  case Opcode::Addiw:
    return foldAddition(step);
  case Opcode::Srli:
    return joinShifts(step);
  case Opcode::Jalr:
    return makeDirect(step);
  default:
    foldAddress(step);
  }
}

void Folding::foldAddition(Step &step) {
  const std::optional<int64_t> base = valueOf(step.rs1);
  if (!base)
    return;
  int64_t value = sumOf(*base, step.immediate);
  if (step.opcode == Opcode::Addiw)
    value = static_cast<int32_t>(static_cast<uint32_t>(value));
  if (isDirect(value) || joinsConstant(step))
    makeConstant(step, value);
}

/// Constant addresses of loads and stores.
void Folding::foldAddress(Step &step) const {
  const Kind kind = kindOf(step.opcode);
  const std::optional<int64_t> base = valueOf(step.rs1);
  if ((kind != Kind::Load && kind != Kind::Store) || !base ||
      !isDirect(sumOf(step.immediate, *base)))
    return;
  step.immediate = sumOf(step.immediate, *base);
  step.rs1 = 0;
}

/// True if the last step made a constant that a constant of this step's replaces unseen.
bool Folding::joinsConstant(const Step &step) const {
  return !isLimited(step.rd) && !steps_.empty() &&
         steps_.back().opcode == Opcode::Lui && steps_.back().rd == step.rd;
}

void Folding::makeConstant(Step &step, int64_t value) {
  if (joinsConstant(step))
    steps_.pop_back();
  step.opcode = Opcode::Lui;
  step.immediate = value;
  step.rs1 = 0;
}

/// auipc and jalr together are a far call.
void Folding::makeDirect(Step &step) const {
  const std::optional<int64_t> base = valueOf(step.rs1);
  if (!base)
    return;
  step.opcode = Opcode::Jal;
  step.rs1 = 0;
  step.immediate = sumOf(*base, step.immediate) & ~int64_t(1);
}

/// Joins a shift right to the shift left before it: the way to zero-extend.
void Folding::joinShifts(Step &step) {
  if (steps_.empty() || isLimited(step.rd))
    return;
  const Step &left = steps_.back();
  if (left.opcode != Opcode::Slli || left.shiftRight != 0 ||
      left.rd != step.rs1 || step.rd != step.rs1)
    return;
  const auto right = static_cast<uint8_t>(step.immediate);
  step = left;
  step.shiftRight = right;
  steps_.pop_back();
}

uint64_t targetOf(uint64_t address, const Instruction &instruction) {
  return address +
         static_cast<uint64_t>(static_cast<int64_t>(instruction.immediate));
}

} // namespace dpa::cpu
