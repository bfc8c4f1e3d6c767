// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the network card sees of the DPA memory that it reads: doorbell records,
// as they were last written back. Given the stores and write-backs of
// execution units (EUs); gives the card a view of each record, and returns the
// store that has not reached it. Used by one thread at a time, the views by any.
#ifndef DPA_EMULATOR_CHECK_NIC_VIEW_H
#define DPA_EMULATOR_CHECK_NIC_VIEW_H

#include "emulator/cpu/observer.h"
#include "emulator/interface/memory-violation.h"

#include <deque>
#include <optional>

namespace dpa {

class NicView {
public:
  /// A doorbell record as long as its queue lives.
  struct Record {
    uint32_t queue = 0;
    uint64_t address = 0;              ///< of 8 bytes
    const std::byte *memory = nullptr; ///< what execution units see
    uint64_t seen = 0;                 ///< what the card sees
    bool isLive = false;
    std::optional<CheckedAccess>
        unwritten; ///< a store that the card has not seen
  };

  /// The card's view of the record of a queue; valid while this lives, also
  /// when the queue is gone.
  const std::byte *add(uint32_t queue, uint64_t address,
                       const std::byte *memory);
  void remove(uint32_t queue);

  /// An EU stores, or has stored, to memory.
  void stored(const cpu::ObservedAccess &access);
  /// What it has stored so far is visible to the card.
  void writeBack(uint32_t eu);
  /// The host, or the machine, may have written.
  void refresh();

  /// The record of a queue if a store has not reached it; else null.
  const Record *unwrittenOf(uint32_t queue) const;
  const std::deque<Record> &records() const { return records_; }

private:
  std::deque<Record> records_; ///< views are never moved
};

} // namespace dpa

#endif
