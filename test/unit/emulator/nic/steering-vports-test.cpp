// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Routes of a card with several functions: vports 0 (of the device), 1 and 7.
#include "test/unit/emulator/nic/steering-fixture.h"

namespace dpa::test {
namespace {

constexpr size_t sourcePort = 0x200 + 0x30; // misc_parameters
constexpr uint64_t ownMac = 0x020000000100;
constexpr uint64_t firstMac = 0x020000000101;
constexpr uint64_t seventhMac = 0x020000000107;
constexpr uint64_t otherMachine = 0x020000000999;
constexpr uint64_t broadcast = 0xffffffffffff;

FrameBytes to(uint64_t mac) {
  return FrameBytes().ethernet(oneMac, mac).type(0x88b5).zeros(46);
}

class VportRoutesTest : public SteeringTest {
protected:
  VportRoutesTest() {
    Vports vports;
    vports.set({ownMac}, {{.number = 1, .mac = firstMac},
                          {.number = 7, .mac = seventhMac}});
    steering_.setVports(std::move(vports));
    everything(table(domain(SteeringDomain::NicReceive)), {toQueue(5)});
  }
  std::string from(uint32_t vport, const FrameBytes &frame) const {
    return text(steering_.receiveFromVport(frame.headers(), false, vport));
  }
  /// A rule of FDB for the frames of one vport.
  void add(uint32_t source, std::initializer_list<SteeringAction> actions) {
    rule(bySource_, Match().set(sourcePort, 16, source), actions);
  }

  SteeringId fdb_ = domain(SteeringDomain::Fdb);
  SteeringId bySource_ =
      matcher(table(fdb_), misc, Match().set(sourcePort, 16, 0xffff));
};

/// PROVES: R-PORT-03
TEST_F(VportRoutesTest, WithoutRulesAddressesDecide) {
  EXPECT_EQ(from(1, to(otherMachine)), "uplink");
  EXPECT_EQ(from(1, to(ownMac)), "rq 5");
  EXPECT_EQ(from(1, to(seventhMac)), "vport 7");
  EXPECT_EQ(from(1, to(firstMac)), "uplink"); // its own
  EXPECT_EQ(transmit(to(firstMac)), "vport 1");
  EXPECT_EQ(transmit(to(ownMac)), "uplink");
  EXPECT_EQ(transmit(to(otherMachine)), "uplink");
  EXPECT_EQ(receive(to(seventhMac)), "vport 7");
  EXPECT_EQ(receive(to(ownMac)), "rq 5");
  EXPECT_EQ(receive(to(otherMachine)), "rq 5");
}

TEST_F(VportRoutesTest, WithoutRulesGroupAddressesReachAllOthers) {
  EXPECT_EQ(from(1, to(broadcast)), "vport 7, uplink, rq 5");
  EXPECT_EQ(from(7, to(broadcast)), "vport 1, uplink, rq 5");
  EXPECT_EQ(transmit(to(broadcast)), "vport 1, vport 7, uplink");
  EXPECT_EQ(receive(to(broadcast)), "vport 1, vport 7, rq 5");
}

/// PROVES: R-STEER-02
TEST_F(VportRoutesTest, RulesMatchTheVportOfTheSender) {
  add(1, {toVport(fdb_, 0)});
  add(7, {drop});
  add(0, {toVport(fdb_, 7)});
  add(SteeringAction::uplink, {toVport(fdb_, 1)});
  EXPECT_EQ(from(1, to(otherMachine)), "rq 5");
  EXPECT_EQ(from(7, to(otherMachine)), "");
  EXPECT_EQ(transmit(to(otherMachine)), "vport 7");
  EXPECT_EQ(receive(to(otherMachine)), "vport 1");
  EXPECT_EQ(steering_.drops().byRules, 1u);
}

TEST_F(VportRoutesTest, ARuleMayCopyFramesAndSendThemBack) {
  add(1, {toArray({toVport(fdb_, 1), toVport(fdb_, 0), toUplink(fdb_)})});
  EXPECT_EQ(from(1, to(otherMachine)), "uplink, vport 1, rq 5");
  EXPECT_EQ(from(7, to(firstMac)), "vport 1"); // as without rules
}

TEST_F(VportRoutesTest, VportsThatDoNotExist) {
  const SteeringId all = matcher(table(fdb_));
  EXPECT_EQ(failed(SteeringStatus::Invalid,
                   tryRule(all, Match(), {toVport(fdb_, 2)})),
            "vport 2 does not exist (expected 0, 1, 7 or the uplink, 65535)");
  EXPECT_EQ(failed(SteeringStatus::Invalid,
                   tryRule(bySource_, Match().set(sourcePort, 16, 3), {drop})),
            "misc_parameters.source_port: vport 3 does not exist (expected 0, "
            "1, 7 or the uplink, 65535)");
}

TEST_F(VportRoutesTest, AFunctionOfAnotherCardHasNoFdb) {
  Steering steering;
  steering.setOwnerOfFdb("vport 1 of 'mlx5_0'");
  EXPECT_EQ(failed(SteeringStatus::NotSupported,
                   steering.createDomain(SteeringDomain::Fdb, 1)),
            "domain of type FDB: the device is vport 1 of 'mlx5_0', which has "
            "the FDB");
  made(steering.createDomain(SteeringDomain::NicReceive, 1));
}

} // namespace
} // namespace dpa::test
