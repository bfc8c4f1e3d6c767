// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The MAC address and the GIDs of a port. Without a setting, the MAC address is made
// of the port's name and, where other processes can be at the other end, of this
// process and machine; so it does not change while the program runs.
#ifndef DPA_EMULATOR_NIC_PORT_PORT_ADDRESSES_H
#define DPA_EMULATOR_NIC_PORT_PORT_ADDRESSES_H

#include "emulator/configuration/port-settings.h"
#include "emulator/nic/wire/roce-addresses.h"

#include <optional>
#include <string_view>

namespace dpa {

/// `name`: of device and port. `mtu`: of the port.
RoceAddresses addressesOf(const PortSettings &settings, std::string_view name,
                          uint32_t mtu);

MacAddress macOf(const PortSettings &settings, std::string_view name);

/// The link-local address of a MAC address (EUI-64).
Gid linkLocalGid(const MacAddress &mac);
/// The reverse; nothing if the GID is not one of these.
std::optional<MacAddress> macOfLinkLocal(const Gid &gid);

} // namespace dpa

#endif
