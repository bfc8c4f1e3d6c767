// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the memory-model check reports: an access of device code that is wrong,
// or would be on a card, because a fence or a cache operation is missing.
// Addresses only; the host library adds symbols and source lines. Included by
// emulator/interface/device.h.
#ifndef DPA_EMULATOR_INTERFACE_MEMORY_VIOLATION_H
#define DPA_EMULATOR_INTERFACE_MEMORY_VIOLATION_H

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
  } kind = Kind::WritesOutOfOrder;
  uint64_t address = 0; ///< of the memory that it is about
  CheckedAccess access;
  CheckedAccess other;
  CheckedAccess seen;
};

} // namespace dpa

#endif
