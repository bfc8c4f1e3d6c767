// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the network card sees of the doorbell records that it reads: what was last
// written back. Given the stores and write-backs of execution units (EUs); gives
// the card a view of each record, and returns the store that has not reached it
// and the entries that a store posts. Used by one thread at a time, the views by any.
#ifndef DPA_EMULATOR_CHECK_NIC_VIEW_H
#define DPA_EMULATOR_CHECK_NIC_VIEW_H

#include "emulator/cpu/observer.h"
#include "emulator/interface/memory-violation.h"

#include <deque>
#include <optional>

namespace dpa {

/// The ring of a receive queue whose doorbell record posts its entries.
struct ReceiveRing {
  const std::byte *memory = nullptr; ///< null: stores to it are not checked
  unsigned logDepth = 0;
  unsigned logStride = 0;
};

/// A completion queue: its number is unique on one card only.
struct CheckedQueue {
  uint32_t device = 0; ///< 0: that of the process; others: extensions of it
  uint32_t number = 0;

  bool operator==(const CheckedQueue &) const = default;
};

class NicView {
public:
  /// A doorbell record as long as its queue lives.
  struct Record {
    CheckedQueue queue; ///< of completions; receive queues have a ring
    std::optional<ReceiveRing> ring;
    uint16_t posted = 0;  ///< producer index of the ring as units see it
    uint64_t address = 0; ///< of 8 bytes
    const std::byte *memory = nullptr; ///< what execution units see
    uint64_t seen = 0;                 ///< what the card sees
    bool isLive = false;
    std::optional<CheckedAccess>
        unwritten; ///< a store that the card has not seen
  };

  /// The card's view of the record of a queue; valid while this lives, also
  /// when the queue is gone.
  const std::byte *add(const CheckedQueue &queue, uint64_t address,
                       const std::byte *memory);
  void remove(const CheckedQueue &queue);
  /// The same for the record of a receive queue, which its view identifies.
  const std::byte *add(const ReceiveRing &ring, uint64_t address,
                       const std::byte *memory);
  void remove(const std::byte *view);

  /// An EU stores, or has stored, to memory.
  void stored(const cpu::ObservedAccess &access);
  /// Entries of a receive queue.
  struct Posting {
    ReceiveRing ring;
    uint16_t first = 0;
    uint16_t count = 0;
  };
  /// The entries that a store posts, if it is one to the record of a receive
  /// queue.
  std::optional<Posting> post(const cpu::ObservedAccess &access,
                              uint64_t value);
  /// What it has stored so far is visible to the card.
  void writeBack(uint32_t eu);
  /// The host, or the machine, may have written.
  void refresh();

  /// The record of a queue if a store has not reached it; else null.
  const Record *unwrittenOf(const CheckedQueue &queue) const;
  const std::deque<Record> &records() const { return records_; }

private:
  const std::byte *add(const Record &record);

  std::deque<Record> records_; ///< views are never moved
};

} // namespace dpa

#endif
