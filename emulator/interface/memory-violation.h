// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is reported of the accesses of device code: by the memory-model check
// those that are wrong, or would be on a card, because a fence or a cache
// operation is missing; and misaligned ones. Addresses only; the host library
// adds symbols and source lines. Included by emulator/interface/device.h.
#ifndef DPA_EMULATOR_INTERFACE_MEMORY_VIOLATION_H
#define DPA_EMULATOR_INTERFACE_MEMORY_VIOLATION_H

#include "emulator/interface/card-access.h"

#include <cstdint>

namespace dpa {

/// An instruction that accessed memory.
struct CheckedAccess {
  uint64_t pc = 0;     ///< 0: no instruction
  uint64_t caller = 0; ///< ra: the caller of a library function
  uint32_t eu = 0;
};

struct MemoryViolation {
  enum class Kind : uint8_t {
    /// `access` read what was there before `other` wrote, although its thread
    /// has seen `seen`, which the same thread wrote later.
    WritesOutOfOrder,
    /// `access` read what was there before a write of the network card, although its
    /// thread has seen a later one; the memory key permits the card any order.
    CardWritesOutOfOrder,
    /// `access` read through a window what `other` had cached, although host
    /// memory has changed since.
    StaleWindowRead,
    /// What `other` wrote through a window was not written back when `access`
    /// rang a doorbell.
    WindowWriteAtDoorbell,
    /// The same when `access` ended the activation; the write is lost.
    WindowWriteAtEnd,
    /// What `other` wrote to DPA memory that the network card reads was not
    /// written back when `access` rang a doorbell.
    MemoryWriteAtDoorbell,
    /// The same when `access` ended the activation.
    MemoryWriteAtEnd,
    /// The card read, as `object`, what `other` wrote and did not write back.
    UnwrittenCardRead,
    /// The same, and the card wrote over it.
    UnwrittenCardWrite,
    /// `access` wrote the doorbell record that posts an entry of a receive queue;
    /// `other` wrote the entry, and no fence orders the two.
    UnorderedReceiveEntry,
  } kind = Kind::WritesOutOfOrder;
  uint64_t address = 0; ///< of the memory that it is about
  CheckedAccess access;
  CheckedAccess other;
  CheckedAccess seen;
  CardObject object = CardObject::Data;
};

/// A load or store that is not naturally aligned; once for each instruction.
struct MisalignedAccess {
  CheckedAccess access;
  uint64_t address = 0;
  unsigned bytes = 0;
  bool stores = false;
};

} // namespace dpa

#endif
