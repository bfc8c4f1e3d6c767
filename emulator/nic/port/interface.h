// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Network interfaces of this machine by name: their number, state and MTU.
#ifndef DPA_EMULATOR_NIC_PORT_INTERFACE_H
#define DPA_EMULATOR_NIC_PORT_INTERFACE_H

#include "base/descriptor.h"

#include <cstdint>
#include <net/if.h>
#include <string>

namespace dpa {

/// A request of ioctl() for the interface.
ifreq requestFor(const std::string &name);

class NetworkInterface {
public:
  explicit NetworkInterface(const std::string &name);

  /// 0 if there is none with this name.
  int number() const;
  /// Set up by the administrator, and connected.
  bool isUp() const;
  /// Whether it was or could be set up.
  bool setUp() const;
  /// 0 if unknown.
  uint32_t mtu() const;
  bool setMtu(uint32_t mtu) const;

private:
  const std::string name_;
  const Descriptor socket_;
};

} // namespace dpa

#endif
