// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The event queue of a device whose events reach the host program, as interrupts
// (MSI-X) do: which function observes which completion queue. Thread safe.
#ifndef DPA_EMULATOR_NIC_QUEUE_HOST_EVENTS_H
#define DPA_EMULATOR_NIC_QUEUE_HOST_EVENTS_H

#include "emulator/interface/nic.h"
#include "emulator/nic/queue/event-target.h"

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace dpa {

class HostEvents : public EventTarget {
public:
  void observe(uint32_t completionQueue,
               std::weak_ptr<CompletionObserver> observer) {
    std::lock_guard guard(lock_);
    auto &observers = observers_[completionQueue];
    std::erase_if(observers, [](const auto &each) { return each.expired(); });
    observers.push_back(std::move(observer));
  }
  /// The queue has ended.
  void forget(uint32_t completionQueue) {
    Observers ended;
    {
      const std::lock_guard guard(lock_);
      if (auto found = observers_.find(completionQueue);
          found != observers_.end()) {
        ended.swap(found->second);
        observers_.erase(found);
      }
    }
    for (const auto &each : ended)
      if (const std::shared_ptr<CompletionObserver> observer = each.lock())
        observer->completionQueueEnded(completionQueue);
  }

  void event(uint32_t completionQueue) noexcept override {
    forEachOf(completionQueue, [&](CompletionObserver &observer) {
      observer.completionEvent(completionQueue);
    });
  }
  bool isStarted() const noexcept override { return true; }
  void overrun(uint32_t completionQueue) noexcept override {
    forEachOf(completionQueue, [&](CompletionObserver &observer) {
      observer.completionQueueError(completionQueue);
    });
  }

private:
  using Observers = std::vector<std::weak_ptr<CompletionObserver>>;

  template <typename Action>
  void forEachOf(uint32_t completionQueue, const Action &action) noexcept {
    std::lock_guard guard(lock_);
    auto found = observers_.find(completionQueue);
    if (found == observers_.end())
      return;
    for (const auto &each : found->second)
      if (std::shared_ptr<CompletionObserver> observer = each.lock())
        action(*observer);
  }

  std::mutex lock_; ///< of what follows; held while observers are called
  std::unordered_map<uint32_t, Observers> observers_;
};

} // namespace dpa

#endif
