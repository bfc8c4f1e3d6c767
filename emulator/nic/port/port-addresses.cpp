// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses of a port.
#include "emulator/nic/port/port-addresses.h"

#include "emulator/nic/wire/roce.h"
#include "emulator/schedule/digest.h"

#include <algorithm>
#include <unistd.h>

namespace dpa {
namespace {

constexpr uint8_t universalBit = 2; ///< of the first byte, inverted in EUI-64
constexpr std::array<uint8_t, 8> linkLocalPrefix = {0xfe, 0x80};
constexpr std::array<uint8_t, 2> middle = {0xff, 0xfe};
constexpr size_t half = 3; ///< bytes of a MAC address before the middle

bool meetsOthers(PortKind kind) {
  return kind == PortKind::Tap || kind == PortKind::Interface ||
         kind == PortKind::Unix || kind == PortKind::Udp ||
         kind == PortKind::Vport;
}

/// Locally administered.
MacAddress makeMac(PortKind kind, std::string_view name) {
  Digest digest;
  digest.text(name);
  if (meetsOthers(kind)) {
    std::array<char, 256> host{};
    gethostname(host.data(), host.size() - 1);
    digest.text(host.data()).number(static_cast<uint64_t>(getpid()));
  }
  constexpr unsigned fold = 24; // the upper bits of a short text vary little
  const uint64_t value = digest.value() ^ digest.value() >> fold;
  MacAddress mac{universalBit};
  for (size_t i = 1; i < mac.size(); ++i)
    mac.at(i) = static_cast<uint8_t>(value >> 8 * i);
  return mac;
}

/// The largest path MTU whose packets fit: IPv6, UDP, BTH with the largest
/// extended headers, ICRC.
uint16_t pathMtuOf(uint32_t mtu) {
  constexpr uint32_t headers = 40 + 8 + 12 + 28 + 4;
  uint16_t pathMtu = largestPathMtu;
  constexpr uint16_t smallest = 256;
  while (pathMtu > smallest && pathMtu + headers > mtu)
    pathMtu /= 2;
  return pathMtu;
}

} // namespace

Gid linkLocalGid(const MacAddress &mac) {
  Gid gid{};
  auto place = std::ranges::copy(linkLocalPrefix, gid.begin()).out;
  place = std::copy_n(mac.begin(), half, place);
  place = std::ranges::copy(middle, place).out;
  std::copy(mac.begin() + half, mac.end(), place);
  gid[linkLocalPrefix.size()] ^= universalBit;
  return gid;
}

std::optional<MacAddress> macOfLinkLocal(const Gid &gid) {
  MacAddress mac;
  const auto *identifier = gid.begin() + linkLocalPrefix.size();
  std::copy_n(identifier, half, mac.begin());
  std::copy(gid.end() - half, gid.end(), mac.begin() + half);
  mac[0] ^= universalBit;
  if (linkLocalGid(mac) != gid)
    return std::nullopt;
  return mac;
}

MacAddress macOf(const PortSettings &settings, std::string_view name) {
  return settings.mac ? *settings.mac : makeMac(settings.kind, name);
}

RoceAddresses addressesOf(const PortSettings &settings, std::string_view name,
                          uint32_t mtu) {
  RoceAddresses addresses;
  addresses.mac = macOf(settings, name);
  addresses.gids.push_back(linkLocalGid(addresses.mac));
  addresses.gids.insert(addresses.gids.end(), settings.addresses.begin(),
                        settings.addresses.end());
  addresses.pathMtu = pathMtuOf(mtu);
  return addresses;
}

} // namespace dpa
