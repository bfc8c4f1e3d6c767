// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// usage: roce-capture FILE      writes a capture (pcap) in which two ends perform every operation, with each
// acknowledgement and NAK, over IPv4, over IPv6 and with a VLAN tag. Prints the number of packets of each opcode.
#include "transport-fixture.h"

#include <fstream>
#include <iostream>

namespace dpa::test {
namespace {

constexpr uint64_t from = 0x100;
constexpr uint64_t to = 0x8000;

using Counts = std::map<unsigned, size_t>;

class Capture {
public:
  explicit Capture(const char *file) : out_(file, std::ios::binary) {
    // Magic, version 2.4, time zone, accuracy, longest packet, Ethernet.
    number(0xa1b2c3d4);
    number(0x00040002);
    number(0);
    number(0);
    number(65535);
    number(1);
  }

  void add(const FrameBytes &frame) {
    ++packets_;
    number(packets_ / 1000); // seconds
    number(packets_ % 1000); // microseconds
    number(static_cast<uint32_t>(frame.size()));
    number(static_cast<uint32_t>(frame.size()));
    out_.write(reinterpret_cast<const char *>(frame.data()),
               static_cast<std::streamsize>(frame.size()));
    RoceFrameView view;
    if (parseRoce(frame, view) == RoceParse::Ok)
      ++counts_[static_cast<unsigned>(view.packet.transport) << 5 |
                static_cast<unsigned>(view.packet.operation)];
  }
  bool isGood() const { return out_.good(); }
  const Counts &counts() const { return counts_; }

private:
  void number(uint32_t value) {
    out_.write(reinterpret_cast<const char *>(&value), sizeof value);
  }

  std::ofstream out_;
  uint32_t packets_ = 0;
  Counts counts_;
};

/// Of both ends of a connection.
enum class Network : uint8_t { Ipv4, Ipv6, Vlan };

RocePath changed(RocePath path, Network network) {
  path.trafficClass = 0x68;
  if (network == Network::Vlan)
    path.vlan = 0x6005;
  if (network != Network::Ipv6)
    return path;
  path.sourceGid[0] = path.destinationGid[0] = 0xfd;
  path.flowLabel = 0x12345;
  return path;
}

class Scene {
public:
  Scene(Capture &capture, RoceTransport type, Network network,
        const QueuePairAttributes &others = usualAttributes())
      : pairs_(type, usualAttributes(), others), network_(network) {
    // The path may be changed in SQD.
    for (End *end : {&pairs_.one, &pairs_.other})
      if (type == RoceTransport::Rc)
        move(*end);
    // Bytes that dissectors take for no protocol of theirs.
    for (End *end : {&pairs_.one, &pairs_.other})
      std::fill_n(end->memory.begin(), end->memory.size(), std::byte{0x5a});
    pairs_.wire.filter = [&capture](const FrameBytes &frame) {
      capture.add(frame);
      return true;
    };
  }

  Connection &pairs() { return pairs_; }

  bool run() { return pairs_.wire.run(); }

  /// A datagram of `size` bytes.
  void postDatagram(const WorkRequest &request, uint32_t size) {
    pairs_.post(request, from, size);
    OwnedRequest &posted = pairs_.one.requests.back();
    RocePath path = pairs_.one.path;
    path.destinationGid = pairs_.other.path.sourceGid;
    path.destinationMac = pairs_.other.path.sourceMac;
    posted.path = changed(path, network_);
    posted.request.remoteQp = pairs_.other.pair.number();
    posted.request.queueKey = 0x1234;
  }

private:
  void move(End &end) {
    using namespace queuePairAttribute;
    QueuePairAttributes changes;
    changes.state = QueuePairState::SendDrained;
    (void)end.pair.modify(changes, state, 1);
    changes.path = changed(end.pair.attributes().path, network_);
    (void)end.pair.modify(changes, state | path, 1);
    changes.state = QueuePairState::ReadyToSend;
    (void)end.pair.modify(changes, state, 1);
  }

  Connection pairs_;
  Network network_;
};

/// Every operation that connections share, with one packet and with several.
void postMessages(Connection &pairs) {
  for (const uint32_t size : {0u, 13u, 700u}) {
    for (uint64_t i = 0; i < 3; ++i)
      pairs.other.postReceive(i, End::piece(to + 0x1000, 1000));
    pairs.post(writeTo(to), from, size);
    pairs.post(withImmediate(writeTo(to), 0x11223344), from, size);
    pairs.post(sending(), from, size);
    pairs.post(withImmediate(sending(), 0x55667788), from, size);
  }
}

bool reliable(Capture &capture, Network network) {
  Scene scene(capture, RoceTransport::Rc, network);
  Connection &pairs = scene.pairs();
  postMessages(pairs);
  for (const uint32_t size : {0u, 13u, 500u, 700u})
    pairs.post(readFrom(from), to, size);
  for (const uint32_t size : {5u, 500u}) {
    WorkRequest invalidating;
    invalidating.isInvalidating = true;
    invalidating.isSolicited = true;
    invalidating.immediate = windowKey;
    pairs.other.postReceive(20, End::piece(to, 1000));
    pairs.post(invalidating, from, size);
    if (!scene.run())
      return false;
    pairs.other.hasWindow = true;
  }
  pairs.post(fetchAdd(to, 3), from, 8);
  pairs.post(compareSwap(to, 3, 4), from, 8);
  return scene.run() && pairs.one.pair.state() == QueuePairState::ReadyToSend;
}

/// One failing request.
bool failing(Capture &capture, const WorkRequest &request,
             QueuePairAttributes others = usualAttributes()) {
  Scene scene(capture, RoceTransport::Rc, Network::Ipv4, others);
  scene.pairs().post(request, from, 8);
  return scene.run() && scene.pairs().one.sent.size() == 1 &&
         scene.pairs().one.sent[0].status != TransportStatus::Ok;
}

/// An RNR NAK, and a sequence NAK.
bool repeating(Capture &capture) {
  Scene scene(capture, RoceTransport::Rc, Network::Ipv4);
  Connection &pairs = scene.pairs();
  bool isPosted = false;
  size_t writes = 0;
  pairs.wire.filter = [&](const FrameBytes &frame) {
    capture.add(frame);
    if (pairs.other.pair.counters().rnrNaksSent > 0 && !isPosted)
      pairs.other.postReceive(0, End::piece(to, 1000));
    isPosted = pairs.other.pair.counters().rnrNaksSent > 0;
    // The first one follows the send that has to be repeated, and is ignored.
    return Connection::operationOf(frame) != RoceOperation::WriteFirst ||
           ++writes != 2;
  };
  pairs.post(sending(), from, 10);
  pairs.post(writeTo(to), from, 700);
  return scene.run() && pairs.one.pair.counters().rnrNaks > 0 &&
         pairs.one.pair.counters().sequenceNaks > 0;
}

bool unreliable(Capture &capture) {
  Scene scene(capture, RoceTransport::Uc, Network::Ipv4);
  postMessages(scene.pairs());
  return scene.run();
}

bool datagrams(Capture &capture, Network network) {
  Scene scene(capture, RoceTransport::Ud, network);
  for (const uint32_t size : {0u, 13u, 4096u}) {
    scene.postDatagram(sending(), size);
    scene.postDatagram(withImmediate(sending(), 0x99aabbcc), size);
  }
  return scene.run();
}

bool captureAll(Capture &capture) {
  for (const Network network : {Network::Ipv4, Network::Ipv6, Network::Vlan})
    if (!reliable(capture, network) || !datagrams(capture, network))
      return false;
  return unreliable(capture) && repeating(capture) &&
         failing(capture, writeTo(to, 99)) &&        // remote access
         failing(capture, writeTo(to, brokenKey)) && // operational
         failing(capture, fetchAdd(to + 1, 1));      // invalid
}

int captureTo(const char *file) {
  Capture capture(file);
  if (!captureAll(capture) || !capture.isGood()) {
    std::cerr << "roce-capture: error: " << file << ": an operation failed\n";
    return 1;
  }
  for (const auto &[opcode, count] : capture.counts())
    std::cout << "opcode " << opcode << ": " << count << '\n';
  return 0;
}

} // namespace
} // namespace dpa::test

int main(int argumentCount, char **arguments) {
  if (argumentCount != 2) {
    std::cerr << "usage: roce-capture FILE\n";
    return 2;
  }
  return dpa::test::captureTo(arguments[1]);
}
