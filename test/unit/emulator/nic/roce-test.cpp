// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RoCEv2 frames: known answers of an independent implementation (IPv4: scapy's
// contributed RoCE layer; IPv6: zlib's CRC-32 over the masked packet), all
// operations built and parsed again, and frames that are damaged.
#include "emulator/nic/wire/icrc.h"
#include "emulator/nic/wire/roce.h"

#include <cstring>
#include <gtest/gtest.h>
#include <string_view>
#include <vector>

namespace dpa::test {
namespace {

using Bytes = std::vector<std::byte>;

Bytes fromHex(std::string_view text) {
  Bytes bytes;
  for (size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(static_cast<std::byte>(
        std::stoi(std::string(text.substr(i, 2)), nullptr, 16)));
  return bytes;
}

Bytes copyOf(std::span<const std::byte> bytes) {
  return {bytes.begin(), bytes.end()};
}

constexpr std::string_view writeOnIpv4 =
    "02000000000202000000000108004568004c00004000401126370a0000010a000002"
    "c12312b7003800000a70ffff0012345680abcdef1122334455667788deadbeef0000000d"
    "0102030405060708090a0b0c0d00000024777a2a";
constexpr std::string_view ackOnIpv4 =
    "02000000000202000000000108004568003000004000401126530a0000010a000002"
    "c12312b7001c00001140ffff00000011000000221f0003334f597b57";
constexpr std::string_view datagramOnIpv6 =
    "0200000000020200000000018100600586dd6201234500281109fe80000000000000"
    "0000000000000001fe800000000000000000000000000002c12312b7002800006"
    "4c0ffff0000007700000001111111110000009961626364656667684608c0d9";

Gid ipv4Gid(uint8_t last) {
  return {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, last};
}

Gid ipv6Gid(uint8_t last) {
  return {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last};
}

RocePath ipv4Path() {
  RocePath path;
  path.sourceMac = {2, 0, 0, 0, 0, 1};
  path.destinationMac = {2, 0, 0, 0, 0, 2};
  path.sourceGid = ipv4Gid(1);
  path.destinationGid = ipv4Gid(2);
  path.trafficClass = 0x68;
  path.sourcePort = 0xc123;
  return path;
}

RocePath ipv6Path() {
  RocePath path = ipv4Path();
  path.sourceGid = ipv6Gid(1);
  path.destinationGid = ipv6Gid(2);
  path.vlan = 0x6005;
  path.trafficClass = 0x20;
  path.flowLabel = 0x12345;
  path.hopLimit = 9;
  return path;
}

void putPayload(RoceFrame &frame, RocePacket &packet, size_t size) {
  for (size_t i = 0; i < size; ++i)
    frame.payload()[i] = static_cast<std::byte>(i + 1);
  packet.payload = frame.payload().first(size);
}

TEST(RoceTest, WriteOnIpv4IsAsKnown) {
  RoceFrame frame;
  RocePacket packet;
  packet.operation = RoceOperation::WriteOnly;
  packet.requestsAck = true;
  packet.destinationQp = 0x123456;
  packet.psn = 0xabcdef;
  packet.address = 0x1122334455667788;
  packet.key = 0xdeadbeef;
  packet.length = 13;
  putPayload(frame, packet, 13);
  EXPECT_EQ(copyOf(frame.finish(ipv4Path(), packet)), fromHex(writeOnIpv4));
}

TEST(RoceTest, AckOnIpv4IsAsKnown) {
  RoceFrame frame;
  RocePacket packet;
  packet.operation = RoceOperation::Acknowledge;
  packet.destinationQp = 0x11;
  packet.psn = 0x22;
  packet.syndrome = 0x1f;
  packet.msn = 0x333;
  EXPECT_EQ(copyOf(frame.finish(ipv4Path(), packet)), fromHex(ackOnIpv4));
}

TEST(RoceTest, DatagramOnIpv6WithVlanIsAsKnown) {
  RoceFrame frame;
  RocePacket packet;
  packet.transport = RoceTransport::Ud;
  packet.isSolicited = true;
  packet.destinationQp = 0x77;
  packet.psn = 1;
  packet.queueKey = 0x11111111;
  packet.sourceQp = 0x99;
  std::memcpy(frame.payload().data(), "abcdefgh", 8);
  packet.payload = frame.payload().first(8);
  EXPECT_EQ(copyOf(frame.finish(ipv6Path(), packet)), fromHex(datagramOnIpv6));
}

TEST(RoceTest, KnownFramesAreRead) {
  RoceFrameView view;
  const Bytes write = fromHex(writeOnIpv4);
  ASSERT_EQ(parseRoce(write, view), RoceParse::Ok);
  EXPECT_EQ(view.packet.operation, RoceOperation::WriteOnly);
  EXPECT_EQ(view.packet.payload.size(), 13u);
  EXPECT_EQ(view.path.sourceGid, ipv4Gid(1));
  EXPECT_EQ(view.path.sourcePort, 0xc123);
  const Bytes datagram = fromHex(datagramOnIpv6);
  ASSERT_EQ(parseRoce(datagram, view), RoceParse::Ok);
  EXPECT_EQ(view.packet.transport, RoceTransport::Ud);
  EXPECT_EQ(view.packet.sourceQp, 0x99u);
  EXPECT_EQ(view.path.vlan, 0x6005);
  EXPECT_EQ(view.path.flowLabel, 0x12345u);
  EXPECT_EQ(view.ipHeader.size(), 40u);
}

/// A packet with a different value in each field that its operation has.
RocePacket filledPacket(RoceTransport transport, RoceOperation operation) {
  RocePacket packet;
  packet.transport = transport;
  packet.operation = operation;
  packet.isSolicited = true;
  packet.requestsAck = true;
  packet.destinationQp = 0xabcd01;
  packet.psn = 0xfedcba;
  if (transport == RoceTransport::Ud) {
    packet.queueKey = 0x80010000;
    packet.sourceQp = 0x654321;
  }
  if (packet.has(rocePart::reth | rocePart::atomicEth)) {
    packet.address = 0x0123456789abcdef;
    packet.key = 0xcafe0001;
  }
  if (packet.has(rocePart::reth))
    packet.length = 0x7fffffff;
  if (packet.has(rocePart::atomicEth)) {
    packet.swapOrAdd = 0x1111222233334444;
    packet.compare = 0x5555666677778888;
  }
  if (packet.has(rocePart::aeth)) {
    packet.syndrome = 0x61;
    packet.msn = 0x424242;
  }
  if (packet.has(rocePart::atomicAckEth))
    packet.original = 0x99aabbccddeeff00;
  if (packet.has(rocePart::immediate | rocePart::invalidate))
    packet.immediate = 0x31415926;
  return packet;
}

void expectSame(const RocePacket &one, const RocePacket &other) {
  EXPECT_EQ(one.transport, other.transport);
  EXPECT_EQ(one.operation, other.operation);
  EXPECT_EQ(one.isSolicited, other.isSolicited);
  EXPECT_EQ(one.requestsAck, other.requestsAck);
  EXPECT_EQ(one.partitionKey, other.partitionKey);
  EXPECT_EQ(one.destinationQp, other.destinationQp);
  EXPECT_EQ(one.psn, other.psn);
  EXPECT_EQ(one.queueKey, other.queueKey);
  EXPECT_EQ(one.sourceQp, other.sourceQp);
  EXPECT_EQ(one.address, other.address);
  EXPECT_EQ(one.key, other.key);
  EXPECT_EQ(one.length, other.length);
  EXPECT_EQ(one.swapOrAdd, other.swapOrAdd);
  EXPECT_EQ(one.compare, other.compare);
  EXPECT_EQ(one.syndrome, other.syndrome);
  EXPECT_EQ(one.msn, other.msn);
  EXPECT_EQ(one.original, other.original);
  EXPECT_EQ(one.immediate, other.immediate);
  EXPECT_EQ(copyOf(one.payload), copyOf(other.payload));
}

void roundTrip(const RocePath &path, RoceTransport transport,
               RoceOperation operation, size_t payload) {
  RoceFrame frame;
  RocePacket packet = filledPacket(transport, operation);
  putPayload(frame, packet, payload);
  const auto bytes = frame.finish(path, packet);
  ASSERT_FALSE(bytes.empty());
  RoceFrameView view;
  ASSERT_EQ(parseRoce(bytes, view), RoceParse::Ok);
  expectSame(view.packet, packet);
  EXPECT_EQ(view.path.sourceGid, path.sourceGid);
  EXPECT_EQ(view.path.destinationMac, path.destinationMac);
  EXPECT_EQ(view.path.trafficClass, path.trafficClass);
  EXPECT_EQ(view.path.hopLimit, path.hopLimit);
}

template <typename Each> void forEachOperation(Each each) {
  for (const RoceTransport transport :
       {RoceTransport::Rc, RoceTransport::Uc, RoceTransport::Ud})
    for (uint8_t i = 0; i < 0x20; ++i)
      if (isDefined(transport, static_cast<RoceOperation>(i)))
        each(transport, static_cast<RoceOperation>(i));
}

TEST(RoceTest, EveryOperationIsReadAsBuilt) {
  size_t operations = 0;
  forEachOperation([&](RoceTransport transport, RoceOperation operation) {
    ++operations;
    const bool hasPayload = hasPart(operation, rocePart::payload);
    for (const size_t size : {0, 1, 2, 3, 4, 255, 4095, 4096})
      if (size == 0 || hasPayload) {
        roundTrip(ipv4Path(), transport, operation, size);
        roundTrip(ipv6Path(), transport, operation, size);
      }
  });
  EXPECT_EQ(operations, 23u + 12u + 2u);
}

TEST(RoceTest, OperationsOfOtherTransportsAreNotBuilt) {
  RoceFrame frame;
  RocePacket packet;
  packet.transport = RoceTransport::Uc;
  packet.operation = RoceOperation::ReadRequest;
  EXPECT_TRUE(frame.finish(ipv4Path(), packet).empty());
  packet.transport = RoceTransport::Ud;
  packet.operation = RoceOperation::SendFirst;
  EXPECT_TRUE(frame.finish(ipv4Path(), packet).empty());
}

TEST(RoceTest, PayloadElsewhereIsNotBuilt) {
  RoceFrame frame;
  const Bytes other(8);
  RocePacket packet;
  packet.payload = other;
  EXPECT_TRUE(frame.finish(ipv4Path(), packet).empty());
}

TEST(RoceTest, FieldsThatRoutersChangeAreNotCovered) {
  Bytes frame = fromHex(datagramOnIpv6);
  RoceFrameView view;
  frame[18 + 1] ^= std::byte{0xf0};  // traffic class
  frame[18 + 7] = std::byte{3};      // hop limit
  frame[18 + 46] = std::byte{9};     // UDP checksum
  frame[18 + 52] ^= std::byte{0x80}; // FECN
  EXPECT_EQ(parseRoce(frame, view), RoceParse::Ok);
  EXPECT_EQ(view.path.hopLimit, 3);
}

TEST(RoceTest, EveryOtherChangedBitIsDetected) {
  const Bytes frame = fromHex(writeOnIpv4);
  RoceFrameView view;
  for (size_t i = 14; i < frame.size(); ++i) {
    const size_t at = i - 14;
    // The type of service and the time to live have the header's checksum; the
    // UDP checksum and the byte with FECN have nothing.
    if (at == 26 || at == 27 || at == 32)
      continue;
    Bytes changed = frame;
    changed[i] ^= std::byte{0x10};
    EXPECT_NE(parseRoce(changed, view), RoceParse::Ok) << at;
  }
}

TEST(RoceTest, TruncatedFramesAreRejected) {
  forEachOperation([&](RoceTransport transport, RoceOperation operation) {
    RoceFrame builder;
    const RocePacket packet = filledPacket(transport, operation);
    const Bytes frame = copyOf(builder.finish(ipv4Path(), packet));
    RoceFrameView view;
    for (size_t size = 0; size < frame.size(); ++size) {
      const Bytes part(frame.begin(), frame.begin() + static_cast<long>(size));
      EXPECT_NE(parseRoce(part, view), RoceParse::Ok);
    }
  });
}

TEST(RoceTest, BytesBehindThePacketAreIgnored) {
  Bytes frame = fromHex(ackOnIpv4);
  frame.resize(frame.size() + 20);
  RoceFrameView view;
  EXPECT_EQ(parseRoce(frame, view), RoceParse::Ok);
}

TEST(RoceTest, ReasonsAreDistinguished) {
  RoceFrameView view;
  Bytes frame = fromHex(ackOnIpv4);
  frame.back() ^= std::byte{1};
  EXPECT_EQ(parseRoce(frame, view), RoceParse::BadIcrc);
  frame = fromHex(ackOnIpv4);
  frame[36 + 1] ^= std::byte{1}; // destination port
  EXPECT_EQ(parseRoce(frame, view), RoceParse::NotRoce);
  frame = fromHex(ackOnIpv4);
  frame[24] ^= std::byte{1}; // IPv4 checksum
  EXPECT_EQ(parseRoce(frame, view), RoceParse::Malformed);
  frame = fromHex(ackOnIpv4);
  frame[12] = std::byte{0x88};
  EXPECT_EQ(parseRoce(frame, view), RoceParse::NotRoce);
}

/// Replaces the BTH opcode of a frame and its ICRC.
Bytes withOpcode(Bytes frame, uint8_t opcode) {
  frame[42] = std::byte{opcode};
  const uint32_t icrc = icrcOf(std::span(frame).subspan(14, frame.size() - 18));
  std::memcpy(&frame[frame.size() - 4], &icrc, 4);
  return frame;
}

TEST(RoceTest, UnknownOperationsAreReported) {
  RoceFrameView view;
  for (const uint8_t opcode : {0x15, 0x18, 0x2c, 0x40, 0x60, 0x81, 0xa4, 0xff})
    EXPECT_EQ(parseRoce(withOpcode(fromHex(ackOnIpv4), opcode), view),
              RoceParse::Unknown);
  // Too short for its headers; a payload where none belongs.
  EXPECT_EQ(parseRoce(withOpcode(fromHex(ackOnIpv4), 0x0c), view),
            RoceParse::Malformed);
  EXPECT_EQ(parseRoce(withOpcode(fromHex(writeOnIpv4), 0x11), view),
            RoceParse::Malformed);
}

TEST(RoceTest, GrhHoldsTheIpHeader) {
  RoceFrameView view;
  const Bytes frame = fromHex(ackOnIpv4);
  ASSERT_EQ(parseRoce(frame, view), RoceParse::Ok);
  const auto grh = grhOf(view.ipHeader);
  EXPECT_EQ(grh[0], std::byte{0});
  EXPECT_EQ(std::memcmp(grh.data() + 20, &frame[14], 20), 0);
  const Bytes six = fromHex(datagramOnIpv6);
  ASSERT_EQ(parseRoce(six, view), RoceParse::Ok);
  EXPECT_EQ(std::memcmp(grhOf(view.ipHeader).data(), &six[18], 40), 0);
}

TEST(RoceTest, Crc32OfItsCheckString) {
  // "123456789" is the usual check value of a CRC: 0xcbf43926 for CRC-32.
  const std::string_view text = "123456789";
  EXPECT_EQ(~continueCrc32(~0u, std::as_bytes(std::span(text))), 0xcbf43926u);
}

} // namespace
} // namespace dpa::test
