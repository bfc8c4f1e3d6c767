// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reports on standard error which frames a card has dropped and why, when the card
// ends or, for cards that are still in use then, when the program ends. Nothing was
// dropped: nothing is reported. A child of fork() does not report its parent's cards.
#ifndef DPA_EMULATOR_CARD_DROP_REPORT_H
#define DPA_EMULATOR_CARD_DROP_REPORT_H

#include "emulator/nic/card/network-card.h"

#include <memory>
#include <string>

namespace dpa {

/// The card, whose drops will be reported under the name of its device.
std::shared_ptr<NetworkCard> reportDropsOf(std::unique_ptr<NetworkCard> card,
                                           const std::string &name);

} // namespace dpa

#endif
