// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A completion queue continues in another ring: entries that were not consumed are copied by
// the card, or stay behind, for the program to copy them.
#include "emulator/nic/queue/completion-queue.h"

#include "emulator/nic/queue/doorbell-record.h"

#include <mutex>
#include <vector>

namespace dpa {

bool EmulatedCq::resize(QueueMemory ring, uint8_t logDepth) {
  std::lock_guard guard(lock_);
  const std::optional<uint32_t> consumed =
      readDoorbellRecord(record_, DPA_DBR_CQ_CI);
  const uint32_t used = consumed ? (produced_ - *consumed) & indexMask : 0;
  if (!consumed || used > 1u << logDepth || used > 1u << logDepth_ ||
      settings_.isCollapsed)
    return false;
  std::vector<CqeBytes> entries(used);
  for (uint32_t i = 0; i < used; ++i) {
    if (!ring_.read(placeOf(produced_ - used + i), entries[i]))
      return false;
    entries[i].back() &= ~std::byte(DPA_CQE_OWNER);
  }
  ring_ = std::move(ring);
  logDepth_ = logDepth;
  consumed_ = *consumed;
  for (uint32_t i = 0; i < used; ++i)
    write(produced_ - used + i, entries[i]);
  return true;
}

/// A program that ignores overrun need not update the doorbell record.
CqRingChange EmulatedCq::checkRingChange(uint8_t logDepth) const {
  if (isBroken_ || settings_.isCollapsed)
    return CqRingChange::Impossible;
  if (ignoresOverrun_)
    return CqRingChange::Done;
  const std::optional<uint32_t> consumed =
      readDoorbellRecord(record_, DPA_DBR_CQ_CI);
  if (!consumed)
    return CqRingChange::Impossible;
  consumed_ = *consumed;
  if (isFull(*consumed))
    return CqRingChange::NoRoom;
  const uint32_t collected = compression_.isEmpty() ? 0 : 1;
  const uint32_t used = (produced_ + collected - *consumed) & indexMask;
  return used > 1u << logDepth ? CqRingChange::TooManyEntries
                               : CqRingChange::Done;
}

/// The program moves what it has not consumed by one index.
void EmulatedCq::countResizeEntry() {
  const uint32_t used = (produced_ - consumed_) & indexMask;
  const uint32_t urgent = (urgent_ - consumed_) & indexMask;
  if (urgent != 0 && urgent <= used)
    ++urgent_;
}

CqRingChange EmulatedCq::changeRing(QueueMemory ring, uint8_t logDepth) {
  const std::lock_guard guard(lock_);
  if (const auto checked = checkRingChange(logDepth);
      checked != CqRingChange::Done)
    return checked;
  if (writeCollected() != Push::Done)
    return CqRingChange::Impossible;
  countResizeEntry();
  if (writeNext(writeResizeCqe(compression_.isOn() ? validity(produced_)
                                                   : uint8_t())) != Push::Done)
    return CqRingChange::Impossible;
  compression_.clearTitle();
  ring_ = std::move(ring);
  logDepth_ = logDepth;
  return CqRingChange::Done;
}

} // namespace dpa
