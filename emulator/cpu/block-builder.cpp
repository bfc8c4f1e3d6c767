// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions to ops. Anything that may trap keeps its own place, so that
// traps are exact; ops without an effect are counted and left out.
#include "emulator/cpu/block-builder.h"

#include "emulator/cpu/arithmetic.h"

#include <cstring>
#include <new>
#include <optional>

namespace dpa::cpu {
namespace {

Operation operationOf(Opcode opcode) {
  switch (opcode) {
#define VALUE(name, match, extension, value)                                   \
  case Opcode::name:                                                           \
    return Operation::name;
#define LOAD(name, match, type) VALUE(name, match, Base, type)
#define STORE(name, match, type) VALUE(name, match, Base, type)
#define BRANCH(name, match, condition) VALUE(name, match, Base, condition)
#define AMO(name, match, type, operation) VALUE(name, match, Base, type)
#define LOAD_RESERVED(name, match, type) VALUE(name, match, Base, type)
#define STORE_CONDITIONAL(name, match, type) VALUE(name, match, Base, type)
#include "emulator/cpu/instructions.def"
  default:
    return Operation::Illegal;
  }
}

/// The source of an instruction that only moves a register.
std::optional<uint8_t> copiedRegister(const Instruction &i) {
  if (i.opcode == Opcode::Addi && i.immediate == 0)
    return i.rs1;
  if (i.opcode == Opcode::Add && i.rs1 == 0)
    return i.rs2;
  return std::nullopt;
}

bool accessesMemory(Kind kind) {
  switch (kind) {
  case Kind::Load:
  case Kind::Store:
  case Kind::Amo:
  case Kind::LoadReserved:
  case Kind::StoreConditional:
    return true;
  default:
    return false;
  }
}

/// The immediate of `slti x0, x0, hint` directly before a fence; 0 if there is
/// another instruction. Looked for in memory, since a block may begin with the
/// fence.
uint32_t hintBefore(CodeView &view, const CodeRegion &region,
                    uint64_t address) {
  constexpr uint32_t fixed = 0x000fffff; // all but the immediate
  constexpr uint32_t match = 0x00002013;
  constexpr unsigned immediate = 20;
  uint16_t low = 0;
  uint16_t high = 0;
  if (!view.fetch(region, address - 4, low) ||
      !view.fetch(region, address - 2, high))
    return 0;
  const uint32_t bits = uint32_t(high) << 16 | low;
  return (bits & fixed) == match ? bits >> immediate : 0;
}

} // namespace

bool fetchInstruction(CodeView &view, const CodeRegion &region,
                      uint64_t address, Instruction &instruction,
                      uint64_t &faultAddress) {
  uint16_t low = 0;
  uint16_t high = 0;
  faultAddress = address;
  if (!view.fetch(region, address, low))
    return false;
  if (!isWide(low)) {
    instruction = decodeCompressed(low);
    return true;
  }
  faultAddress = address + 2;
  if (!view.fetch(region, address + 2, high))
    return false;
  instruction = decodeWide(uint32_t(high) << 16 | low, view.isa);
  return true;
}

bool BlockBuilder::build(uint64_t &faultAddress) {
  Instruction instruction;
  if (warms_)
    append(Operation::Warm, SinkRegister, 0, 0, 0);
  for (bool goesOn = true; goesOn;) {
    if (!fetchInstruction(view_, region_, address_, instruction,
                          faultAddress)) {
      if (address_ == start_ && retired_ == 0)
        return false;
      endAt(address_); // the next block raises the fault
      break;
    }
    if (retired_ == limit_) {
      endAt(address_);
      break;
    }
    goesOn = add(instruction);
  }
  pairUp();
  return true;
}

void BlockBuilder::pairUp() {
  for (size_t i = 0; i + 1 < ops_.size(); ++i) {
    const Operation pair = pairOf(operations_[i], operations_[i + 1]);
    if (pair != Operation::Illegal)
      ops_[i++].run = handlerOf(pair);
  }
}

bool BlockBuilder::add(const Instruction &instruction) {
  length_ = instruction.length;
  const Kind kind = kindOf(instruction.opcode);
  if (view_.isObserved && accessesMemory(kind))
    append(Operation::TellPlace, SinkRegister, 0, 0,
           static_cast<int32_t>(instruction.bits));
  switch (kind) {
  case Kind::Illegal:
    addTrap(Operation::Illegal, instruction);
    return false;
  case Kind::System:
    addTrap(Operation::System, instruction);
    return false;
  case Kind::Special:
    return addSpecial(instruction);
  case Kind::Branch:
    addBranch(instruction);
    return false;
  case Kind::Register:
  case Kind::Immediate:
    addArithmetic(instruction);
    break;
  case Kind::Store:
    append(operationOf(instruction.opcode), 0, instruction.rs1, instruction.rs2,
           instruction.immediate);
    ++retired_;
    break;
  case Kind::Load:
  case Kind::Amo:
  case Kind::LoadReserved:
  case Kind::StoreConditional:
    appendResult(operationOf(instruction.opcode), instruction);
    break;
  }
  address_ += instruction.length;
  return true;
}

bool BlockBuilder::addSpecial(const Instruction &instruction) {
  const auto offset =
      static_cast<uint64_t>(static_cast<int64_t>(instruction.immediate));
  switch (instruction.opcode) {
  case Opcode::Lui:
    addConstant(instruction.rd, offset);
    break;
  case Opcode::Auipc:
    addConstant(instruction.rd, address_ + offset);
    break;
  case Opcode::Fence:
    addFence(instruction);
    break;
  case Opcode::Pause:
    append(Operation::Pause, SinkRegister, 0, 0, 0);
    ++retired_;
    break;
  case Opcode::Jal:
    return addJump(instruction);
  case Opcode::Jalr:
    addJumpRegister(instruction);
    return false;
  case Opcode::Ecall:
    addTrap(Operation::Ecall, instruction);
    return false;
  default:
    addTrap(Operation::Ebreak, instruction);
    return false;
  }
  address_ += instruction.length;
  return true;
}

/// For an observer the sets of the instruction and the hint are the op's
/// immediate.
void BlockBuilder::addFence(const Instruction &instruction) {
  constexpr uint32_t sets = 0x0ff00000;
  if (view_.isObserved)
    append(Operation::TellFence, SinkRegister, 0, 0,
           static_cast<int32_t>((instruction.bits & sets) |
                                hintBefore(view_, region_, address_)));
  else
    append(Operation::Fence, SinkRegister, 0, 0, 0);
  ++retired_;
}

Op &BlockBuilder::append(Operation operation, uint8_t rd, uint8_t rs1,
                         uint8_t rs2, int32_t immediate) {
  constantRegister_ = 0;
  shiftedLeft_ = 0;
  places_.push_back({static_cast<int32_t>(address_ - start_),
                     static_cast<uint16_t>(retired_), length_});
  operations_.push_back(operation);
  return ops_.emplace_back(Op{handlerOf(operation), rd, rs1, rs2,
                              static_cast<uint8_t>(ops_.size()), immediate});
}

void BlockBuilder::appendResult(Operation operation,
                                const Instruction &instruction) {
  const bool limited = isLimited(instruction.rd);
  const uint8_t rd = limited               ? uint8_t(StackCandidate)
                     : instruction.rd == 0 ? uint8_t(SinkRegister)
                                           : instruction.rd;
  append(operation, rd, instruction.rs1, instruction.rs2,
         instruction.immediate);
  if (limited)
    append(Operation::CheckStack, 0, 0, 0, 0);
  ++retired_;
}

void BlockBuilder::addArithmetic(const Instruction &i) {
  if (i.rd == 0) { // no effect: a hint
    ++retired_;
    return;
  }
  if (i.opcode == Opcode::Addi && i.rs1 == 0)
    return addConstant(
        i.rd, static_cast<uint64_t>(static_cast<int64_t>(i.immediate)));
  if (foldConstant(i))
    return;
  if (i.opcode == Opcode::Addi && isLimited(i.rd)) {
    append(Operation::AddiStack, i.rd, i.rs1, 0, i.immediate);
    ++retired_;
    return;
  }
  if (foldShift(i))
    return;
  if (const auto source = copiedRegister(i)) {
    Instruction copy = i;
    copy.rs1 = *source;
    appendResult(Operation::Copy, copy);
    return;
  }
  appendResult(operationOf(i.opcode), i);
  if (i.opcode == Opcode::Slli && i.rd == i.rs1 && !isLimited(i.rd))
    shiftedLeft_ = i.rd;
}

/// Joins a shift right to the shift left before it: the way to zero-extend.
bool BlockBuilder::foldShift(const Instruction &i) {
  if (i.opcode != Opcode::Srli || shiftedLeft_ == 0 || i.rs1 != shiftedLeft_ ||
      i.rd != shiftedLeft_)
    return false;
  Op &op = ops_.back();
  op.run = handlerOf(Operation::ShiftTwice);
  op.immediate |= i.immediate << 8;
  operations_.back() = Operation::ShiftTwice;
  shiftedLeft_ = 0;
  ++retired_;
  return true;
}

/// Joins an addi or addiw to the constant that was just made for its register.
bool BlockBuilder::foldConstant(const Instruction &i) {
  const bool folds = i.opcode == Opcode::Addi || i.opcode == Opcode::Addiw;
  if (!folds || constantRegister_ == 0 || i.rs1 != constantRegister_ ||
      i.rd != i.rs1)
    return false;
  uint64_t value =
      constantValue_ + static_cast<uint64_t>(static_cast<int64_t>(i.immediate));
  if (i.opcode == Opcode::Addiw)
    value = signExtend(static_cast<uint32_t>(value));
  ops_.resize(constantBegin_);
  operations_.resize(constantBegin_);
  places_.resize(constantBegin_);
  addConstant(i.rd, value);
  return true;
}

void BlockBuilder::addConstant(uint8_t rd, uint64_t value) {
  if (rd == 0) {
    ++retired_;
    return;
  }
  const bool limited = isLimited(rd);
  const uint8_t target = limited ? uint8_t(StackCandidate) : rd;
  const size_t begin = ops_.size();
  const auto low = static_cast<int32_t>(value);
  if (static_cast<uint64_t>(static_cast<int64_t>(low)) == value) {
    append(Operation::Constant, target, 0, 0, low);
  } else if (value >> 32 == 0) {
    append(Operation::ConstantUnsigned, target, 0, 0, low);
  } else {
    append(Operation::ConstantHigh, target, 0, 0,
           static_cast<int32_t>(value >> 32));
    append(Operation::OrUnsigned, target, target, 0, low);
  }
  if (limited) {
    append(Operation::CheckStack, 0, 0, 0, 0);
  } else {
    constantRegister_ = rd;
    constantValue_ = value;
    constantBegin_ = begin;
  }
  ++retired_;
}

void BlockBuilder::addBranch(const Instruction &i) {
  ++retired_;
  taken_ = address_ + static_cast<uint64_t>(static_cast<int64_t>(i.immediate));
  next_ = address_ + i.length;
  append(operationOf(i.opcode), static_cast<uint8_t>(retired_), i.rs1, i.rs2,
         0);
}

/// A forward jump without a link is followed; everything else ends the block.
bool BlockBuilder::addJump(const Instruction &i) {
  const uint64_t target =
      address_ + static_cast<uint64_t>(static_cast<int64_t>(i.immediate));
  if (i.rd == 0 && i.immediate > 0 && target - region_.base < region_.size) {
    ++retired_;
    address_ = target;
    return true;
  }
  next_ = address_ + i.length;
  if (isLimited(i.rd)) {
    addConstant(i.rd, next_); // counts the instruction
    taken_ = target;
    append(Operation::Jump, 0, 0, static_cast<uint8_t>(retired_), 0);
    return false;
  }
  ++retired_;
  taken_ = target;
  append(i.rd ? Operation::JumpLink : Operation::Jump, i.rd, 0,
         static_cast<uint8_t>(retired_), 0);
  return false;
}

void BlockBuilder::addJumpRegister(const Instruction &i) {
  next_ = address_ + i.length;
  uint8_t base = i.rs1;
  uint8_t rd = i.rd == 0 ? uint8_t(SinkRegister) : i.rd;
  if (isLimited(i.rd)) { // the target is read before x2 changes, and x2 is
                         // checked before the jump
    append(Operation::Addi, JumpBase, i.rs1, 0, 0);
    addConstant(i.rd, next_); // counts the instruction
    base = JumpBase;
    rd = SinkRegister;
  } else {
    ++retired_;
  }
  append(Operation::JumpRegister, rd, base, static_cast<uint8_t>(retired_),
         i.immediate);
}

void BlockBuilder::addTrap(Operation operation,
                           const Instruction &instruction) {
  append(operation, SinkRegister, 0, 0, static_cast<int32_t>(instruction.bits));
}

void BlockBuilder::endAt(uint64_t address) {
  taken_ = address;
  append(Operation::Jump, 0, 0, static_cast<uint8_t>(retired_), 0);
}

size_t BlockBuilder::sizeInBytes() const {
  return sizeof(Block) + ops_.size() * sizeof(Op) + sizeof(BlockExit) +
         places_.size() * sizeof(InstructionPlace);
}

const Op *BlockBuilder::write(std::byte *memory) const {
  std::byte *const ops = memory + sizeof(Block);
  std::byte *const exit = ops + ops_.size() * sizeof(Op);
  std::byte *const places = exit + sizeof(BlockExit);
  std::memcpy(ops, ops_.data(), ops_.size() * sizeof(Op));
  std::memcpy(places, places_.data(),
              places_.size() * sizeof(InstructionPlace));
  auto *blockExit =
      new (exit) BlockExit{nullptr, nullptr, taken_, next_, {}, {}};
  blockExit->linkTaken.run = handlerOf(Operation::LinkTaken);
  blockExit->linkNext.run = handlerOf(Operation::LinkNext);
  blockExit->taken.store(&blockExit->linkTaken, std::memory_order_relaxed);
  blockExit->next.store(&blockExit->linkNext, std::memory_order_relaxed);
  new (memory)
      Block{reinterpret_cast<const InstructionPlace *>(places), start_, {}, {}};
  return reinterpret_cast<const Op *>(ops);
}

} // namespace dpa::cpu
