// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routes of a card with two ports.
#include "test/unit/emulator/nic/steering-fixture.h"

namespace dpa::test {
namespace {

constexpr size_t sourceVhcaPort = 0x200 + 4; // misc_parameters

class PortRoutesTest : public SteeringTest {
protected:
  PortRoutesTest() { steering_.setPortCount(2); }

  SteeringId receiving_ = domain(SteeringDomain::NicReceive);
  SteeringId fdb_ = domain(SteeringDomain::Fdb);
};

TEST_F(PortRoutesTest, WithoutRulesFramesLeaveByThePortOfTheirSender) {
  EXPECT_EQ(transmit(udpFrame(), 1, 1), "uplink");
  EXPECT_EQ(transmit(udpFrame(), 1, 2), "uplink 2");
}

/// PROVES: R-PORT-03
TEST_F(PortRoutesTest, RulesChooseThePort) {
  everything(table(receiving_), {toQueue(1)});
  const SteeringId byPort =
      matcher(table(fdb_), outer, Match().udpPort(0xffff));
  rule(byPort, Match().udpPort(1), {toPort(fdb_, 1)});
  rule(byPort, Match().udpPort(2), {toPort(fdb_, 2)});
  rule(byPort, Match().udpPort(3),
       {toArray({toPort(fdb_, 1), toPort(fdb_, 2)})});
  rule(byPort, Match().udpPort(4), {toUplink(fdb_)});
  EXPECT_EQ(transmit(udpFrame(1), 1, 2), "uplink");
  EXPECT_EQ(transmit(udpFrame(2), 1, 1), "uplink 2");
  EXPECT_EQ(transmit(udpFrame(3), 1, 1), "uplink, uplink 2");
  EXPECT_EQ(transmit(udpFrame(4), 1, 2), "uplink 2");
}

/// From one port to the other; never back.
TEST_F(PortRoutesTest, ReceivedFramesMayLeaveByTheOtherPort) {
  everything(table(receiving_), {toQueue(1)});
  const SteeringId byPort =
      matcher(table(fdb_), outer, Match().udpPort(0xffff));
  rule(byPort, Match().udpPort(2), {toPort(fdb_, 2)});
  rule(byPort, Match().udpPort(3),
       {toArray({toPort(fdb_, 1), toPort(fdb_, 2)})});
  EXPECT_EQ(receive(udpFrame(2), 1), "uplink 2");
  EXPECT_EQ(receive(udpFrame(2), 2), "rq 1");
  EXPECT_EQ(receive(udpFrame(3), 1), "uplink 2, rq 1");
  EXPECT_EQ(receive(udpFrame(3), 2), "uplink, rq 1");
  EXPECT_EQ(receive(udpFrame(5), 2), "rq 1");
}

/// PROVES: R-PORT-03
TEST_F(PortRoutesTest, RulesMatchThePortOfAFrame) {
  const SteeringId byPort =
      matcher(table(receiving_), misc, Match().set(sourceVhcaPort, 4, 0xf));
  rule(byPort, Match().set(sourceVhcaPort, 4, 1), {toQueue(1)});
  rule(byPort, Match().set(sourceVhcaPort, 4, 2), {toQueue(2)});
  EXPECT_EQ(receive(udpFrame(), 1), "rq 1");
  EXPECT_EQ(receive(udpFrame(), 2), "rq 2");
  const SteeringId sent =
      matcher(table(fdb_), misc, Match().set(sourceVhcaPort, 4, 0xf));
  rule(sent, Match().set(sourceVhcaPort, 4, 2), {drop});
  EXPECT_EQ(transmit(udpFrame(), 1, 1), "uplink");
  EXPECT_EQ(transmit(udpFrame(), 1, 2), "");
}

TEST_F(PortRoutesTest, PortsThatDoNotExist) {
  const SteeringId all = matcher(table(fdb_));
  for (uint32_t number : {0u, 3u})
    EXPECT_EQ(failed(SteeringStatus::Invalid,
                     tryRule(all, Match(), {toPort(fdb_, number)})),
              "port " + std::to_string(number) +
                  " does not exist (expected 1 to 2)");
  EXPECT_EQ(failed(SteeringStatus::NotSupported,
                   tryRule(matcher(table(receiving_)), Match(),
                           {toPort(receiving_, 1)})),
            "destination port (expected in a domain of type FDB)");
  EXPECT_EQ(
      failed(SteeringStatus::Invalid,
             tryRule(all, Match(), {toPort(domain(SteeringDomain::Fdb), 1)})),
      "destination port is of another domain");
}

/// PROVES: R-STEER-03
TEST_F(PortRoutesTest, CountersAreConsecutiveAndCanBeTaken) {
  const SteeringId first = made(steering_.createCounters(1, 3));
  everything(table(receiving_), {counted(first + 2), toQueue(1)});
  EXPECT_EQ(receive(), "rq 1");
  EXPECT_EQ(receive(), "rq 1");
  EXPECT_EQ(steering_.count(first).packets, 0u);
  EXPECT_EQ(steering_.takeCount(first + 2).packets, 2u);
  EXPECT_EQ(steering_.takeCount(first + 2).bytes, 0u);
  EXPECT_EQ(steering_.takeCount(first + 3).packets, 0u);
  EXPECT_EQ(destroy(first), SteeringStatus::Ok);
  EXPECT_EQ(destroy(first + 2), SteeringStatus::InUse);
}

} // namespace
} // namespace dpa::test
