// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks the code of one function. See stack-function.h. Facts that the walk rests on:
// - compilers keep the stack pointer balanced over calls that return to ra;
// - calls that return to t0 are parts of a function that were moved out of it (-msave-restore,
//   outlining): they change the stack pointer of their caller and are walked as part of it;
// - a jump through a register that is not a return either goes through a table of the function's
//   own labels or is a call at the function's end. Code of the function that is not reached in any
//   other way is a target of the table.
#include "driver/checks/stack-function.h"

#include "driver/checks/register-values.h"

#include <algorithm>
#include <vector>

namespace dpa::driver {

namespace {

/// Calls by t0 inside calls by t0.
constexpr unsigned maximumNesting = 8;

/// What a walk finds.
struct Walked {
  StackFunction function;
  /// Depth at the return by t0; nothing if there is none or they differ.
  std::optional<int64_t> millicodeDepth;
};

/// Those called by t0, by address: each is walked once, however often it is called. One that is
/// being walked has found nothing yet.
using Parts = std::unordered_map<uint64_t, Walked>;

class Walk {
public:
  Walk(const DeviceCode &code, const InstructionDecoder &decoder, Parts &parts,
       uint64_t start, unsigned nesting)
      : code_(code), decoder_(decoder), parts_(parts), start_(start),
        end_(code.endOf(start)), nesting_(nesting),
        isSeen_((end_ - start) / 2 + 1, false) {}

  void run() {
    enter(start_, RegisterValues());
    do {
      while (!waiting_.empty()) {
        uint64_t address = waiting_.back();
        waiting_.pop_back();
        walkFrom(address);
      }
    } while (enterTable());
    if (tableJump_ && !isTableEntered_)
      noteIndirectCall(tableJump_->depth());
  }

  Walked walked;

private:
  bool isInside(uint64_t address) const {
    return address >= start_ && address < end_;
  }

  /// Part of the function that began the walk, not another function that it jumps to.
  bool isOwn(uint64_t address) const {
    return address == start_ || nesting_ > 0 || !code_.functionAt(address);
  }

  void enter(uint64_t address, const RegisterValues &values) {
    auto [state, isNew] = states_.try_emplace(address, values);
    if (isNew || state->second.mergeWith(values))
      waiting_.push_back(address);
  }

  void jumpTo(uint64_t address, const RegisterValues &values) {
    if (isOwn(address))
      enter(address, values);
    else
      noteCall(address, values.depth());
  }

  static uint64_t bytes(int64_t depth) {
    return static_cast<uint64_t>(std::max<int64_t>(depth, 0));
  }

  void noteCall(uint64_t target, int64_t depth) {
    for (StackCall &call : walked.function.calls)
      if (call.target == target) {
        call.depth = std::max(call.depth, bytes(depth));
        return;
      }
    walked.function.calls.push_back({target, bytes(depth)});
  }

  void noteIndirectCall(int64_t depth) {
    walked.function.indirectCall =
        std::max(walked.function.indirectCall.value_or(0), bytes(depth));
  }

  void noteStack(const RegisterValues &values, uint64_t address) {
    walked.function.bytes =
        std::max(walked.function.bytes, bytes(values.depth()));
    if (!values.isDepthKnown() && !walked.function.dynamicAt)
      walked.function.dynamicAt = address;
  }

  void noteAddress(RegisterValue value) {
    auto address = static_cast<uint64_t>(value.number);
    if (value.kind == RegisterValue::Kind::Constant &&
        code_.functionAt(address) &&
        std::ranges::find(walked.function.addressesTaken, address) ==
            walked.function.addressesTaken.end())
      walked.function.addressesTaken.push_back(address);
  }

  /// From a place where the state is known to the next jump away.
  void walkFrom(uint64_t address) {
    RegisterValues values = states_.find(address)->second;
    ByteView bytes = code_.codeAt(address);
    bool isFirst = true;
    bool isAfterCall = false;
    for (;;) {
      if (!isFirst && !isOwn(address)) {
        // Falls into another function, unless that is only what stands behind a call that does not
        // return.
        if (!isAfterCall)
          noteCall(address, values.depth());
        return;
      }
      if (!isFirst && states_.contains(address))
        return enter(address, values);
      Instruction instruction = decoder_.decode(bytes, address);
      if (isInside(address))
        isSeen_[(address - start_) / 2] = true;
      if (!step(instruction, address, values))
        return;
      isAfterCall = instruction.operation == Operation::Jump ||
                    instruction.operation == Operation::JumpRegister;
      isFirst = false;
      address += instruction.size;
      bytes = bytes.subspan(std::min<size_t>(instruction.size, bytes.size()));
    }
  }

  /// False if the next instruction is not reached from this one.
  bool step(const Instruction &instruction, uint64_t address,
            RegisterValues &values) {
    switch (instruction.operation) {
    case Operation::Stop:
      return false;
    case Operation::Branch:
      jumpTo(instruction.target, values);
      return true;
    case Operation::Jump:
      return transfer(instruction, instruction.target, address, values);
    case Operation::JumpRegister: {
      RegisterValue base = values.get(instruction.source1);
      if (base.kind != RegisterValue::Kind::Constant)
        return transferUnknown(instruction, values);
      uint64_t target = static_cast<uint64_t>(base.number) +
                        static_cast<uint64_t>(instruction.immediate);
      return transfer(instruction, target & ~1ULL, address, values);
    }
    default:
      values.apply(instruction);
      noteStack(values, address);
      if (instruction.operation == Operation::AddImmediate)
        noteAddress(values.get(instruction.destination));
      return true;
    }
  }

  /// A jump or call to a known place.
  bool transfer(const Instruction &instruction, uint64_t target,
                uint64_t address, RegisterValues &values) {
    if (code_.codeAt(target).empty())
      return instruction.destination !=
             registerZero; // nothing is there to follow
    if (instruction.destination == registerZero) {
      jumpTo(target, values);
      return false;
    }
    if (instruction.destination == registerMillicode)
      return callPart(target, address, values);
    noteCall(target, values.depth());
    values.forgetCallerSaved();
    return true;
  }

  bool transferUnknown(const Instruction &instruction, RegisterValues &values) {
    if (instruction.destination != registerZero) {
      noteIndirectCall(values.depth());
      values.forgetCallerSaved();
      return true;
    }
    if (instruction.source1 == registerReturn)
      return false;
    if (instruction.source1 == registerMillicode && nesting_ > 0)
      walked.millicodeDepth = std::max(
          walked.millicodeDepth.value_or(values.depth()), values.depth());
    else
      noteTableJump(values);
    return false;
  }

  /// Jumps at different depths are a table's, deep in the function, and calls at its end.
  void noteTableJump(const RegisterValues &values) {
    if (!tableJump_) {
      tableJump_ = values;
      return;
    }
    RegisterValues &known = *tableJump_;
    if (known.depth() == values.depth()) {
      known.mergeWith(values);
      return;
    }
    noteIndirectCall(std::min(known.depth(), values.depth()));
    if (values.depth() > known.depth())
      known = values;
  }

  const Walked &walkPart(uint64_t target) {
    auto [found, isNew] = parts_.try_emplace(target);
    Walked &part = found->second;
    if (isNew) {
      Walk walk(code_, decoder_, parts_, target, nesting_ + 1);
      walk.run();
      part = std::move(walk.walked);
    }
    return part;
  }

  /// A call that returns to t0.
  bool callPart(uint64_t target, uint64_t address, RegisterValues &values) {
    if (nesting_ == maximumNesting)
      return false;
    const Walked &part = walkPart(target);
    const StackFunction &own = part.function;
    int64_t depth = values.depth();
    walked.function.bytes = std::max(
        walked.function.bytes, bytes(depth + static_cast<int64_t>(own.bytes)));
    for (const StackCall &call : own.calls)
      noteCall(call.target, depth + static_cast<int64_t>(call.depth));
    if (own.indirectCall)
      noteIndirectCall(depth + static_cast<int64_t>(*own.indirectCall));
    if (!walked.function.dynamicAt)
      walked.function.dynamicAt = own.dynamicAt;
    if (!part.millicodeDepth)
      return false;
    values.moveStack(-*part.millicodeDepth);
    values.forgetCallerSaved();
    noteStack(values, address);
    return true;
  }

  /// Goes on with the first instruction that nothing led to, as a target of the jump table. False
  /// if all is seen or there is no table.
  bool enterTable() {
    if (!tableJump_)
      return false;
    for (uint64_t offset = 0; offset + 2 <= end_ - start_; offset += 2) {
      uint64_t address = start_ + offset;
      ByteView bytes = code_.codeAt(address);
      if (bytes.empty())
        return false;
      unsigned size = instructionSize(bytes);
      if (!isSeen_[offset / 2]) {
        isSeen_[offset / 2] = true;
        if (decoder_.decode(bytes, address).operation == Operation::Stop)
          continue;
        isTableEntered_ = true;
        enter(address, *tableJump_);
        return true;
      }
      offset += size - 2;
    }
    return false;
  }

  const DeviceCode &code_;
  const InstructionDecoder &decoder_;
  Parts &parts_;
  uint64_t start_;
  uint64_t end_;
  unsigned nesting_; ///< 0: a function of its own; else called by t0
  std::unordered_map<uint64_t, RegisterValues> states_; ///< where jumps lead
  std::vector<uint64_t> waiting_;
  std::vector<bool> isSeen_; ///< by half-word
  std::optional<RegisterValues> tableJump_;
  bool isTableEntered_ = false;
};

} // namespace

StackFunction measureFunction(const DeviceCode &code,
                              const InstructionDecoder &decoder,
                              uint64_t address) {
  Parts parts;
  Walk walk(code, decoder, parts, address, 0);
  walk.run();
  return std::move(walk.walked.function);
}

} // namespace dpa::driver
