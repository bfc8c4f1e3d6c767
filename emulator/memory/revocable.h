// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An object that others use briefly and that its owner revokes: a key, a window.
// After revoke() no use begins, after waitUnused() none is left.
#ifndef DPA_EMULATOR_MEMORY_REVOCABLE_H
#define DPA_EMULATOR_MEMORY_REVOCABLE_H

#include "base/thread-slot.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

namespace dpa {

class Revocable {
public:
  bool isRevoked() const { return revoked_.load(std::memory_order_seq_cst); }
  void revoke() { revoked_.store(true, std::memory_order_seq_cst); }
  void waitUnused() const {
    for (const Slot &slot : slots_)
      while (slot.uses.load(std::memory_order_seq_cst) != 0)
        std::this_thread::yield();
  }

private:
  friend class RevocableUse;
  /// A quarter of the slots of threads: four belong to one thread, four are shared.
  static constexpr size_t ownCount = 4;
  static constexpr size_t slotCount = 2 * ownCount;
  static size_t slotOf(size_t thread) {
    return thread < ownCount ? thread : ownCount + thread % ownCount;
  }
  struct alignas(cacheLine) Slot {
    std::atomic<uint32_t> uses = 0;
  };

  std::atomic<bool> revoked_{false};
  std::array<Slot, slotCount> slots_; ///< by thread
};

class RevocableUse {
public:
  explicit RevocableUse(Revocable &used)
      : used_(used), slot_(Revocable::slotOf(threadSlot())),
        uses_(used.slots_[slot_].uses) {
    uses_.fetch_add(1, std::memory_order_seq_cst);
  }
  /// Without an atomic operation where no other thread writes.
  ~RevocableUse() {
    if (slot_ < Revocable::ownCount) [[likely]]
      uses_.store(uses_.load(std::memory_order_relaxed) - 1,
                  std::memory_order_release);
    else
      uses_.fetch_sub(1, std::memory_order_release);
  }
  RevocableUse(const RevocableUse &) = delete;
  RevocableUse &operator=(const RevocableUse &) = delete;

  /// False: it was taken away before.
  explicit operator bool() const { return !used_.isRevoked(); }

private:
  Revocable &used_;
  const size_t slot_;
  std::atomic<uint32_t> &uses_;
};

} // namespace dpa

#endif
