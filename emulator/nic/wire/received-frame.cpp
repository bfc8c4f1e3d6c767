// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Header types as mlx5 cards name them; of tunnels, the outer headers.
#include "emulator/nic/wire/received-frame.h"

#include "emulator/nic/wire/checksum.h"

namespace dpa {
namespace {

uint8_t l3TypeOf(const NetworkHeader &network) {
  switch (network.kind) {
  case NetworkKind::None:
    return DPA_CQE_L3_NONE;
  case NetworkKind::Ipv4:
    return DPA_CQE_L3_IPV4;
  case NetworkKind::Ipv6:
    return DPA_CQE_L3_IPV6;
  }
  __builtin_unreachable();
}

uint8_t l4TypeOf(const FrameHeaders &headers) {
  constexpr uint16_t acknowledges = 0x10;
  const TransportHeader &transport = headers.transport;
  if (transport.kind == TransportKind::None)
    return DPA_CQE_L4_NONE;
  if (transport.kind == TransportKind::Udp)
    return DPA_CQE_L4_UDP;
  if ((transport.tcpFlags & acknowledges) == 0)
    return DPA_CQE_L4_TCP;
  const bool isEmpty = headers.network.size + transport.size ==
                       static_cast<int64_t>(headers.network.packetSize);
  return isEmpty ? DPA_CQE_L4_TCP_EMPTY_ACK : DPA_CQE_L4_TCP_ACK;
}

} // namespace

void describeFrame(ByteView frame, const FrameHeaders &headers,
                   Completion &completion) {
  completion.checksums = checkFrame(frame, headers);
  completion.l3Type = l3TypeOf(headers.network);
  completion.l4Type = l4TypeOf(headers);
}

} // namespace dpa
