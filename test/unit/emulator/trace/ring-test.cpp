// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ring of a timeline: what many threads push arrives once, in the order of each
// thread, with its text, also when the ring is full again and again.
#include "emulator/trace/ring.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace dpa::trace {
namespace {

std::string textOf(uint32_t thread, uint64_t number) {
  return std::string(number % 150, static_cast<char>('a' + thread));
}

void push(Ring &ring, uint32_t thread, uint64_t count) {
  for (uint64_t number = 0; number < count; ++number) {
    const std::string text = textOf(thread, number);
    ring.push({.kind = Kind::Message,
               .textSize = static_cast<uint16_t>(text.size()),
               .thread = thread,
               .values = {number}},
              text, [] {
                std::this_thread::yield();
                return true;
              });
  }
}

void take(Ring &ring, void *piece) {
  while (!ring.pop(piece))
    std::this_thread::yield();
}

TEST(TraceRing, KeepsRecordsOfManyThreadsWithTheirTexts) {
  constexpr uint32_t threads = 4;
  constexpr uint64_t count = Ring::places / 2;
  const auto ring = std::make_unique<Ring>();
  std::vector<std::thread> writers;
  writers.reserve(threads);
  for (uint32_t thread = 0; thread < threads; ++thread)
    writers.emplace_back([&, thread] { push(*ring, thread, count); });
  std::vector<uint64_t> next(threads);
  for (uint64_t i = 0; i < threads * count; ++i) {
    Record record;
    take(*ring, &record);
    ASSERT_LT(record.thread, threads);
    ASSERT_EQ(record.values[0], next[record.thread]);
    std::string text;
    while (text.size() < record.textSize) {
      std::array<char, pieceSize> piece;
      take(*ring, piece.data());
      text.append(piece.data(),
                  std::min(piece.size(), record.textSize - text.size()));
    }
    ASSERT_EQ(text, textOf(record.thread, next[record.thread]++));
  }
  for (std::thread &writer : writers)
    writer.join();
  EXPECT_TRUE(ring->isEmpty());
}

TEST(TraceRing, GivesUpWhenNothingReads) {
  const auto ring = std::make_unique<Ring>();
  uint64_t pushed = 0;
  for (bool waited = false; !waited; ++pushed)
    ring->push({.kind = Kind::Crash}, {}, [&] {
      waited = true;
      return false;
    });
  EXPECT_EQ(pushed, Ring::places + 1);
}

} // namespace
} // namespace dpa::trace
