// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Doorbells in a replay that reads other values of a register than the recorded run did.
#include "emulator/gate/doorbell-order.h"
#include "test/unit/emulator/replay-fixture.h"

namespace dpa::test {
namespace {

constexpr uint32_t mask = 0xffff;
constexpr uint32_t queue = 7;
constexpr uint32_t end = UINT32_MAX; ///< the queue is destroyed

/// The doorbells that reach the card.
std::vector<uint32_t> ring(const std::shared_ptr<Scheduler> &scheduler,
                           const std::vector<uint32_t> &values) {
  std::vector<uint32_t> rung;
  Gate gate(*scheduler);
  DoorbellOrders orders(gate, ChangeOf::NicRing, mask);
  for (const uint32_t value : values)
    if (value == end)
      orders.forget(queue);
    else
      orders.ring(queue, value, [&](uint32_t index) { rung.push_back(index); });
  return rung;
}

/// Those of a run that follows a recording of `recorded`.
std::vector<uint32_t> replayed(const std::vector<uint32_t> &recorded,
                               const std::vector<uint32_t> &values) {
  ScratchFile file;
  EXPECT_EQ(ring(makeRecorded(file.name), recorded), recorded);
  const auto replay = replayOf(file.name);
  auto rung = ring(makeReplaying(replay), values);
  EXPECT_FALSE(replay->isLeft());
  return rung;
}

using Values = std::vector<uint32_t>;

TEST(DoorbellOrderTest, RecordedValuesAreRung) {
  EXPECT_EQ(replayed({1, 3, 5, 6}, {2, 3, 5, 6}), (Values{1, 3, 5, 6}));
  EXPECT_EQ(replayed({1, 3, 5, 6}, {6}), (Values{1, 3, 5, 6}));
}

TEST(DoorbellOrderTest, AValueIsRungAsOftenAsItIsRecorded) {
  EXPECT_EQ(replayed({1, 5, 5, 5, 6}, {1, 5, 6}), (Values{1, 5, 5, 5, 6}));
  EXPECT_EQ(replayed({1, 5, 6}, {1, 5, 5, 6}), (Values{1, 5, 6}));
}

/// Not all recorded values are those of the same write.
TEST(DoorbellOrderTest, AValueThatIsRecordedLaterIsNotRungInAdvance) {
  EXPECT_EQ(replayed({1, 2, 1}, {1, 2, 1}), (Values{1, 2, 1}));
}

TEST(DoorbellOrderTest, AQueueWithTheSameNumberBeginsAnew) {
  ScratchFile file;
  EXPECT_EQ(ring(makeRecorded(file.name), {1, 2, end, 1, 2, 3}),
            (Values{1, 2, 1, 2, 3}));
  const auto replay = replayOf(file.name);
  EXPECT_EQ(ring(makeReplaying(replay), {2, end, 3}), (Values{1, 2, 1, 2, 3}));
  EXPECT_FALSE(replay->isLeft());
}

TEST(DoorbellOrderTest, AfterTheRecordingAllAreRung) {
  EXPECT_EQ(replayed({1, 5}, {1, 5, 6, 6}), (Values{1, 5, 6, 6}));
}

} // namespace
} // namespace dpa::test
