// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routes that a thread keeps (route-cache.h) are those that the rules of the moment give. Each
// frame is routed twice: the second time, its route may be a kept one.
// PROVES: R-STEER-02
#include "test/unit/emulator/nic/steering-fixture.h"

namespace dpa::test {
namespace {

class KeptRoutesTest : public SteeringTest {
protected:
  std::string twice(const FrameBytes &frame = udpFrame()) const {
    const std::string first = receive(frame);
    EXPECT_EQ(receive(frame), first);
    EXPECT_EQ(text(steering_.wouldReceive(frame.headers())), first);
    return first;
  }
  static FrameBytes from(uint64_t source) {
    return FrameBytes().ethernet(source, otherMac).type(0);
  }
  /// What this thread has kept for a frame from oneMac.
  const Destination *kept(const Steering &steering) const {
    const RouteVersion::Snapshot now = steering.version();
    return RouteCache::ofThread().find(
        {.version = now.number,
         .source = oneMac & now.mask.source,
         .destination = otherMac & now.mask.destination,
         .vport = SteeringAction::uplink,
         .port = 1});
  }

  const SteeringId receiving_ = domain(SteeringDomain::NicReceive);
  const SteeringId root_ = table(receiving_);
  const SteeringId bySource_ = matcher(root_, outer, Match().source(allBits));
};

TEST_F(KeptRoutesTest, ChangesOfRulesApplyAtOnce) {
  const SteeringId first =
      rule(bySource_, Match().source(oneMac), {toQueue(5)});
  EXPECT_EQ(twice(), "rq 5");
  ASSERT_NE(kept(steering_), nullptr);
  EXPECT_EQ(kept(steering_)->number, 5u);
  EXPECT_EQ(destroy(first), SteeringStatus::Ok);
  EXPECT_EQ(twice(), "");
  rule(bySource_, Match().source(oneMac), {toQueue(6)});
  EXPECT_EQ(twice(), "rq 6");
  rule(matcher(root_, 0, Match(), 0), Match(), {toQueue(7)});
  EXPECT_EQ(twice(from(otherMac)), "rq 7");
  EXPECT_EQ(twice(), "rq 6");
  steering_.destroyAll(1);
  EXPECT_EQ(twice(), "");
}

/// More sources than the cache has entries.
TEST_F(KeptRoutesTest, EachFlowHasItsOwn) {
  constexpr uint32_t flows = 1000;
  for (uint32_t i = 1; i <= flows; ++i)
    rule(bySource_, Match().source(i), {toQueue(i)});
  for (unsigned round = 0; round < 2; ++round)
    for (uint32_t i = 1; i <= flows; ++i)
      EXPECT_EQ(twice(from(i)), "rq " + std::to_string(i));
}

/// Half as many flows as the cache has entries, by any byte of either address.
TEST_F(KeptRoutesTest, FlowsDoNotReplaceEachOther) {
  constexpr uint64_t flows = 256;
  RouteCache cache;
  uint64_t version = 0;
  for (unsigned shift : {0, 8, 16, 24, 32, 40})
    for (bool isSource : {false, true}) {
      ++version;
      const auto keyOf = [&](uint64_t flow) {
        return RouteKey{.version = version,
                        .source = isSource ? flow << shift : 0,
                        .destination = isSource ? 0 : flow << shift,
                        .port = 1};
      };
      uint64_t found = 0;
      for (uint64_t i = 0; i < flows; ++i)
        cache.keep(keyOf(i), {Destination::Kind::ReceiveQueue, uint32_t(i)});
      for (uint64_t i = 0; i < flows; ++i) {
        const Destination *known = cache.find(keyOf(i));
        if (known && known->number == i)
          ++found;
      }
      EXPECT_GE(found, flows * 9 / 10) << "shift " << shift;
    }
}

/// Two frames that differ only in what the newer matcher looks at.
TEST_F(KeptRoutesTest, OtherFieldsCount) {
  const SteeringId first =
      rule(bySource_, Match().source(oneMac), {toQueue(5)});
  EXPECT_EQ(twice(udpFrame(2000)), "rq 5");
  const SteeringId byPort = matcher(root_, outer, Match().udpPort(0xffff), 1);
  rule(byPort, Match().udpPort(2000), {toQueue(8)});
  rule(byPort, Match().udpPort(2001), {toQueue(9)});
  EXPECT_EQ(twice(udpFrame(2000)), "rq 5");
  EXPECT_EQ(destroy(first), SteeringStatus::Ok);
  EXPECT_EQ(twice(udpFrame(2000)), "rq 8");
  EXPECT_EQ(twice(udpFrame(2001)), "rq 9");
  EXPECT_EQ(kept(steering_), nullptr);
}

TEST_F(KeptRoutesTest, CountersCountEachFrame) {
  const SteeringId counter = made(steering_.createCounters(1, 1));
  rule(bySource_, Match().source(oneMac), {toQueue(5), counted(counter)});
  EXPECT_EQ(twice(), "rq 5");
  EXPECT_EQ(kept(steering_), nullptr);
  EXPECT_EQ(steering_.count(counter).packets, 2u);
}

TEST_F(KeptRoutesTest, DropsAreCounted) {
  rule(bySource_, Match().source(oneMac), {drop});
  EXPECT_EQ(twice(), "");
  EXPECT_EQ(steering_.drops().byRules, 2u);
}

/// A TIR looks at more than a matcher does.
TEST_F(KeptRoutesTest, HashesOfFramesCount) {
  const std::vector<uint32_t> queues = {10, 11};
  const SteeringId spread = made(steering_.createQueueTable(1, 2, queues));
  ReceiveHash hash;
  hash.function = ReceiveHash::Function::InvertedXor8;
  hash.isUdp = true;
  hash.fields = ReceiveHash::destinationPort;
  const SteeringId tir = made(steering_.createTir(1, spread, hash));
  rule(bySource_, Match().source(oneMac),
       {{.kind = SteeringAction::Kind::Tir, .object = tir}});
  EXPECT_NE(twice(udpFrame(2000)), twice(udpFrame(2001)));
  EXPECT_EQ(kept(steering_), nullptr);
}

/// A frame that is sent by a kept route takes the way of transmit(), until rules change.
TEST_F(KeptRoutesTest, SentFrames) {
  const MacPair macs = {.destination = otherMac, .source = oneMac};
  const auto keptFor = [&](uint32_t sendQueue) {
    return steering_.keptTransmit(macs, sendQueue, 1);
  };
  const SteeringId sending = domain(SteeringDomain::NicTransmit);
  const SteeringId sent =
      matcher(table(sending), outer, Match().source(allBits));
  EXPECT_EQ(keptFor(1), nullptr);
  EXPECT_EQ(transmit(), "uplink");
  ASSERT_NE(keptFor(1), nullptr);
  EXPECT_EQ(keptFor(1)->kind, Destination::Kind::Uplink);
  EXPECT_EQ(keptFor(1)->number, 1u);
  EXPECT_EQ(keptFor(7), nullptr); // another send queue
  rule(sent, Match().source(oneMac), {drop});
  EXPECT_EQ(keptFor(1), nullptr);
  EXPECT_EQ(transmit(), "");
  EXPECT_EQ(keptFor(1), nullptr);
}

/// The number of a state is unique among cards, and the origin is part of the key.
TEST_F(KeptRoutesTest, CardsAndOriginsDiffer) {
  rule(bySource_, Match().source(oneMac), {toQueue(5)});
  EXPECT_EQ(twice(), "rq 5");
  EXPECT_EQ(transmit(), "uplink");
  EXPECT_EQ(transmit(), "uplink");
  EXPECT_EQ(receive(), "rq 5");
  Steering other;
  EXPECT_EQ(text(other.receive(udpFrame().headers())), "");
  EXPECT_NE(other.version().number, steering_.version().number);
}

} // namespace
} // namespace dpa::test
