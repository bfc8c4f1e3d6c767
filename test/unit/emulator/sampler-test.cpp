// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When a unit is sampled: as often as asked for, at distances that vary, by the time in which the unit
// is busy; and that samples and rest are all that it has used.
#include "emulator/unit/sampler.h"

#include <gtest/gtest.h>
#include <set>

namespace dpa::test {
namespace {

constexpr uint64_t second = 1'800'000'000; // cycles

/// A unit that needs so many cycles for an instruction.
class Busy {
public:
  Busy(uint64_t frequency, uint64_t cycles)
      : sampler({.frequency = frequency}, 0), cycles_(cycles) {
    sampler.turnBegins(0);
  }

  Sampler::Use next() {
    distances.insert(sampler.left(retired));
    retired += sampler.left(retired);
    const Sampler::Use used = sampler.sample(retired, retired * cycles_ + idle);
    samples += 1;
    sum.instructions += used.instructions;
    sum.cycles += used.cycles;
    return used;
  }
  void rest(uint64_t cycles) {
    sampler.turnEnds(retired * cycles_ + idle);
    idle += cycles;
    sampler.turnBegins(retired * cycles_ + idle);
  }

  Sampler sampler;
  uint64_t retired = 0;
  uint64_t idle = 0;
  uint64_t samples = 0;
  std::set<uint64_t> distances;
  Sampler::Use sum;

private:
  const uint64_t cycles_;
};

TEST(Sampler, SamplesAsOftenAsAskedFor) {
  Busy unit(1000, 1);
  while (unit.retired < 10 * second)
    unit.next();
  EXPECT_NEAR(static_cast<double>(unit.samples), 10'000, 200);
}

TEST(Sampler, FollowsTheClock) {
  Busy unit(1000, 50);
  while (unit.retired * 50 < 10 * second)
    unit.next();
  EXPECT_NEAR(static_cast<double>(unit.samples), 10'000, 200);
}

TEST(Sampler, VariesTheDistance) {
  Busy unit(1000, 1);
  for (int i = 0; i < 100; ++i)
    unit.next();
  EXPECT_GT(unit.distances.size(), 90U);
}

TEST(Sampler, IsTheSameWithTheSameSeed) {
  Busy one(1000, 1);
  Busy other(1000, 1);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(one.next().instructions, other.next().instructions);
}

TEST(Sampler, DoesNotCountTimeBetweenTurns) {
  Busy unit(1000, 1);
  while (unit.retired < second) {
    unit.rest(second);
    unit.next();
  }
  EXPECT_EQ(unit.sum.cycles, unit.retired);
  EXPECT_NEAR(static_cast<double>(unit.samples), 1000, 50);
}

TEST(Sampler, CountsEverything) {
  Busy unit(1000, 3);
  for (int i = 0; i < 10; ++i)
    unit.next();
  unit.sampler.turnEnds((unit.retired + 5) * 3);
  const Sampler::Use total = unit.sampler.total(unit.retired + 5);
  EXPECT_EQ(total.instructions, unit.sum.instructions + 5);
  EXPECT_EQ(total.cycles, unit.sum.cycles + 15);
}

} // namespace
} // namespace dpa::test
