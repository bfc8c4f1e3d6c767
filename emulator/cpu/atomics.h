// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic memory operations on host cells: sequentially consistent, because the
// acquire and release bits are only ever weaker. Returns the old value.
#ifndef DPA_EMULATOR_CPU_ATOMICS_H
#define DPA_EMULATOR_CPU_ATOMICS_H

#include <cstdint>
#include <type_traits>

namespace dpa::cpu {

enum class AmoOperation : uint8_t {
  Swap,
  Add,
  Xor,
  And,
  Or,
  Min,
  Max,
  MinUnsigned,
  MaxUnsigned
};

template <class T> T choose(AmoOperation operation, T old, T operand) {
  using Signed = std::make_signed_t<T>;
  switch (operation) {
  case AmoOperation::Min:
    return static_cast<Signed>(old) < static_cast<Signed>(operand) ? old
                                                                   : operand;
  case AmoOperation::Max:
    return static_cast<Signed>(old) > static_cast<Signed>(operand) ? old
                                                                   : operand;
  case AmoOperation::MinUnsigned:
    return old < operand ? old : operand;
  default:
    return old > operand ? old : operand;
  }
}

/// An atomic is one event among the accesses of its hart, as on x86-64; a host
/// that orders the halves separately needs a barrier after it too
/// (jit/aarch64/atomic.cpp says why).
inline void orderAtomic() {
#ifndef __x86_64__
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

template <class T> T updateCell(AmoOperation operation, T *cell, T operand) {
  switch (operation) {
  case AmoOperation::Swap:
    return __atomic_exchange_n(cell, operand, __ATOMIC_SEQ_CST);
  case AmoOperation::Add:
    return __atomic_fetch_add(cell, operand, __ATOMIC_SEQ_CST);
  case AmoOperation::Xor:
    return __atomic_fetch_xor(cell, operand, __ATOMIC_SEQ_CST);
  case AmoOperation::And:
    return __atomic_fetch_and(cell, operand, __ATOMIC_SEQ_CST);
  case AmoOperation::Or:
    return __atomic_fetch_or(cell, operand, __ATOMIC_SEQ_CST);
  default: {
    T old = __atomic_load_n(cell, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(cell, &old,
                                        choose(operation, old, operand), false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
    }
    return old;
  }
  }
}

template <class T> T atomicUpdate(AmoOperation operation, T *cell, T operand) {
  const T old = updateCell(operation, cell, operand);
  orderAtomic();
  return old;
}

} // namespace dpa::cpu

#endif
