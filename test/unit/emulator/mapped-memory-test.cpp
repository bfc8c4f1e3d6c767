// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about memory of the program wake no thread that waits for a change of it.
#include "base/mapped-memory.h"

#include <array>
#include <atomic>
#include <gtest/gtest.h>
#include <thread>

namespace dpa::test {
namespace {

using Word = std::atomic<uint32_t>;

long callFutex(Word &word, int operation, uint32_t value, uint64_t other,
               Word *second) {
  return syscall(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value, other,
                 second, 0);
}

TEST(MappedMemoryTest, QuestionsWakeNoWaiter) {
  std::array<Word, 2> words{};
  std::thread waiter([&] {
    while (callFutex(words[0], FUTEX_WAIT, 0, 0, nullptr) != 0)
      std::this_thread::yield();
  });
  // Moves the waiter to the second word, once it waits.
  while (callFutex(words[0], FUTEX_CMP_REQUEUE, 0, 1, &words[1]) != 1)
    std::this_thread::yield();
  EXPECT_TRUE(isStillMapped(&words[1], sizeof(Word)));
  EXPECT_EQ(askWritable(&words[1], sizeof(Word)), MemoryAnswer::Yes);
  EXPECT_TRUE(isStillMappedAndWritable(&words[1], sizeof(Word)));
  EXPECT_EQ(callFutex(words[1], FUTEX_WAKE, 1, 0, nullptr), 1)
      << "it was still waiting";
  waiter.join();
}

} // namespace
} // namespace dpa::test
