// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An emulated device, as processes of other devices see it: they may have queues on
// its network card.
#ifndef DPA_EMULATOR_NIC_CARD_CARD_OWNER_H
#define DPA_EMULATOR_NIC_CARD_CARD_OWNER_H

#include "emulator/nic/card/network-card.h"

namespace dpa {

class Scheduler;

class CardOwner {
public:
  virtual ~CardOwner() = default;
  /// The card, whose port is open, for a process with this scheduler: in a reproducible
  /// run both have one order of turns from now on. Null, with a message in `error`. The
  /// device outlives its use.
  virtual std::shared_ptr<NetworkCard>
  shareCard(const std::shared_ptr<Scheduler> &scheduler,
            std::string &error) = 0;
};

} // namespace dpa

#endif
