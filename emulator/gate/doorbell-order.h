// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Doorbells of a queue of the host in the order of turns. If the program writes a doorbell
// register again before the card has read it, the card sees only the last value; how
// often this happens differs between runs. A replay therefore rings the recorded
// doorbells: for each value that the card reads, also the recorded ones between the
// value before and this one; a value that is not recorded is skipped if a later one is.
// The same value may be written twice, for example to arm a queue again: the replay rings
// it as often as it is recorded in a row.
#ifndef DPA_EMULATOR_GATE_DOORBELL_ORDER_H
#define DPA_EMULATOR_GATE_DOORBELL_ORDER_H

#include "emulator/gate/gate.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace dpa {

class DoorbellOrder {
public:
  /// `mask`: of indices, which wrap around. The gate outlives it.
  DoorbellOrder(Gate &gate, ChangeOf what, uint32_t mask)
      : gate_(gate), what_(what), mask_(mask), isReplay_(gate.isReplay()) {}

  /// `action(index)` is admitted for each doorbell of `queue` that reaches the card. Threads
  /// may call it at the same time.
  template <typename Action>
  void ring(uint32_t queue, uint32_t index, Action action) {
    auto admit = [&](uint32_t each) {
      gate_.change(what_, queue, each, [&] { action(each); });
    };
    if (!isReplay_)
      return admit(index);
    const uint32_t before = last_.exchange(index);
    const uint32_t count = (index - before) & mask_;
    for (uint32_t i = 1; i < count && count <= entriesMax; ++i)
      if (isAwaited(queue, before + i))
        admit((before + i) & mask_);
    if (isAwaited(queue, index) || mustRing(queue, index, count == 0))
      admit(index);
    while (gate_.isAwaited(what_, queue, index) == Awaited::Next)
      admit(index);
  }

private:
  static constexpr uint32_t entriesMax = 0x8000; ///< of the largest send queue

  bool isAwaited(uint32_t queue, uint32_t index) const {
    const Awaited awaited = gate_.isAwaited(what_, queue, index & mask_);
    return awaited == Awaited::Next || awaited == Awaited::Later;
  }
  /// Of a value that is not recorded. If nothing replaces it, it is a difference, which is
  /// reported when it is admitted.
  bool mustRing(uint32_t queue, uint32_t index, bool isRepeated) const {
    if (gate_.isAwaited(what_, queue, index) == Awaited::Unchecked)
      return true;
    if (isRepeated)
      return false;
    for (uint32_t i = 1; i < entriesMax; ++i)
      if (isAwaited(queue, index + i))
        return false;
    return true;
  }

  Gate &gate_;
  const ChangeOf what_;
  const uint32_t mask_;
  const bool isReplay_;
  std::atomic<uint32_t> last_ = mask_; ///< index of the doorbell before
};

/// The same for queues that are named by number.
class DoorbellOrders {
public:
  DoorbellOrders(Gate &gate, ChangeOf what, uint32_t mask)
      : gate_(gate), what_(what), mask_(mask), isReplay_(gate.isReplay()) {}

  template <typename Action>
  void ring(uint32_t queue, uint32_t index, Action action) {
    if (isReplay_)
      return of(queue)->ring(queue, index, action);
    gate_.change(what_, queue, index, [&] { action(index); });
  }
  /// The queue has been destroyed: another one may get its number.
  void forget(uint32_t queue) noexcept {
    if (!isReplay_)
      return;
    const std::lock_guard guard(lock_);
    orders_.erase(queue);
  }

private:
  /// A thread may ring while the queue is forgotten.
  std::shared_ptr<DoorbellOrder> of(uint32_t queue) {
    const std::lock_guard guard(lock_);
    std::shared_ptr<DoorbellOrder> &order = orders_[queue];
    if (!order)
      order = std::make_shared<DoorbellOrder>(gate_, what_, mask_);
    return order;
  }

  Gate &gate_;
  const ChangeOf what_;
  const uint32_t mask_;
  const bool isReplay_;
  std::mutex lock_; ///< of what follows
  std::map<uint32_t, std::shared_ptr<DoorbellOrder>> orders_;
};

} // namespace dpa

#endif
