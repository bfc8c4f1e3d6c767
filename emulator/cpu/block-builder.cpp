// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions to steps, and steps to ops. Each op keeps the place of its instruction, so that
// traps are exact.
#include "emulator/cpu/block-builder.h"

#include "emulator/cpu/atomics.h"
#include "emulator/cpu/value-check.h"

#include <cstring>
#include <new>
#include <type_traits>

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

/// The immediate of the check of a memory access.
int32_t accessOf(Opcode opcode) {
  constexpr int32_t both = AccessLoads | AccessStores;
  switch (opcode) {
#define LOAD(name, match, type)                                                \
  case Opcode::name:                                                           \
    return int32_t(sizeof(type)) |                                             \
           (std::is_signed_v<type> ? AccessIsSigned : 0);
#define STORE(name, match, type)                                               \
  case Opcode::name:                                                           \
    return int32_t(sizeof(type));
#define AMO(name, match, type, operation)                                      \
  case Opcode::name:                                                           \
    return int32_t(sizeof(type)) | both |                                      \
           (AmoOperation::operation == AmoOperation::Swap ? AccessSwaps : 0);
#define LOAD_RESERVED(name, match, type)                                       \
  case Opcode::name:                                                           \
    return int32_t(sizeof(type)) | AccessLoads;
#define STORE_CONDITIONAL(name, match, type)                                   \
  case Opcode::name:                                                           \
    return int32_t(sizeof(type)) | AccessStores | AccessSwaps;
#include "emulator/cpu/instructions.def"
  default:
    return 0;
  }
}

bool endsBlock(Opcode opcode) {
  return isJump(opcode) || isBranch(opcode) || isTrap(opcode);
}

} // namespace

bool BlockBuilder::build(uint64_t &faultAddress) {
  if (!decode(faultAddress))
    return false;
  for (const Step &step : folding_.steps())
    add(step);
  if (fallsThrough_)
    append(atStart_, Operation::Jump, 0, 0, retired(), 0);
  chooseHandlers();
  return true;
}

bool BlockBuilder::fetch(uint64_t address, Instruction &instruction,
                         uint64_t &faultAddress) {
  if (skipsBreakpoint_ && address == start_)
    return view_.fetchInstruction(region_, address, instruction, faultAddress);
  return view_.fetchOrBreak(region_, address, instruction, faultAddress);
}

bool BlockBuilder::decode(uint64_t &faultAddress) {
  uint64_t address = start_;
  for (;;) {
    Instruction instruction;
    if (!fetch(address, instruction, faultAddress)) {
      if (address == start_)
        return false;
      break; // the next block raises the fault
    }
    if (folding_.retires() == limit_ || (address != start_ && isEntry(address)))
      break;
    if (isFollowed(address, instruction)) {
      folding_.skip();
      address = targetOf(address, instruction);
      continue;
    }
    folding_.add(address, instruction);
    if (endsBlock(instruction.opcode))
      return true;
    address += instruction.length;
  }
  fallsThrough_ = true;
  taken_ = address;
  return true;
}

bool BlockBuilder::isEntry(uint64_t address) const {
  return endsAtEntries_ && region_.translationAt(address) != nullptr;
}

/// A forward jump without a link.
bool BlockBuilder::isFollowed(uint64_t address,
                              const Instruction &instruction) const {
  return instruction.opcode == Opcode::Jal && instruction.rd == 0 &&
         instruction.immediate > 0 &&
         targetOf(address, instruction) - region_.base < region_.size;
}

void BlockBuilder::chooseHandlers() {
  for (size_t i = 0; i + 1 < ops_.size(); ++i) {
    const Operation pair = pairOf(operations_[i], operations_[i + 1]);
    if (pair == Operation::Illegal)
      continue;
    ops_[i++].run = handlerOf(pair);
  }
}

void BlockBuilder::add(const Step &step) {
  if (!view_.checksValues)
    return addOps(step);
  const size_t check = ops_.size();
  addCheck(step);
  const size_t checked = ops_.size();
  addOps(step);
  if (check != checked && (operations_[check] == Operation::CheckValue ||
                           operations_[check] == Operation::CheckBranch))
    ops_[check].immediate = static_cast<int32_t>(operations_[checked]);
  if (isLimited(step.rd) && registerUse(step.opcode).rd && !isJump(step.opcode))
    append(step, Operation::CheckStackPointer, SinkRegister, 0, 0, 0);
}

void BlockBuilder::addOps(const Step &step) {
  const Kind kind = kindOf(step.opcode);
  const auto immediate = static_cast<int32_t>(step.immediate);
  if (view_.isObserved && accessesMemory(kind))
    append(step, Operation::NotePlace, SinkRegister, 0, 0,
           static_cast<int32_t>(step.bits));
  switch (kind) {
  case Kind::Illegal:
    return addTrap(step, Operation::Illegal);
  case Kind::System:
    return append(step, Operation::System, step.rd, step.rs1,
                  static_cast<uint8_t>(step.opcode),
                  static_cast<int32_t>(step.bits));
  case Kind::Special:
    return addSpecial(step);
  case Kind::Branch:
    taken_ = static_cast<uint64_t>(step.immediate);
    next_ = step.next;
    return append(step, operationOf(step.opcode), retired(), step.rs1, step.rs2,
                  0);
  case Kind::Register:
  case Kind::Immediate:
    return addArithmetic(step);
  case Kind::Store:
    return append(step, operationOf(step.opcode), 0, step.rs1, step.rs2,
                  immediate);
  default:
    appendResult(step, operationOf(step.opcode), immediate);
  }
}

/// The check of a step goes before its ops.
void BlockBuilder::addCheck(const Step &step) {
  const uint8_t rd = targetOfResult(step.rd);
  auto check = [&](Operation operation, int32_t immediate = 0) {
    append(step, operation, rd, step.rs1, step.rs2, immediate);
  };
  switch (kindOf(step.opcode)) {
  case Kind::Register:
    return check(Operation::CheckValue);
  case Kind::Immediate: {
    const bool isAddition = step.opcode == Opcode::Addi && isLimited(step.rd);
    return append(step, Operation::CheckValue, isAddition ? step.rd : rd,
                  step.rs1, 0, 0);
  }
  case Kind::Load:
    return check(Operation::CheckLoad, accessOf(step.opcode));
  case Kind::Store:
    return check(Operation::CheckStore, accessOf(step.opcode));
  case Kind::Amo:
  case Kind::LoadReserved:
  case Kind::StoreConditional:
    return check(Operation::CheckAtomic, accessOf(step.opcode));
  case Kind::Branch:
    return append(step, Operation::CheckBranch, SinkRegister, step.rs1,
                  step.rs2, 0);
  default:
    break;
  }
  if (step.opcode == Opcode::Jalr)
    check(Operation::CheckJump);
  else if (step.opcode == Opcode::Ecall)
    check(Operation::CheckCall);
  else
    check(Operation::SetDefined);
}

void BlockBuilder::addSpecial(const Step &step) {
  switch (step.opcode) {
  case Opcode::Lui:
    return addConstant(step, static_cast<uint64_t>(step.immediate));
  case Opcode::Fence:
    return addFence(step);
  case Opcode::Pause:
    return append(step, Operation::Pause, SinkRegister, 0, 0, 0);
  case Opcode::Jal:
    return addJump(step);
  case Opcode::Jalr:
    return addJumpRegister(step);
  case Opcode::Ecall:
    return addTrap(step, Operation::Ecall);
  default:
    addTrap(step, Operation::Ebreak);
  }
}

/// For an observer the sets of the instruction and the hint are the op's
/// immediate.
void BlockBuilder::addFence(const Step &step) {
  constexpr uint32_t sets = 0x0ff00000;
  if (view_.isObserved)
    append(step, Operation::ReportFence, SinkRegister, 0, 0,
           static_cast<int32_t>((step.bits & sets) |
                                hintBefore(view_, region_, step.address)));
  else
    append(step, Operation::Fence, SinkRegister, 0, 0, 0);
}

void BlockBuilder::append(const Step &step, Operation operation, uint8_t rd,
                          uint8_t rs1, uint8_t rs2, int32_t immediate) {
  places_.push_back({static_cast<int32_t>(step.address - start_),
                     static_cast<uint8_t>(step.retiredBefore),
                     static_cast<uint8_t>(step.next - step.address),
                     operation});
  operations_.push_back(operation);
  ops_.push_back({handlerOf(operation), rd, rs1, rs2,
                  static_cast<uint8_t>(ops_.size()), immediate});
}

uint8_t BlockBuilder::targetOfResult(uint8_t rd) const {
  if (isLimited(rd))
    return StackCandidate;
  return rd == 0 ? uint8_t(SinkRegister) : rd;
}

void BlockBuilder::appendResult(const Step &step, Operation operation,
                                int32_t immediate) {
  append(step, operation, targetOfResult(step.rd), step.rs1, step.rs2,
         immediate);
  if (isLimited(step.rd))
    append(step, Operation::CheckStack, 0, 0, 0, 0);
}

void BlockBuilder::addArithmetic(const Step &step) {
  const auto immediate = static_cast<int32_t>(step.immediate);
  if (step.opcode == Opcode::Addi && isLimited(step.rd))
    append(step, Operation::AddiStack, step.rd, step.rs1, 0, immediate);
  else if (step.opcode == Opcode::Addi && immediate == 0)
    appendResult(step, Operation::Copy, 0);
  else if (step.shiftRight != 0)
    appendResult(step, Operation::ShiftTwice, immediate | step.shiftRight << 8);
  else
    appendResult(step, operationOf(step.opcode), immediate);
}

void BlockBuilder::addConstant(const Step &step, uint64_t value) {
  const uint8_t target = targetOfResult(step.rd);
  const auto low = static_cast<int32_t>(value);
  if (static_cast<uint64_t>(static_cast<int64_t>(low)) == value) {
    append(step, Operation::Constant, target, 0, 0, low);
  } else if (value >> 32 == 0) {
    append(step, Operation::ConstantUnsigned, target, 0, 0, low);
  } else {
    append(step, Operation::ConstantHigh, target, 0, 0,
           static_cast<int32_t>(value >> 32));
    append(step, Operation::OrUnsigned, target, target, 0, low);
  }
  if (isLimited(step.rd))
    append(step, Operation::CheckStack, 0, 0, 0, 0);
}

void BlockBuilder::addJump(const Step &step) {
  taken_ = static_cast<uint64_t>(step.immediate);
  next_ = step.next;
  isCall_ = step.rd != 0;
  const bool links = isCall_ && !isLimited(step.rd);
  if (isLimited(step.rd))
    addConstant(step, next_);
  append(step, links ? Operation::JumpLink : Operation::Jump, step.rd, 0,
         retired(), 0);
}

void BlockBuilder::addJumpRegister(const Step &step) {
  next_ = step.next;
  uint8_t base = step.rs1;
  uint8_t rd = step.rd == 0 ? uint8_t(SinkRegister) : step.rd;
  if (isLimited(step.rd)) { // the target is read before x2 changes, and x2 is
                            // checked before the jump
    append(step, Operation::Addi, JumpBase, step.rs1, 0, 0);
    addConstant(step, next_);
    base = JumpBase;
    rd = SinkRegister;
  }
  append(step, Operation::JumpRegister, rd, base, retired(),
         static_cast<int32_t>(step.immediate));
}

void BlockBuilder::addTrap(const Step &step, Operation operation) {
  append(step, operation, SinkRegister, 0, 0, static_cast<int32_t>(step.bits));
}

/// The target of a backward jump or branch, or of a call.
bool BlockBuilder::takenIsHead() const {
  return !fallsThrough_ && (taken_ < next_ || isCall_);
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
  auto *blockExit = new (exit)
      BlockExit{nullptr, nullptr, takenIsHead(), taken_, next_, {}, {}};
  blockExit->linkTaken.run = handlerOf(Operation::LinkTaken);
  blockExit->linkNext.run = handlerOf(Operation::LinkNext);
  blockExit->taken.store(&blockExit->linkTaken, std::memory_order_relaxed);
  blockExit->next.store(&blockExit->linkNext, std::memory_order_relaxed);
  new (memory) Block{.address = start_,
                     .firstHandler = ops_.front().run,
                     .opCount = static_cast<uint16_t>(ops_.size()),
                     .retires = retired(),
                     .runsLeft = view_.warmUp};
  return reinterpret_cast<const Op *>(ops);
}

} // namespace dpa::cpu
