// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules change while other threads route frames: each frame meets the rules of one moment.
#include "test/unit/emulator/nic/steering-fixture.h"

#include <atomic>
#include <thread>

namespace dpa::test {
namespace {

class ThreadsTest : public SteeringTest {};

/// The rule of the root changes between two ways, of which each ends at queues of one kind; the
/// rules behind it exist as long as it does.
TEST_F(ThreadsTest, FramesMeetWholeChanges) {
  const SteeringId receiving = domain(SteeringDomain::NicReceive);
  const SteeringId root = table(receiving);
  const SteeringId all = matcher(root);
  rule(matcher(root, 0, Match(), 1), Match(), {toQueue(1)});

  std::atomic<bool> isDone = false;
  std::atomic<uint64_t> wrong = 0;
  std::atomic<uint64_t> changed = 0;
  std::atomic<uint64_t> unchanged = 0;
  auto routeFrames = [&] {
    const FrameHeaders frame = udpFrame().headers();
    while (!isDone) {
      const std::string route = text(steering_.receive(frame));
      if (route == "rq 1")
        ++unchanged;
      else if (route == "rq 2, rq 3")
        ++changed;
      else
        ++wrong;
    }
  };
  std::thread one(routeFrames);
  std::thread other(routeFrames);
  constexpr unsigned rounds = 300;
  for (unsigned i = 0; i < rounds || changed == 0 || unchanged == 0; ++i) {
    const SteeringId next = table(receiving, 1);
    const SteeringId behind = matcher(next);
    const SteeringId last =
        rule(behind, Match(), {toArray({toQueue(2), toQueue(3)})});
    const SteeringId first = rule(all, Match(), {toTable(next)});
    for (SteeringId object : {first, last, behind, next})
      EXPECT_EQ(destroy(object), SteeringStatus::Ok);
  }
  isDone = true;
  one.join();
  other.join();
  EXPECT_EQ(wrong, 0u);
}

} // namespace
} // namespace dpa::test
