// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a process has on the network cards of other devices, by the number that
// device code uses. Extensions live as long as the process. Thread safe.
#ifndef DPA_EMULATOR_PROCESS_CARD_EXTENSIONS_H
#define DPA_EMULATOR_PROCESS_CARD_EXTENSIONS_H

#include "emulator/nic/card/process-nic.h"

#include <deque>

namespace dpa {

class CardExtensions {
public:
  /// `owner`: the device of the card, which is kept. 0: there are too many.
  uint32_t add(std::shared_ptr<const void> owner,
               const std::shared_ptr<NetworkCard> &card) {
    constexpr size_t extensionsMax = 0xffff;
    std::lock_guard guard(lock_);
    for (uint32_t i = 0; i < extensions_.size(); ++i)
      if (&extensions_[i].nic.card() == card.get())
        return i + 1;
    if (extensions_.size() == extensionsMax)
      return 0;
    extensions_.emplace_back(std::move(owner), card);
    return static_cast<uint32_t>(extensions_.size());
  }

  /// 0: none.
  uint32_t numberOf(const void *owner) const {
    std::shared_lock guard(lock_);
    for (uint32_t i = 0; i < extensions_.size(); ++i)
      if (extensions_[i].owner.get() == owner)
        return i + 1;
    return 0;
  }

  /// Null: no such number.
  ProcessNic *find(uint64_t number) {
    std::shared_lock guard(lock_);
    return number == 0 || number > extensions_.size()
               ? nullptr
               : &extensions_[number - 1].nic;
  }

  void closeQueues() {
    std::lock_guard guard(lock_);
    for (Extension &each : extensions_)
      each.nic.closeQueues();
  }

private:
  struct Extension {
    Extension(std::shared_ptr<const void> owner,
              std::shared_ptr<NetworkCard> card)
        : owner(std::move(owner)), nic(std::move(card)) {}
    const std::shared_ptr<const void>
        owner; ///< before the queues, which end first
    ProcessNic nic;
  };

  mutable std::shared_mutex lock_;   ///< of what follows
  std::deque<Extension> extensions_; ///< never moved
};

} // namespace dpa

#endif
