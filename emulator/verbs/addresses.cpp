// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulator/verbs/addresses.h"

#include <algorithm>
#include <cstring>

namespace dpa::verbs {

std::optional<uint32_t> gidIndexOf(const PortState &port, const Gid &gid) {
  auto found = std::ranges::find(port.gids, gid);
  if (found == port.gids.end())
    return std::nullopt;
  const auto index = static_cast<uint32_t>(found - port.gids.begin());
  return index * entriesOfGid + 1;
}

bool isValidAddress(const HostNic &nic, const ibv_ah_attr &address) {
  return address.is_global != 0 && hasPort(nic, address.port_num) &&
         address.grh.sgid_index / entriesOfGid <
             nic.port(address.port_num).gids.size();
}

Gid destinationOf(const ibv_ah_attr &address) {
  Gid gid;
  std::memcpy(gid.data(), address.grh.dgid.raw, gid.size());
  return gid;
}

uint16_t sourcePortFor(uint32_t flowLabel, uint32_t queuePair,
                       uint32_t remoteQueuePair) {
  constexpr uint32_t labelMask = 0xfffff;
  constexpr unsigned labelBits = 20;
  if (flowLabel == 0) {
    uint64_t both = uint64_t{queuePair} * remoteQueuePair;
    both ^= both >> labelBits ^ both >> 2 * labelBits;
    flowLabel = static_cast<uint32_t>(both);
  }
  return ibv_flow_label_to_udp_sport(flowLabel & labelMask);
}

RocePath pathTo(const HostNic &nic, const ibv_ah_attr &address,
                uint32_t queuePair, uint32_t remoteQueuePair) {
  constexpr uint8_t defaultHopLimit = 64;
  const PortState port = nic.port(address.port_num);
  const ibv_global_route &route = address.grh;
  RocePath path;
  path.sourceMac = port.mac;
  path.sourceGid = port.gids[route.sgid_index / entriesOfGid];
  path.destinationGid = destinationOf(address);
  path.destinationMac = nic.macOf(address.port_num, path.destinationGid);
  path.trafficClass = route.traffic_class;
  path.hopLimit = route.hop_limit == 0 ? defaultHopLimit : route.hop_limit;
  path.flowLabel = route.flow_label;
  path.sourcePort = sourcePortFor(route.flow_label, queuePair, remoteQueuePair);
  return path;
}

} // namespace dpa::verbs
