// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores, atomics. One test decides whether an access is aligned and in
// the window; whatever fails it is done by C++, which knows why.
#include "emulator/cpu/jit/x86-64/emitter.h"

#include <bit>

namespace dpa::cpu::jit {
namespace {

bool fits32(int64_t value) {
  return value == static_cast<int32_t>(value);
}

} // namespace

/// `to` = base + offset as an offset in the window.
void Emitter::offsetInWindow(const Reg64 &to, const Reg64 &base, int64_t offset,
                             const Window &window) {
  const auto displacement =
      static_cast<int64_t>(static_cast<uint64_t>(offset) - window.base);
  if (fits32(displacement)) {
    lea(to, base, static_cast<int32_t>(displacement));
    return;
  }
  const auto low = static_cast<int64_t>(0 - window.base);
  if (fits32(low) && fits32(offset)) {
    lea(to, base, static_cast<int32_t>(offset));
    add(to, static_cast<uint32_t>(low));
    return;
  }
  mov(to, static_cast<uint64_t>(displacement));
  add(to, base);
}

void Emitter::testGroup(const Reg64 &temporary, const Reg64 &base,
                        const AccessGroup &group, Label &failed) {
  const Window &window = windowOf(group);
  offsetInWindow(temporary, base, group.begin(), window);
  if (group.isOneCell()) {
    test(temporary, static_cast<uint32_t>(maskOf(window, group.bytes)));
    return jnz(failed);
  }
  const int bits = std::countr_zero(group.bytes);
  if (bits != 0) // a misaligned offset becomes larger than any limit
    rorx(temporary, temporary, static_cast<uint8_t>(bits));
  cmp(temporary, static_cast<uint32_t>(lastBegin(group) >> bits));
  ja(failed);
}

bool Emitter::emitCheck(const Step &step, const Window &window, HostAddress &at,
                        Cold *&cold) {
  cold = nullptr;
  const unsigned bytes = cellBytes(step.opcode);
  if (!canTest(window))
    return false;
  if (step.rs1 == 0) { // a constant address
    if (!holds(window, static_cast<uint64_t>(step.immediate), bytes))
      return false;
    mov(rax, static_cast<uint64_t>(step.immediate));
    at = {.base = r15, .index = rax};
    return true;
  }
  const Reg64 base = source(step.rs1, rax);
  at = {.base = r15,
        .index = base,
        .displacement = static_cast<int32_t>(step.immediate)};
  const auto mask = static_cast<uint32_t>(maskOf(window, bytes));
  const Coverage coverage = coverageOf(step);
  if (coverage.isTested)
    return true;
  const Reg64 tested = base == rax ? rcx : rax;
  if (coverage.group == nullptr) {
    cold = &addCold(step, siteFunction(step.opcode));
    offsetInWindow(tested, base, step.immediate, window);
    test(tested, mask);
    jnz(cold->from);
    return true;
  }
  testGroup(tested, base, *coverage.group, addTail(step));
  return true;
}

void Emitter::emitLoad(const Step &step) {
  HostAddress at;
  Cold *cold = nullptr;
  if (step.rd == 0 || !emitCheck(step, context_.readable, at, cold))
    return callSite(step);
  const Reg64 to = destination(step.rd);
  loadFrom(at, step, to);
  finish(step, to);
  if (cold != nullptr)
    bind(cold->back);
}

void Emitter::loadFrom(const HostAddress &at, const Step &step,
                       const Reg64 &to) {
  const auto form = [&]() -> Transfer {
    switch (step.opcode) {
    case Opcode::Lb: // movsx
      return {.opcode = 0xbe, .isWide = true, .hasEscape = true};
    case Opcode::Lh:
      return {.opcode = 0xbf, .isWide = true, .hasEscape = true};
    case Opcode::Lw: // movsxd
      return {.opcode = 0x63, .isWide = true};
    case Opcode::Ld: // mov
      return {.opcode = 0x8b, .isWide = true};
    case Opcode::Lbu: // movzx
      return {.opcode = 0xb6, .hasEscape = true};
    case Opcode::Lhu:
      return {.opcode = 0xb7, .hasEscape = true};
    default: // mov
      return {.opcode = 0x8b};
    }
  };
  transfer(form(), to, at);
}

/// slli t, index, n; add t, t, base; load t, offset(t). The host does shift and
/// addition while it loads, so that a chain of such loads waits for them no
/// more; t holds the address only for C++.
size_t Emitter::emitJoined(const FragmentBlock &block, size_t first) {
  constexpr size_t steps = 3;
  constexpr int64_t shiftMax = 3;
  if (block.steps.size() - first < steps)
    return 0;
  const Step &shift = block.steps[first];
  const Step &sum = block.steps[first + 1];
  const Step &load = block.steps[first + 2];
  const uint8_t t = load.rd;
  if (shift.opcode != Opcode::Slli || shift.shiftRight != 0 ||
      shift.immediate < 1 || shift.immediate > shiftMax ||
      sum.opcode != Opcode::Add || kindOf(load.opcode) != Kind::Load ||
      shift.rd != t || sum.rd != t || load.rs1 != t || sum.rs1 == sum.rs2 ||
      (sum.rs1 != t && sum.rs2 != t))
    return 0;
  const uint8_t base = sum.rs1 == t ? sum.rs2 : sum.rs1;
  const Window &window = context_.readable;
  const auto offset =
      static_cast<int64_t>(static_cast<uint64_t>(load.immediate) - window.base);
  if (isLimited(t) || !isMapped(t) || !isMapped(base) || !isMapped(shift.rs1) ||
      !canTest(window) || !fits32(offset))
    return 0;
  widen(base);
  widen(shift.rs1);
  forgetNarrow(t);
  markStale(t); // C++ reads the address
  Cold &cold = addCold(load, siteFunction(load.opcode));
  cold.address = {.base = host(base),
                  .index = host(shift.rs1),
                  .shift = static_cast<int>(shift.immediate)};
  cold.made = host(t);
  lea(rax, ptr[cold.address->expression() + static_cast<int>(offset)]);
  lea(rcx, ptr[r15 + host(base)]);
  test(rax, static_cast<uint32_t>(maskOf(window, cellBytes(load.opcode))));
  jnz(cold.from);
  HostAddress at = *cold.address;
  at.base = rcx;
  at.displacement = static_cast<int32_t>(load.immediate);
  loadFrom(at, load, host(t));
  bind(cold.back);
  return steps;
}

void Emitter::emitStore(const Step &step) {
  HostAddress at;
  Cold *cold = nullptr;
  if (!emitCheck(step, context_.writable, at, cold))
    return callSite(step);
  const unsigned bytes = cellBytes(step.opcode);
  transfer({.opcode = static_cast<uint8_t>(bytes == 1 ? 0x88 : 0x89),
            .isWide = bytes == 8,
            .has16Bits = bytes == 2,
            .isByte = bytes == 1},
           source(step.rs2, rcx), at);
  if (cold != nullptr)
    bind(cold->back);
}

/// x86-64 keeps every order but that of a store before a later load. A locked
/// instruction keeps that one, too, in a quarter of the time of `mfence`. Its
/// operand is in the red zone, where translated code keeps nothing, and in
/// another cache line than the top of the stack. Changes the flags.
void Emitter::emitFence(const Step &step) {
  constexpr int unusedCell = -64; // relative to rsp
  const FenceKind fence(step.bits);
  if (fence.isTso || !fence.writesBefore || !fence.readsAfter)
    return;
  lock();
  or_(dword[rsp + unusedCell], 0);
}

} // namespace dpa::cpu::jit
