// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opening a port of a card.
#include "emulator/nic/card/card-port.h"

#include "emulator/nic/port/port-addresses.h"

namespace dpa {

bool CardPort::open(const PortSettings &settings, Background &background,
                    const PortPlace &place, std::string &error) {
  name_ = place.name;
  port_ = makePort(settings,
                   {.receiver = *this,
                    .background = background,
                    .name = place.name,
                    .isReproducible = place.isReproducible,
                    .inputs = place.inputs,
                    .number = number_,
                    .vportSwitch = place.vportSwitch},
                   error);
  if (!port_)
    return false;
  hasOrderedLink_ = place.inputs && (settings.kind == PortKind::Tap ||
                                     settings.kind == PortKind::Interface);
  isLoopback_ = settings.kind == PortKind::Loopback;
  mayNeedOwnFrames_ = isLoopback_ && (!settings.captureFile.empty() ||
                                      settings.impairments.any());
  roce_.setAddresses(addressesOf(settings, place.name, port_->mtu()));
  return true;
}

} // namespace dpa
