// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routes of frames: defaults of domains, priorities, levels, several destinations, counters.
#include "test/unit/emulator/nic/steering-fixture.h"

namespace dpa::test {
namespace {

class RoutesTest : public SteeringTest {
protected:
  SteeringId receiving_ = domain(SteeringDomain::NicReceive);
  SteeringId transmitting_ = domain(SteeringDomain::NicTransmit);
  SteeringId fdb_ = domain(SteeringDomain::Fdb);
};

TEST_F(RoutesTest, WithoutRules) {
  EXPECT_EQ(receive(), "");
  EXPECT_EQ(transmit(), "uplink");
  EXPECT_EQ(steering_.drops().missed, 1u);
  EXPECT_EQ(steering_.drops().byRules, 0u);
  EXPECT_EQ(text(steering_.wouldReceive(udpFrame().headers())), "");
  EXPECT_EQ(steering_.drops().missed, 1u);
}

/// Receives by source, and sends by destination in two steps.
TEST_F(RoutesTest, ThePatternOfPacketSamples) {
  const SteeringId bySource =
      matcher(table(receiving_), outer, Match().source(allBits));
  rule(bySource, Match().source(oneMac), {toQueue(5)});
  const SteeringId second = table(fdb_, 1);
  const Match mask = Match().destination(allBits);
  const Match value = Match().destination(otherMac);
  rule(matcher(table(fdb_), outer, mask), value, {toTable(second)});
  rule(matcher(second, outer, mask), value, {toUplink(fdb_)});
  EXPECT_EQ(receive(), "rq 5");
  EXPECT_EQ(receive(FrameBytes().ethernet(otherMac, oneMac).type(0)), "");
  EXPECT_EQ(transmit(), "uplink");
  EXPECT_EQ(transmit(FrameBytes().ethernet(otherMac, oneMac).type(0)),
            "uplink");
}

TEST_F(RoutesTest, LowerPriorityIsFirst) {
  const SteeringId root = table(receiving_);
  rule(matcher(root, 0, Match(), 7), Match(), {toQueue(7)});
  EXPECT_EQ(receive(), "rq 7");
  const SteeringId byPort = matcher(root, outer, Match().udpPort(0xffff), 3);
  const SteeringId first = rule(byPort, Match().udpPort(2000), {toQueue(3)});
  EXPECT_EQ(receive(), "rq 3");
  EXPECT_EQ(receive(udpFrame(2001)), "rq 7");
  rule(matcher(root, 0, Match(), 5), Match(), {toQueue(5)});
  EXPECT_EQ(receive(), "rq 3");
  EXPECT_EQ(receive(udpFrame(2001)), "rq 5");
  EXPECT_EQ(destroy(first), SteeringStatus::Ok);
  EXPECT_EQ(receive(), "rq 5");
}

TEST_F(RoutesTest, TheOlderMatcherIsFirstInAPriority) {
  const SteeringId root = table(receiving_);
  everything(root, {toQueue(1)});
  everything(root, {toQueue(2)});
  EXPECT_EQ(receive(), "rq 1");
}

TEST_F(RoutesTest, RootTablesOfAllDomainsOfAType) {
  const SteeringId other = domain(SteeringDomain::NicReceive);
  rule(matcher(table(receiving_), 0, Match(), 2), Match(), {toQueue(2)});
  const SteeringId second =
      rule(matcher(table(other), 0, Match(), 1), Match(), {toQueue(1)});
  EXPECT_EQ(receive(), "rq 1");
  EXPECT_EQ(destroy(second), SteeringStatus::Ok);
  EXPECT_EQ(receive(), "rq 2");
}

TEST_F(RoutesTest, AMissInALaterTableIsAMiss) {
  const SteeringId root = table(receiving_);
  const SteeringId next = table(receiving_, 3);
  const SteeringId byPort = matcher(next, outer, Match().udpPort(0xffff));
  everything(root, {toTable(next)});
  everything(root, {toQueue(9)}); // never reached
  rule(byPort, Match().udpPort(2000), {toQueue(1)});
  EXPECT_EQ(receive(), "rq 1");
  EXPECT_EQ(receive(udpFrame(2001)), "");
  EXPECT_EQ(steering_.drops().missed, 1u);
}

TEST_F(RoutesTest, DropAndDefaultMiss) {
  const SteeringId root = table(receiving_);
  rule(matcher(root, 0, Match(), 1), Match(), {toQueue(1)});
  const SteeringId byPort = matcher(root, outer, Match().udpPort(0xffff));
  rule(byPort, Match().udpPort(1), {drop});
  rule(byPort, Match().udpPort(2), {miss});
  EXPECT_EQ(receive(udpFrame(1)), "");
  EXPECT_EQ(steering_.drops().byRules, 1u);
  EXPECT_EQ(receive(udpFrame(2)), "");
  EXPECT_EQ(steering_.drops().missed, 1u);
  EXPECT_EQ(receive(udpFrame(3)), "rq 1");
}

TEST_F(RoutesTest, TransmitRulesDropOrPass) {
  const SteeringId byPort =
      matcher(table(transmitting_), outer, Match().udpPort(0xffff));
  rule(byPort, Match().udpPort(1), {drop});
  rule(byPort, Match().udpPort(2), {miss});
  EXPECT_EQ(transmit(udpFrame(1)), "");
  EXPECT_EQ(transmit(udpFrame(2)), "uplink");
  EXPECT_EQ(transmit(udpFrame(3)), "uplink");
}

TEST_F(RoutesTest, FdbRulesForBothDirections) {
  everything(table(receiving_), {toQueue(1)});
  const SteeringId byPort =
      matcher(table(fdb_), outer, Match().udpPort(0xffff));
  rule(byPort, Match().udpPort(1), {drop});
  rule(byPort, Match().udpPort(2), {toVport(fdb_, 0)});
  rule(byPort, Match().udpPort(3), {toUplink(fdb_)});
  rule(byPort, Match().udpPort(4),
       {toArray({toUplink(fdb_), toVport(fdb_, 0)})});
  rule(byPort, Match().udpPort(5), {miss});
  EXPECT_EQ(receive(udpFrame(1)), "");
  EXPECT_EQ(transmit(udpFrame(1)), "");
  EXPECT_EQ(receive(udpFrame(2)), "rq 1");
  EXPECT_EQ(transmit(udpFrame(2)), "rq 1"); // back to the function
  EXPECT_EQ(receive(udpFrame(3)), "rq 1");  // not back to the port
  EXPECT_EQ(transmit(udpFrame(3)), "uplink");
  EXPECT_EQ(receive(udpFrame(4)), "rq 1");
  EXPECT_EQ(transmit(udpFrame(4)), "uplink, rq 1");
  EXPECT_EQ(receive(udpFrame(5)), "rq 1");
  EXPECT_EQ(transmit(udpFrame(5)), "uplink");
  EXPECT_EQ(receive(udpFrame(6)), "rq 1");
  EXPECT_EQ(transmit(udpFrame(6)), "uplink");
}

TEST_F(RoutesTest, Arrays) {
  const SteeringId first = table(receiving_, 1);
  const SteeringId second = table(receiving_, 2);
  everything(table(receiving_), {toArray({toQueue(1), toTable(first),
                                          toTable(second), toQueue(2)})});
  everything(first, {toArray({toQueue(3), toTable(second)})});
  everything(second, {toQueue(4)});
  EXPECT_EQ(receive(), "rq 1, rq 2, rq 3, rq 4, rq 4");
}

TEST_F(RoutesTest, DestinationsAreBounded) {
  const SteeringId last = table(receiving_, 1);
  everything(last, {toArray(std::vector(9, toQueue(1)))});
  everything(table(receiving_), {toArray({toTable(last), toTable(last)})});
  Route route = steering_.receive(udpFrame().headers());
  EXPECT_EQ(route.size(), Route::destinationMax);
  EXPECT_EQ(steering_.drops().byBounds, 1u);
}

/// 16 ways from each of 20 tables to the next would take for ever.
TEST_F(RoutesTest, VisitsOfTablesAreBounded) {
  SteeringId next = table(receiving_, 20);
  everything(next, {toQueue(1)});
  for (uint32_t level = 20; level-- > 0;) {
    const SteeringId here = table(receiving_, level);
    everything(here, {toArray(std::vector(16, toTable(next)))});
    next = here;
  }
  Route route = steering_.receive(udpFrame().headers());
  EXPECT_LE(route.size(), Route::destinationMax);
  EXPECT_EQ(steering_.drops().byBounds, 1u);
}

TEST_F(RoutesTest, CountersCountFramesOfTheirRules) {
  const SteeringId counter = made(steering_.createCounters(1, 1));
  const SteeringId other = made(steering_.createCounters(1, 1));
  const SteeringId next = table(receiving_, 1);
  everything(table(receiving_), {counted(other), toTable(next)});
  const SteeringId byPort = matcher(next, outer, Match().udpPort(0xffff));
  rule(byPort, Match().udpPort(1), {toQueue(1), counted(counter)});
  rule(byPort, Match().udpPort(2), {counted(counter)}); // otherwise a miss
  EXPECT_EQ(receive(udpFrame(1)), "rq 1");
  EXPECT_EQ(receive(udpFrame(2)), "");
  EXPECT_EQ(receive(udpFrame(3)), "");
  steering_.wouldReceive(udpFrame(1).headers());
  const uint64_t size = udpFrame().bytes().size();
  EXPECT_EQ(steering_.count(counter).packets, 2u);
  EXPECT_EQ(steering_.count(counter).bytes, 2 * size);
  EXPECT_EQ(steering_.count(other).packets, 3u);
  EXPECT_EQ(steering_.count(999).packets, 0u);
}

TEST_F(RoutesTest, RoutesThatMayHaveChangedCountNothing) {
  const SteeringId counter = made(steering_.createCounters(1, 1));
  const SteeringId byPort =
      matcher(table(receiving_), outer, Match().udpPort(0xffff));
  const SteeringId counting =
      rule(byPort, Match().udpPort(1), {toQueue(1), counted(counter)});
  const FrameBytes frame = udpFrame(1);
  const auto receiveAt = [&](uint64_t changes) {
    return steering_.receiveUnchanged(frame.headers(), false, 1, changes);
  };
  const uint64_t before = steering_.changes();
  const std::optional<Route> route = receiveAt(before);
  ASSERT_TRUE(route);
  EXPECT_EQ(text(*route), "rq 1");
  EXPECT_EQ(steering_.count(counter).packets, 1u);
  steering_.destroy(counting);
  EXPECT_FALSE(receiveAt(before));
  EXPECT_EQ(steering_.drops().missed, 0u);
  rule(byPort, Match().udpPort(1), {toQueue(2), counted(counter)});
  EXPECT_FALSE(receiveAt(before));
  EXPECT_EQ(steering_.count(counter).packets, 1u);
  EXPECT_EQ(text(receiveAt(steering_.changes()).value_or(Route())), "rq 2");
}

TEST_F(RoutesTest, FramesThatAreTooShort) {
  everything(table(receiving_), {toQueue(1)});
  EXPECT_EQ(receive(FrameBytes().zeros(3)), "rq 1"); // all fields are 0
}

} // namespace
} // namespace dpa::test
