// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GIDs and the addresses that programs make of them. Each GID of the port is in
// the table twice, as on mlx5 cards: as RoCE v1 and as RoCE v2. Frames are RoCE v2
// with both.
#ifndef DPA_EMULATOR_VERBS_ADDRESSES_H
#define DPA_EMULATOR_VERBS_ADDRESSES_H

#include "emulator/interface/host-nic.h"

#include <infiniband/verbs.h>
#include <optional>

namespace dpa::verbs {

inline constexpr uint32_t entriesOfGid = 2;

/// Whether the device has a port of this number.
inline bool hasPort(const HostNic &nic, uint32_t number) {
  return number >= 1 && number <= nic.portCount();
}

/// Position in the GID table of the RoCE v2 entry; nothing: not a GID of the port.
std::optional<uint32_t> gidIndexOf(const PortState &port, const Gid &gid);

/// Whether the attributes name a port, a GID of it and a destination GID.
bool isValidAddress(const HostNic &nic, const ibv_ah_attr &address);

Gid destinationOf(const ibv_ah_attr &address);

/// The UDP source port, by which switches choose among paths: of the flow label,
/// or, if that is 0, of the two queue pairs.
uint16_t sourcePortFor(uint32_t flowLabel, uint32_t queuePair,
                       uint32_t remoteQueuePair);

/// The attributes are valid.
RocePath pathTo(const HostNic &nic, const ibv_ah_attr &address,
                uint32_t queuePair, uint32_t remoteQueuePair);

} // namespace dpa::verbs

#endif
