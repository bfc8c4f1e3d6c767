// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live links in reproducible runs: one whose frames and changes enter the order of
// turns, and one that a recording takes the place of.
#ifndef DPA_EMULATOR_NIC_PORT_ORDERED_LINK_H
#define DPA_EMULATOR_NIC_PORT_ORDERED_LINK_H

#include "emulator/nic/port/make-link.h"
#include "emulator/schedule/port-inputs.h"

namespace dpa {

/// A port of a device, by its number, whose inputs are part of the order of turns.
struct OrderedPort {
  PortInputs &inputs; ///< outlives the link
  uint32_t number;
};

/// The link of the settings, or the one of the recording if the inputs are a
/// replay. Null on failure, with a message in `error`.
std::unique_ptr<Link> makeOrderedLink(const LinkContext &context,
                                      const OrderedPort &port,
                                      std::string &error);

} // namespace dpa

#endif
