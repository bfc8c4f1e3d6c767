// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opening a port of a card.
#include "emulator/nic/card/card-port.h"

#include "emulator/nic/port/port-addresses.h"

namespace dpa {

bool CardPort::open(const PortSettings &settings, Background &background,
                    const std::string &name, bool isReproducible,
                    std::string &error) {
  port_ = makePort(settings,
                   {.receiver = *this,
                    .background = background,
                    .name = name,
                    .isReproducible = isReproducible},
                   error);
  if (!port_)
    return false;
  isLoopback_ = settings.kind == PortKind::Loopback;
  mayNeedOwnFrames_ = isLoopback_ && (!settings.captureFile.empty() ||
                                      settings.impairments.any());
  roce_.setAddresses(addressesOf(settings, name, port_->mtu()));
  return true;
}

} // namespace dpa
