// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes as an Ethernet frame. Headers are inside of the frame and in
// order, and a shorter frame has no header that the longer one has not.
#include "emulator/nic/wire/frame.h"

#include <cstdlib>
#include <vector>

namespace {

void require(bool condition) {
  if (!condition)
    std::abort();
}

void checkOrder(const dpa::FrameHeaders &frame) {
  const dpa::NetworkHeader &ip = frame.network;
  const dpa::TransportHeader &transport = frame.transport;
  require(frame.payloadOffset <= frame.size);
  if (ip.isPresent()) {
    require(frame.payloadOffset == ip.offset);
    require(uint32_t(ip.offset) + ip.size <= frame.packetEnd());
    require(frame.packetEnd() <= frame.size);
    require(ip.isComplete == (ip.offset + ip.packetSize <= frame.size));
  }
  if (transport.isPresent()) {
    require(ip.isPresent() && ip.fragmentOffset == 0);
    require(transport.offset == ip.offset + ip.size);
    require(uint32_t(transport.offset) + transport.size <= frame.packetEnd());
  }
  if (frame.roce.isPresent()) {
    require(transport.kind == dpa::TransportKind::Udp);
    require(frame.roce.offset == transport.offset + transport.size);
    require(uint32_t(frame.roce.offset) + dpa::RoceHeader::size <=
            frame.packetEnd());
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const auto *first = reinterpret_cast<const std::byte *>(data);
  const dpa::FrameHeaders whole = dpa::parseFrame({first, size});
  checkOrder(whole);
  require(whole.transport.kind != dpa::TransportKind::Udp ||
          whole.transport.destinationPort != dpa::rocePort ||
          dpa::mayBeRoce({first, size}));
  // A copy, so that what is behind its end cannot be read.
  const std::vector<std::byte> half(first, first + size / 2);
  const dpa::FrameHeaders shorter = dpa::parseFrame(half);
  checkOrder(shorter);
  require(!shorter.network.isPresent() || whole.network.isPresent());
  require(!shorter.transport.isPresent() || whole.transport.isPresent());
  require(!shorter.roce.isPresent() || whole.roce.isPresent());
  return 0;
}
