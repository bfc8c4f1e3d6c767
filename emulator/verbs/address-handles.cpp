// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Address handles from attributes, and attributes from a received datagram.
#include "emulator/verbs/address-handles.h"

#include "base/uncancelled.h"
#include "emulator/verbs/addresses.h"
#include "runtime/abi/work-queues.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

using namespace dpa::verbs;

namespace {

constexpr uint32_t labelMask = 0xfffff;
constexpr uint8_t maximumHopLimit = 255;

/// The source GID is named by its position among the GIDs of the port, which is
/// what the card knows.
mlx5_wqe_av makeVector(const dpa::HostNic &nic, const ibv_ah_attr &address) {
  constexpr unsigned gidShift = 20;
  constexpr unsigned rateShift = 4;
  constexpr uint8_t levelMask = 0xf;
  const dpa::RocePath path = pathTo(nic, address, 0, 0);
  const uint32_t gid = address.grh.sgid_index / entriesOfGid;
  mlx5_wqe_av vector{};
  vector.stat_rate_sl = static_cast<uint8_t>(address.static_rate << rateShift |
                                             (address.sl & levelMask));
  vector.rlid = htobe16(path.sourcePort);
  std::ranges::copy(path.destinationMac, vector.rmac);
  vector.tclass = path.trafficClass;
  vector.hop_limit = path.hopLimit;
  vector.grh_gid_fl = htobe32(DPA_AV_HAS_GRH | (gid & 0xff) << gidShift |
                              (path.flowLabel & labelMask));
  std::ranges::copy(path.destinationGid, vector.rgid);
  return vector;
}

ibv_ah *createAh(ibv_pd *pd, const ibv_ah_attr &address) try {
  dpa::HostNic *nic = cardOf(pd);
  if (!nic)
    return nullptr;
  if (!isValidAddress(*nic, address)) {
    errno = EINVAL;
    return nullptr;
  }
  auto ah = std::make_unique<VerbsAh>(pd->context);
  ah->pd = pd;
  useDomain(pd, 1);
  ah->vector = makeVector(*nic, address);
  return ah.release();
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

struct Header {
  dpa::Gid source{};
  dpa::Gid destination{};
  uint32_t flowLabel = 0;
  uint8_t trafficClass = 0;
};

/// The 40 bytes before a datagram: an IPv6 header, or an IPv4 header in the last
/// 20 of them.
Header readHeader(const ibv_grh &grh) {
  constexpr size_t v4At = 20;
  constexpr size_t v4SourceAt = v4At + 12;
  constexpr size_t v4DestinationAt = v4At + 16;
  constexpr size_t v4InGid = 12;
  constexpr unsigned versionShift = 28;
  constexpr unsigned classShift = 20;
  constexpr uint32_t v6 = 6;
  constexpr uint8_t v4First = 0x45;
  const auto *bytes = reinterpret_cast<const uint8_t *>(&grh);
  const uint32_t word = be32toh(grh.version_tclass_flow);
  Header header;
  if (word >> versionShift != v6 && bytes[v4At] == v4First) {
    auto mapped = [&](size_t at) {
      dpa::Gid gid{};
      gid[10] = gid[11] = 0xff;
      std::copy_n(bytes + at, 4, gid.begin() + v4InGid);
      return gid;
    };
    header.source = mapped(v4SourceAt);
    header.destination = mapped(v4DestinationAt);
    header.trafficClass = bytes[v4At + 1];
    return header;
  }
  std::copy_n(grh.sgid.raw, header.source.size(), header.source.begin());
  std::copy_n(grh.dgid.raw, header.destination.size(),
              header.destination.begin());
  header.flowLabel = word & labelMask;
  header.trafficClass = static_cast<uint8_t>(word >> classShift);
  return header;
}

/// 0 or an errno.
int addressOfSender(ibv_context *context, uint8_t port, const ibv_wc &wc,
                    const ibv_grh *grh, ibv_ah_attr &address) {
  dpa::HostNic *nic = cardOf(context);
  if (!nic)
    return ENODEV;
  std::memset(&address, 0, sizeof address);
  if (!hasPort(*nic, port))
    return EINVAL;
  address.port_num = port;
  address.sl = wc.sl;
  if ((wc.wc_flags & IBV_WC_GRH) == 0 || !grh)
    return EINVAL; // RoCE has no other address
  const Header header = readHeader(*grh);
  std::optional<uint32_t> index =
      gidIndexOf(nic->port(port), header.destination);
  if (!index)
    return EINVAL;
  address.is_global = 1;
  std::ranges::copy(header.source, address.grh.dgid.raw);
  address.grh.sgid_index = static_cast<uint8_t>(*index);
  address.grh.flow_label = header.flowLabel;
  address.grh.hop_limit = maximumHopLimit;
  address.grh.traffic_class = header.trafficClass;
  return 0;
}

int resolve(ibv_context *context, const ibv_ah_attr &address, uint8_t *mac) {
  dpa::HostNic *nic = cardOf(context);
  if (!nic || !isValidAddress(*nic, address)) {
    errno = nic ? EINVAL : ENODEV;
    return -1;
  }
  std::ranges::copy(nic->macOf(address.port_num, destinationOf(address)), mac);
  return 0;
}

} // namespace

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

ibv_ah *ibv_create_ah(ibv_pd *pd, ibv_ah_attr *address) {
  return dpa::uncancelled([&] { return createAh(pd, *address); });
}

int ibv_init_ah_from_wc(ibv_context *context, uint8_t port, ibv_wc *wc,
                        ibv_grh *grh, ibv_ah_attr *address) {
  int status = dpa::uncancelled(
      [&] { return addressOfSender(context, port, *wc, grh, *address); });
  if (status == 0)
    return 0;
  errno = status;
  return -1;
}

ibv_ah *ibv_create_ah_from_wc(ibv_pd *pd, ibv_wc *wc, ibv_grh *grh,
                              uint8_t port) {
  ibv_ah_attr address;
  if (ibv_init_ah_from_wc(pd->context, port, wc, grh, &address) != 0)
    return nullptr;
  return ibv_create_ah(pd, &address);
}

int ibv_destroy_ah(ibv_ah *ah) {
  return dpa::uncancelled([&] {
    useDomain(ah->pd, -1);
    delete static_cast<VerbsAh *>(ah);
    return 0;
  });
}

/// Without a VLAN.
int ibv_resolve_eth_l2_from_gid(ibv_context *context, ibv_ah_attr *address,
                                uint8_t mac[ETHERNET_LL_SIZE], uint16_t *vlan) {
  constexpr uint16_t none = 0xffff;
  *vlan = none;
  return dpa::uncancelled([&] { return resolve(context, *address, mac); });
}

} // extern "C"
