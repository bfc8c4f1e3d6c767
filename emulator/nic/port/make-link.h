// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the links of a port: one function for each kind.
#ifndef DPA_EMULATOR_NIC_PORT_MAKE_LINK_H
#define DPA_EMULATOR_NIC_PORT_MAKE_LINK_H

#include "emulator/configuration/port-settings.h"
#include "emulator/nic/port/counters.h"
#include "emulator/nic/port/vport-switch.h"
#include "emulator/schedule/background.h"

#include <memory>

namespace dpa {

/// What a link is given. The objects outlive it.
struct LinkContext {
  const PortSettings &settings; ///< during the call only
  FrameReceiver &receiver;
  Background &background;
  PortCounters &counters;
  /// Of a port of the kind Vport; else null.
  std::shared_ptr<VportSwitch> vportSwitch = nullptr;
};

/// Null on failure, with a message in `error` that names what cannot be opened.
std::unique_ptr<Link> makeLink(const LinkContext &context, std::string &error);

std::unique_ptr<Link> makeTapLink(const LinkContext &context,
                                  std::string &error);
std::unique_ptr<Link> makeInterfaceLink(const LinkContext &context,
                                        std::string &error);
std::unique_ptr<Link> makePcapLink(const LinkContext &context,
                                   std::string &error);
std::unique_ptr<Link> makeUnixLink(const LinkContext &context,
                                   std::string &error);
std::unique_ptr<Link> makeUdpLink(const LinkContext &context,
                                  std::string &error);
std::unique_ptr<Link> makeVportLink(const LinkContext &context);

} // namespace dpa

#endif
