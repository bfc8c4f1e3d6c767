// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of steering: what uses what, duplicates, and actions that are refused.
#include "test/unit/emulator/nic/steering-fixture.h"

namespace dpa::test {
namespace {

class ObjectsTest : public SteeringTest {
protected:
  SteeringId receiving_ = domain(SteeringDomain::NicReceive);
  SteeringId root_ = table(receiving_);
  SteeringId all_ = matcher(root_);
};

TEST_F(ObjectsTest, ObjectsInUseAreNotDestroyed) {
  const SteeringId next = table(receiving_, 1);
  const SteeringId counter = made(steering_.createCounters(1, 1));
  const SteeringId only =
      rule(all_, Match(), {toTable(next), counted(counter)});
  for (SteeringId used : {receiving_, root_, all_, next, counter})
    EXPECT_EQ(destroy(used), SteeringStatus::InUse);
  EXPECT_EQ(destroy(only), SteeringStatus::Ok);
  for (SteeringId used : {receiving_, root_})
    EXPECT_EQ(destroy(used), SteeringStatus::InUse);
  for (SteeringId unused : {next, counter, all_, root_, receiving_})
    EXPECT_EQ(destroy(unused), SteeringStatus::Ok);
  for (SteeringId gone : {next, counter, all_, root_, receiving_, only})
    EXPECT_EQ(destroy(gone), SteeringStatus::NoSuchObject);
}

TEST_F(ObjectsTest, ObjectsOfAnotherKindAreNotFound) {
  EXPECT_EQ(
      failed(SteeringStatus::NoSuchObject, steering_.createTable(root_, 0)),
      "domain does not exist");
  EXPECT_EQ(
      failed(SteeringStatus::NoSuchObject, tryMatcher(receiving_, 0, Match())),
      "table does not exist");
  EXPECT_EQ(
      failed(SteeringStatus::NoSuchObject, tryRule(root_, Match(), {drop})),
      "matcher does not exist");
  EXPECT_EQ(failed(SteeringStatus::NoSuchObject, steering_.check(0, drop)),
            "domain does not exist");
  EXPECT_EQ(steering_.setAllowsDuplicates(root_, true),
            SteeringStatus::NoSuchObject);
}

TEST_F(ObjectsTest, DuplicatesAtTheRoot) {
  const SteeringId only = rule(all_, Match(), {toQueue(1)});
  EXPECT_EQ(
      failed(SteeringStatus::Exists, tryRule(all_, Match(), {toQueue(2)})),
      "the matcher has a rule with this value");
  EXPECT_EQ(destroy(only), SteeringStatus::Ok);
  rule(all_, Match(), {toQueue(2)});
  EXPECT_EQ(receive(), "rq 2");
}

TEST_F(ObjectsTest, TheNewestDuplicateApplies) {
  const SteeringId next = table(receiving_, 1);
  rule(all_, Match(), {toTable(next)});
  const SteeringId above = matcher(next);
  const SteeringId one = rule(above, Match(), {toQueue(1)});
  const SteeringId two = rule(above, Match(), {toQueue(2)});
  const SteeringId three = rule(above, Match(), {toQueue(3)});
  EXPECT_EQ(receive(), "rq 3");
  EXPECT_EQ(destroy(two), SteeringStatus::Ok);
  EXPECT_EQ(receive(), "rq 3");
  EXPECT_EQ(destroy(three), SteeringStatus::Ok);
  EXPECT_EQ(receive(), "rq 1");
  EXPECT_EQ(steering_.setAllowsDuplicates(receiving_, false),
            SteeringStatus::Ok);
  failed(SteeringStatus::Exists, tryRule(above, Match(), {toQueue(2)}));
  EXPECT_EQ(destroy(one), SteeringStatus::Ok);
  EXPECT_EQ(receive(), "");
}

TEST_F(ObjectsTest, TablesOfHigherLevelsOnly) {
  const SteeringId low = table(receiving_, 4);
  const SteeringId from = matcher(table(receiving_, 4));
  EXPECT_EQ(
      failed(SteeringStatus::Invalid, tryRule(from, Match(), {toTable(low)})),
      "destination table of level 4 (expected a level above 4)");
  EXPECT_EQ(
      failed(SteeringStatus::Invalid,
             tryRule(from, Match(), {toArray({toQueue(1), toTable(root_)})})),
      "destination table of level 0 (expected a level above 4)");
  // Rules that were refused use nothing.
  EXPECT_EQ(destroy(low), SteeringStatus::Ok);
  EXPECT_EQ(destroy(from), SteeringStatus::Ok);
}

TEST_F(ObjectsTest, DestinationsOfOtherDomains) {
  const SteeringId other = table(domain(SteeringDomain::NicReceive), 1);
  EXPECT_EQ(
      failed(SteeringStatus::Invalid, tryRule(all_, Match(), {toTable(other)})),
      "destination table does not belong to the domain");
  EXPECT_EQ(failed(SteeringStatus::NotSupported,
                   tryRule(all_, Match(), {toUplink(receiving_)})),
            "destination vport (expected in a domain of type FDB)");
  const SteeringId fdb = domain(SteeringDomain::Fdb);
  EXPECT_EQ(
      failed(SteeringStatus::NotSupported, steering_.check(fdb, toQueue(1))),
      "destination receive queue (expected in a domain of type NIC_RX)");
  EXPECT_EQ(failed(SteeringStatus::Invalid,
                   steering_.check(fdb, toUplink(domain(SteeringDomain::Fdb)))),
            "destination vport is of another domain");
  EXPECT_EQ(
      failed(SteeringStatus::Invalid, steering_.check(fdb, toVport(fdb, 3))),
      "vport 3 does not exist (expected 0 or the uplink, 65535)");
  const SteeringId transmitting = domain(SteeringDomain::NicTransmit);
  EXPECT_EQ(
      failed(SteeringStatus::NotSupported,
             steering_.check(transmitting, toArray({toQueue(1), toQueue(2)}))),
      "destination array (expected in a domain of type NIC_RX or FDB)");
}

TEST_F(ObjectsTest, ActionsThatAreNotValid) {
  EXPECT_EQ(failed(SteeringStatus::Invalid, tryRule(all_, Match(), {})),
            "rule without actions");
  EXPECT_EQ(failed(SteeringStatus::NotSupported,
                   tryRule(all_, Match(), {toQueue(1), drop})),
            "rule with several destinations (expected one; it may be a "
            "destination array)");
  EXPECT_EQ(
      failed(SteeringStatus::Invalid, tryRule(all_, Match(), {counted(root_)})),
      "counter does not exist");
  EXPECT_EQ(failed(SteeringStatus::Invalid,
                   steering_.check(receiving_, toArray({toQueue(1)}))),
            "destination array of 1 (expected 2 to 16 destinations)");
  EXPECT_EQ(
      failed(SteeringStatus::Invalid,
             steering_.check(receiving_, toArray(std::vector(17, toQueue(1))))),
      "destination array of 17 (expected 2 to 16 destinations)");
  EXPECT_EQ(failed(SteeringStatus::Invalid,
                   steering_.check(receiving_, toArray({toQueue(1), drop}))),
            "destination array with an action that is not a destination");
  EXPECT_EQ(receive(), "");
}

TEST_F(ObjectsTest, ObjectsOfAnOwnerEndTogether) {
  const SteeringId other =
      made(steering_.createDomain(SteeringDomain::NicReceive, 2));
  const SteeringId counter = made(steering_.createCounters(1, 1));
  rule(all_, Match(), {toQueue(1), counted(counter)});
  rule(matcher(table(other), 0, Match(), 1), Match(), {toQueue(2)});
  EXPECT_EQ(receive(), "rq 1");
  steering_.destroyAll(1);
  EXPECT_EQ(receive(), "rq 2");
  for (SteeringId gone : {receiving_, root_, all_, counter})
    EXPECT_EQ(destroy(gone), SteeringStatus::NoSuchObject);
  EXPECT_EQ(destroy(other), SteeringStatus::InUse);
}

} // namespace
} // namespace dpa::test
