// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ThreadTable: areas are taken from the lowest on, and activation ids are not reused by later
// threads of the area.
#include "emulator/process/thread-table.h"

#include "emulator/gate/emulated-process.h"
#include "test/unit/emulator/fixture.h"

#include <set>

namespace dpa::test {
namespace {

constexpr uint32_t processId = 5;

class ThreadTableTest : public testing::Test {
protected:
  std::shared_ptr<EmulatedThread> create(uint32_t process = processId) {
    return table_.create(dynamic_cast<EmulatedProcess &>(*owner_).core(),
                         process, {});
  }

  TestDevice device_{TEST_FIRMWARE};
  Recorder events_;
  std::unique_ptr<Process> owner_ = device_.start(events_);
  ThreadTable table_{std::make_shared<ProcessStatistics>("mlx5_0", "test", 1)};
};

TEST_F(ThreadTableTest, GivesTheLowestAreaThatIsFree) {
  auto first = create();
  auto second = create();
  auto third = create();
  EXPECT_EQ(first->id(), ThreadTable::first);
  EXPECT_EQ(second->id(), ThreadTable::first + 1);
  EXPECT_EQ(third->id(), ThreadTable::first + 2);
  table_.remove(*second);
  EXPECT_EQ(create()->id(), ThreadTable::first + 1);
  EXPECT_EQ(create()->id(), ThreadTable::first + 3);
}

TEST_F(ThreadTableTest, IsLimitedToItsAreas) {
  std::set<uint32_t> ids;
  std::shared_ptr<EmulatedThread> last;
  for (uint32_t i = 0; i < ThreadTable::count; ++i) {
    last = create();
    ASSERT_TRUE(last);
    ids.insert(last->activationId());
  }
  EXPECT_EQ(ids.size(), ThreadTable::count);
  EXPECT_EQ(last->id(), DPA_THREAD_AREA_COUNT - 1u);
  EXPECT_FALSE(create());
  table_.remove(*last);
  EXPECT_TRUE(create());
  EXPECT_FALSE(create());
}

TEST_F(ThreadTableTest, FindsAThreadByItsOwnIdOnly) {
  auto thread = create();
  uint32_t id = thread->activationId();
  EXPECT_EQ(table_.find(id), thread);
  for (unsigned bit = 0; bit < 32; ++bit)
    EXPECT_FALSE(table_.find(id ^ 1u << bit)) << bit;
  EXPECT_FALSE(table_.find(0));
  EXPECT_FALSE(table_.find(UINT32_MAX));
  table_.remove(*thread);
  EXPECT_FALSE(table_.find(id));
  uint32_t ofAnother = create(processId + 1)->activationId();
  ThreadTable other(std::make_shared<ProcessStatistics>("mlx5_0", "other", 2));
  auto same = other.create(dynamic_cast<EmulatedProcess &>(*owner_).core(),
                           processId, ThreadSettings());
  EXPECT_EQ(same->activationId(), id);
  EXPECT_NE(ofAnother, id) << "the same area of another process";
  EXPECT_FALSE(other.find(ofAnother));
}

TEST_F(ThreadTableTest, ALaterThreadOfAnAreaHasAnotherId) {
  std::set<uint32_t> ids;
  constexpr size_t uses = 1000;
  for (size_t i = 0; i < uses; ++i) {
    auto thread = create();
    EXPECT_EQ(thread->id(), ThreadTable::first);
    ids.insert(thread->activationId());
    table_.remove(*thread);
  }
  EXPECT_EQ(ids.size(), uses);
  EXPECT_FALSE(ids.contains(UINT32_MAX)) << "means no thread";
}

TEST_F(ThreadTableTest, LooksUpAreas) {
  auto thread = create();
  EXPECT_EQ(table_.inArea(ThreadTable::first), thread);
  EXPECT_FALSE(table_.inArea(ThreadTable::first + 1));
  EXPECT_FALSE(table_.inArea(ThreadTable::first - 1)) << "of a remote call";
  EXPECT_FALSE(table_.inArea(DPA_THREAD_AREA_COUNT));
  EXPECT_FALSE(table_.inArea(UINT32_MAX));
  auto other = create();
  std::vector<uint32_t> areas;
  table_.forEach([&](EmulatedThread &each) { areas.push_back(each.id()); });
  EXPECT_EQ(areas, (std::vector<uint32_t>{thread->id(), other->id()}));
}

} // namespace
} // namespace dpa::test
