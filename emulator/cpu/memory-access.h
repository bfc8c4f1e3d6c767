// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The slow path of guest accesses: everything that is not in the windows. Finds
// the region, checks alignment and the rights of the current privilege, fills
// the TLB, calls devices, raises the exact trap. Misaligned accesses, where they
// are allowed, are made here byte by byte. All functions return false
// after a trap was raised, with nothing changed in memory.
#ifndef DPA_EMULATOR_CPU_MEMORY_ACCESS_H
#define DPA_EMULATOR_CPU_MEMORY_ACCESS_H

#include "emulator/cpu/atomics.h"
#include "emulator/cpu/hart-state.h"

namespace dpa::cpu {

/// Loads `bytes` bytes, zero-extended. If the address is misaligned, pc is that
/// of the instruction.
bool loadOutside(HartState &hart, uint64_t address, unsigned bytes,
                 uint64_t &value);
bool storeOutside(HartState &hart, uint64_t address, unsigned bytes,
                  uint64_t value);

enum class AtomicRights : uint8_t { Read, Write, ReadWrite };

/// The cell of an atomic operation, which devices do not have. Null after a
/// trap.
std::byte *atomicCell(HartState &hart, uint64_t address, unsigned bytes,
                      AtomicRights rights);

/// A loaded cell as it goes into a register.
template <class T> uint64_t extended(T cell) {
  return static_cast<uint64_t>(static_cast<int64_t>(cell));
}

template <class T>
bool slowLoad(HartState &hart, uint64_t address, uint64_t &value) {
  if (const std::byte *cell = hart.tlb->read<T>(address)) {
    value = extended(loadRelaxed<T>(cell));
    return true;
  }
  uint64_t raw = 0;
  if (!loadOutside(hart, address, sizeof(T), raw))
    return false;
  value = extended(static_cast<T>(raw));
  return true;
}

template <class T>
bool slowStore(HartState &hart, uint64_t address, uint64_t value) {
  if (std::byte *cell = hart.tlb->write<T>(address)) {
    storeRelaxed<T>(cell, static_cast<T>(value));
    return true;
  }
  return storeOutside(hart, address, sizeof(T), value);
}

/// A value as it goes into a register: words are sign-extended.
template <class T> uint64_t toRegister(T value) {
  return static_cast<uint64_t>(
      static_cast<int64_t>(static_cast<std::make_signed_t<T>>(value)));
}

/// The same, by the windows if they hold it.
template <class T>
std::byte *cellOf(HartState &hart, uint64_t address, AtomicRights rights) {
  const bool read =
      rights == AtomicRights::Write || hart.readable.holds<T>(address);
  const bool write =
      rights == AtomicRights::Read || hart.writable.holds<T>(address);
  if (!read || !write)
    return atomicCell(hart, address, sizeof(T), rights);
  return (rights == AtomicRights::Read ? hart.readable : hart.writable)
      .at(address);
}

template <class T>
bool amo(HartState &hart, AmoOperation operation, uint64_t address,
         uint64_t operand, uint64_t &old) {
  std::byte *cell = cellOf<T>(hart, address, AtomicRights::ReadWrite);
  if (cell == nullptr)
    return false;
  old = toRegister(atomicUpdate(operation, reinterpret_cast<T *>(cell),
                                static_cast<T>(operand)));
  return true;
}

template <class T>
bool loadReserved(HartState &hart, uint64_t address, uint64_t &value) {
  std::byte *cell = cellOf<T>(hart, address, AtomicRights::Read);
  if (cell == nullptr)
    return false;
  orderAtomic();
  const T loaded =
      __atomic_load_n(reinterpret_cast<T *>(cell), __ATOMIC_SEQ_CST);
  hart.reservation = {address, loaded, sizeof(T)};
  value = toRegister(loaded);
  return true;
}

/// `failed` is 0 if the value was stored. A cell that changed and changed back
/// goes unnoticed, unless the owner of the harts drops reservations.
template <class T>
bool storeConditional(HartState &hart, uint64_t address, uint64_t value,
                      uint64_t &failed) {
  std::byte *cell = cellOf<T>(hart, address, AtomicRights::Write);
  if (cell == nullptr)
    return false;
  const Reservation reservation = hart.reservation;
  hart.reservation.bytes = 0;
  failed = 1;
  if (reservation.bytes == sizeof(T) && reservation.address == address) {
    auto expected = static_cast<T>(reservation.value);
    failed = __atomic_compare_exchange_n(reinterpret_cast<T *>(cell), &expected,
                                         static_cast<T>(value), false,
                                         __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)
                 ? 0
                 : 1;
    orderAtomic();
  }
  return true;
}

} // namespace dpa::cpu

#endif
