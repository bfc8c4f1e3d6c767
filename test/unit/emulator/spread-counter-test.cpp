// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What any number of threads add is counted once.
#include "base/spread-counter.h"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace dpa::test {
namespace {

TEST(SpreadCounterTest, ThreadsShareIt) {
  constexpr unsigned threadCount = 40; // more than it has slots
  constexpr unsigned additions = 1000;
  SpreadCounter counter;
  EXPECT_EQ(counter.value(), 0u);
  std::vector<std::thread> threads;
  threads.reserve(threadCount);
  for (unsigned i = 0; i < threadCount; ++i)
    threads.emplace_back([&] {
      for (unsigned each = 0; each < additions; ++each)
        counter.add(3);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(counter.value(), 3u * threadCount * additions);
}

} // namespace
} // namespace dpa::test
