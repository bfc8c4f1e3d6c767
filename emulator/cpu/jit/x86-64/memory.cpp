// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads, stores, atomics. One test decides whether an access is aligned and in
// the window; whatever fails it is done by C++, which knows why.
#include "emulator/cpu/jit/x86-64/emitter.h"

#include <bit>

namespace dpa::cpu::jit {
namespace {

constexpr uint64_t LargestMaskedWindow = uint64_t(1) << 31;

/// The part of a window that one mask can test: its first power of two.
uint64_t maskedSize(const Window &window) {
  const uint64_t size = std::bit_floor(window.limit[0]);
  return size < LargestMaskedWindow ? size : LargestMaskedWindow;
}

bool fits32(int64_t value) {
  return value == static_cast<int32_t>(value);
}

int64_t biasOf(const Window &window) {
  return static_cast<int64_t>(reinterpret_cast<uint64_t>(window.host) -
                              window.base);
}

unsigned cellBytes(Opcode opcode) {
  switch (opcode) {
#define LOAD(name, match, type)                                                \
  case Opcode::name:                                                           \
    return sizeof(type);
#define STORE(name, match, type) LOAD(name, match, type)
#define AMO(name, match, type, operation) LOAD(name, match, type)
#include "emulator/cpu/instructions.def"
  default:
    return 0;
  }
}

bool holds(const Window &window, uint64_t address, unsigned bytes) {
  const uint64_t offset = address - window.base;
  return offset < window.limit[0] && window.limit[0] - offset >= bytes &&
         offset % bytes == 0;
}

} // namespace

Emitter::Cold *Emitter::emitCheck(const Step &step, unsigned bytes,
                                  const Window &window, Xbyak::RegExp &at) {
  const bool sharesBias = biasOf(window) == biasOf(Context.readable);
  const uint64_t size = maskedSize(window);
  if (!sharesBias || size < sizeof(uint64_t))
    return nullptr;
  if (step.rs1 == 0) { // a constant address
    if (!holds(window, static_cast<uint64_t>(step.immediate), bytes))
      return nullptr;
    mov(rax, static_cast<uint64_t>(step.immediate));
    at = r15 + rax;
    return &addCold(step, siteFunction(step.opcode));
  }
  const Reg64 base = source(step.rs1, rax);
  const Reg64 tested = base == rax ? rcx : rax;
  const auto offset =
      static_cast<int64_t>(static_cast<uint64_t>(step.immediate) - window.base);
  if (fits32(offset)) {
    lea(tested, ptr[base + static_cast<int>(offset)]);
  } else {
    mov(tested, static_cast<uint64_t>(offset));
    add(tested, base);
  }
  Cold &cold = addCold(step, siteFunction(step.opcode));
  test(tested, static_cast<uint32_t>(~(size - 1) | (bytes - 1)));
  jnz(cold.from);
  at = r15 + base + static_cast<int>(step.immediate);
  return &cold;
}

void Emitter::emitLoad(const Step &step) {
  const unsigned bytes = cellBytes(step.opcode);
  Xbyak::RegExp at;
  Cold *cold =
      step.rd == 0 ? nullptr : emitCheck(step, bytes, Context.readable, at);
  if (cold == nullptr)
    return callSite(step);
  const Reg64 to = destination(step.rd);
  switch (step.opcode) {
  case Opcode::Lb:
    movsx(to, byte[at]);
    break;
  case Opcode::Lh:
    movsx(to, word[at]);
    break;
  case Opcode::Lw:
    movsxd(to, dword[at]);
    break;
  case Opcode::Ld:
    mov(to, qword[at]);
    break;
  case Opcode::Lbu:
    movzx(to.cvt32(), byte[at]);
    break;
  case Opcode::Lhu:
    movzx(to.cvt32(), word[at]);
    break;
  default:
    mov(to.cvt32(), dword[at]);
    break;
  }
  finish(step, to);
  L(cold->back);
}

void Emitter::emitStore(const Step &step) {
  const unsigned bytes = cellBytes(step.opcode);
  Xbyak::RegExp at;
  Cold *cold = emitCheck(step, bytes, Context.writable, at);
  if (cold == nullptr)
    return callSite(step);
  const Reg64 value = source(step.rs2, rdx);
  switch (bytes) {
  case 1:
    mov(byte[at], value.cvt8());
    break;
  case 2:
    mov(word[at], value.cvt16());
    break;
  case 4:
    mov(dword[at], value.cvt32());
    break;
  default:
    mov(qword[at], value);
    break;
  }
  L(cold->back);
}

/// Swap and add are one host instruction, and such cells are readable where
/// they are writable.
void Emitter::emitAmo(const Step &step) {
  callSite(step);
}

/// The host orders all but a load after a store.
void Emitter::emitFence(const Step &step) {
  constexpr uint32_t Reads = 0xa;  // input, read
  constexpr uint32_t Writes = 0x5; // output, write
  const uint32_t before = step.bits >> 24 & 0xf;
  const uint32_t after = step.bits >> 20 & 0xf;
  const bool isTso = step.bits >> 28 == 8;
  if (!isTso && (before & Writes) != 0 && (after & Reads) != 0)
    mfence();
}

} // namespace dpa::cpu::jit
