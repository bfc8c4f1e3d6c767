// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ThreadTable: areas from the lowest on, and activation ids that no later
// thread of the area has.
#include "emulator/process/thread-table.h"

#include "emulator/process/emulated-process.h"
#include "test/unit/emulator/fixture.h"

#include <set>

namespace dpa::test {
namespace {

constexpr uint32_t ProcessId = 5;

class ThreadTableTest : public testing::Test {
protected:
  std::shared_ptr<EmulatedThread> create(uint32_t process = ProcessId) {
    return Table.create(dynamic_cast<EmulatedProcess &>(*Owner), process, {});
  }

  TestDevice Device{TEST_FIRMWARE};
  Recorder Events;
  std::unique_ptr<Process> Owner = Device.start(Events);
  ThreadTable Table;
};

TEST_F(ThreadTableTest, GivesTheLowestAreaThatIsFree) {
  auto first = create();
  auto second = create();
  auto third = create();
  EXPECT_EQ(first->id(), ThreadTable::First);
  EXPECT_EQ(second->id(), ThreadTable::First + 1);
  EXPECT_EQ(third->id(), ThreadTable::First + 2);
  Table.remove(*second);
  EXPECT_EQ(create()->id(), ThreadTable::First + 1);
  EXPECT_EQ(create()->id(), ThreadTable::First + 3);
}

TEST_F(ThreadTableTest, HasNoMoreThanItsAreas) {
  std::set<uint32_t> ids;
  std::shared_ptr<EmulatedThread> last;
  for (uint32_t i = 0; i < ThreadTable::Count; ++i) {
    last = create();
    ASSERT_TRUE(last);
    ids.insert(last->activationId());
  }
  EXPECT_EQ(ids.size(), ThreadTable::Count);
  EXPECT_EQ(last->id(), DPA_THREAD_AREA_COUNT - 1u);
  EXPECT_FALSE(create());
  Table.remove(*last);
  EXPECT_TRUE(create());
  EXPECT_FALSE(create());
}

TEST_F(ThreadTableTest, FindsAThreadByItsOwnIdOnly) {
  auto thread = create();
  uint32_t id = thread->activationId();
  EXPECT_EQ(Table.find(id), thread);
  for (unsigned bit = 0; bit < 32; ++bit)
    EXPECT_FALSE(Table.find(id ^ 1u << bit)) << bit;
  EXPECT_FALSE(Table.find(0));
  EXPECT_FALSE(Table.find(UINT32_MAX));
  Table.remove(*thread);
  EXPECT_FALSE(Table.find(id));
  uint32_t ofAnother = create(ProcessId + 1)->activationId();
  ThreadTable other;
  auto same = other.create(dynamic_cast<EmulatedProcess &>(*Owner), ProcessId,
                           ThreadSettings());
  EXPECT_EQ(same->activationId(), id);
  EXPECT_NE(ofAnother, id) << "the same area of another process";
  EXPECT_FALSE(other.find(ofAnother));
}

TEST_F(ThreadTableTest, ALaterThreadOfAnAreaHasAnotherId) {
  std::set<uint32_t> ids;
  constexpr size_t Uses = 1000;
  for (size_t i = 0; i < Uses; ++i) {
    auto thread = create();
    EXPECT_EQ(thread->id(), ThreadTable::First);
    ids.insert(thread->activationId());
    Table.remove(*thread);
  }
  EXPECT_EQ(ids.size(), Uses);
  EXPECT_FALSE(ids.contains(UINT32_MAX)) << "stands for no thread";
}

TEST_F(ThreadTableTest, LooksUpAreas) {
  auto thread = create();
  EXPECT_EQ(Table.inArea(ThreadTable::First), thread);
  EXPECT_FALSE(Table.inArea(ThreadTable::First + 1));
  EXPECT_FALSE(Table.inArea(ThreadTable::First - 1)) << "of a remote call";
  EXPECT_FALSE(Table.inArea(DPA_THREAD_AREA_COUNT));
  EXPECT_FALSE(Table.inArea(UINT32_MAX));
  auto other = create();
  std::vector<uint32_t> areas;
  Table.forEach([&](EmulatedThread &each) { areas.push_back(each.id()); });
  EXPECT_EQ(areas, (std::vector<uint32_t>{thread->id(), other->id()}));
}

} // namespace
} // namespace dpa::test
