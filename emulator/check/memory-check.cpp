// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which model an access goes through, and what a fence means to each.
#include "emulator/check/memory-check.h"

#include "emulator/check/cells.h"
#include "emulator/cpu/hart.h"
#include "runtime/abi/address-map.h"
#include "runtime/abi/fence-hint.h"

namespace dpa {
namespace {

/// Data and heap. What threads have for themselves, stack and thread-local
/// data, is theirs in any order.
bool isShared(uint64_t address) {
  return address >= DPA_DATA_BASE && address < DPA_THREAD_AREA_BASE;
}

uint32_t unitOf(const cpu::Hart &hart) {
  return static_cast<uint32_t>(hart.id());
}

} // namespace

MemoryCheck::MemoryCheck(const CheckOptions &options, ProcessObserver &observer)
    : Options(options), Observer(observer) {
  if (options.seed)
    Buffers.emplace(*options.seed, options.units);
}

uint64_t MemoryCheck::load(const cpu::ObservedAccess &access) {
  if (!Buffers || !isShared(access.address))
    return loadCell(access.cell, access.bytes);
  std::optional<MemoryViolation> missed;
  uint64_t value = 0;
  {
    std::lock_guard guard(Lock);
    value = Buffers->load(unitOf(access.hart), access, missed);
  }
  if (missed)
    report(*missed);
  return value;
}

void MemoryCheck::store(const cpu::ObservedAccess &access, uint64_t value) {
  if (!Buffers || !isShared(access.address))
    return storeCell(access.cell, access.bytes, value);
  std::lock_guard guard(Lock);
  Buffers->store(unitOf(access.hart), access, value);
}

void MemoryCheck::atomic(const cpu::ObservedAtomic &operation) {
  const cpu::ObservedAccess &access = operation.access;
  const uint32_t eu = unitOf(access.hart);
  if (!Buffers)
    return;
  std::optional<MemoryViolation> missed;
  {
    std::lock_guard guard(Lock);
    if (operation.releases)
      Buffers->drain(eu);
    if (isShared(access.address))
      Buffers->atomic(eu, access, missed);
  }
  if (missed)
    report(*missed);
}

/// One without a hint orders what RISC-V says, which C11 atomics are made of.
void MemoryCheck::fence(const cpu::ObservedFence &fence) {
  constexpr unsigned Writes = 1;
  if (!Buffers)
    return;
  std::lock_guard guard(Lock);
  const uint32_t eu = unitOf(fence.hart);
  if (DPA_FENCE_HINT_IS(fence.hint))
    fenceWithHint(eu, fence.hint);
  else if ((fence.before & Writes) != 0)
    Buffers->drain(eu);
}

void MemoryCheck::fenceWithHint(uint32_t eu, unsigned hint) {
  if ((DPA_FENCE_HINT_PRED(hint) & DPA_FENCE_WRITE) == 0)
    return;
  switch (DPA_FENCE_HINT_SPACE(hint)) {
  case DPA_FENCE_SPACE_HEAP:
    return Buffers->drain(eu, Options.heap.base, Options.heap.size);
  case DPA_FENCE_SPACE_MMIO:
    return;
  default:
    return Buffers->drain(eu);
  }
}

void MemoryCheck::deviceStore(const cpu::ObservedAccess & /*access*/) {}

void MemoryCheck::turnBegins() {
  std::lock_guard guard(Lock);
  if (Buffers)
    Buffers->tick();
}

void MemoryCheck::activationBegins() {
  hostComes();
}

void MemoryCheck::machineComes(uint32_t eu) {
  std::lock_guard guard(Lock);
  if (Buffers)
    Buffers->drain(eu);
}

void MemoryCheck::hostComes() {
  std::lock_guard guard(Lock);
  if (Buffers)
    Buffers->drainAll();
}

void MemoryCheck::report(const MemoryViolation &violation) {
  {
    std::lock_guard guard(Lock);
    if (!Reported
             .emplace(violation.kind, violation.access.pc, violation.other.pc)
             .second)
      return;
  }
  Observer.violation(violation);
}

} // namespace dpa
