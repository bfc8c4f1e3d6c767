// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events of completion queues: moderation by count and time, compression, event
// queues; rings in registered memory that is unmapped.
#include "queue-fixture.h"

#include "emulator/nic/data/registered-memory.h"
#include "emulator/nic/queue/event-queue.h"
#include "emulator/schedule/burst-clock.h"

#include <sys/mman.h>

namespace dpa::test {
namespace {

constexpr uint64_t microsecond = 1000;

class ManualBackground : public Background {
public:
  uint64_t now() noexcept override { return time; }
  void post(std::shared_ptr<BackgroundWork> work) noexcept override {
    posted = std::move(work);
  }
  /// Runs what is ready; false: nothing was.
  bool run() {
    if (!posted || posted->state(time) != BackgroundWork::State::Ready)
      return false;
    posted->step(time);
    return true;
  }

  uint64_t time = 1'000'000;
  std::shared_ptr<BackgroundWork> posted;
};

class CountedEvents : public EventTarget {
public:
  void event(uint32_t queue) noexcept override {
    ++count;
    last = queue;
  }
  bool isStarted() const noexcept override { return true; }
  unsigned count = 0;
  uint32_t last = 0;
};

class EventsTest : public QueueTest {
public:
  ManualBackground background;
  std::shared_ptr<CountedEvents> events = std::make_shared<CountedEvents>();

  std::shared_ptr<EmulatedCq> makeCq(const CqSettings &settings) {
    return std::make_shared<EmulatedCq>(7, settings, completionRing.data(),
                                        completionRecord.data(), events,
                                        &background);
  }
  std::shared_ptr<EmulatedCq> makeCq(CqModeration moderation) {
    CqSettings settings = settingsOfCq();
    settings.moderation = moderation;
    return makeCq(settings);
  }
  static Completion received(uint16_t index, uint32_t size) {
    return {.kind = Completion::Kind::Receive,
            .queueNumber = queueNumber,
            .wqeIndex = index,
            .byteCount = size};
  }
  unsigned lastByteOf(unsigned entry) {
    return std::to_integer<unsigned>(completionRing[entry * 64 + 63]);
  }
};

/// Of an entry: bytes 0x30 to 0x37.
uint64_t timeOf(const std::byte *entry) {
  return uint64_t(loadBig32(entry + 0x30)) << 32 | loadBig32(entry + 0x34);
}

TEST_F(EventsTest, CompletionsOfABurstHaveTimesOfItInOrder) {
  const auto cq = makeCq(settingsOfCq());
  const uint64_t begin = background.time;
  {
    const ClockBurst burst;
    for (uint16_t i = 0; i < 20; ++i, ++background.time)
      cq->push(received(i, 60));
  }
  const uint64_t end = background.time;
  cq->push(received(20, 60));
  for (unsigned i = 0; i < 20; ++i) {
    const uint64_t time = timeOf(&completionRing[size_t(i) * 64]);
    EXPECT_GE(time, begin + i - std::min(i, BurstClock::usesMax - 1));
    EXPECT_LE(time, begin + i);
  }
  EXPECT_EQ(timeOf(&completionRing[size_t(20) * 64]), end);
  --background.time; // as if another thread had read the clock earlier
  cq->push(received(21, 60));
  EXPECT_EQ(timeOf(&completionRing[size_t(21) * 64]), end);
}

TEST_F(EventsTest, count_is_reached) {
  auto cq = makeCq({.count = 3});
  cq->push(received(0, 1));
  cq->push(received(1, 1));
  EXPECT_EQ(events->count, 0u);
  cq->push(received(2, 1));
  EXPECT_EQ(events->count, 1u);
  EXPECT_EQ(events->last, 7u);
  EXPECT_EQ(background.posted, nullptr);
}

TEST_F(EventsTest, period_begins_with_each_completion) {
  auto cq = makeCq({.count = 10, .period = 5, .mode = 1});
  cq->push(received(0, 1));
  background.time += 4 * microsecond;
  EXPECT_FALSE(background.run());
  cq->push(received(1, 1));
  background.time += 4 * microsecond;
  background.run();
  EXPECT_EQ(events->count, 0u);
  background.time += microsecond;
  EXPECT_TRUE(background.run());
  EXPECT_EQ(events->count, 1u);
  EXPECT_EQ(background.posted->state(background.time),
            BackgroundWork::State::Idle);
}

TEST_F(EventsTest, period_begins_with_the_last_event) {
  auto cq = makeCq({.count = 10, .period = 5, .mode = 0});
  cq->push(received(0, 1));
  EXPECT_EQ(events->count, 1u); // there was none before
  cq->arm(1);
  cq->push(received(1, 1));
  EXPECT_EQ(events->count, 1u);
  background.time += 5 * microsecond;
  EXPECT_TRUE(background.run());
  EXPECT_EQ(events->count, 2u);
}

TEST_F(EventsTest, solicited_completions_only) {
  auto cq = makeCq(CqModeration());
  cq->arm(0, true);
  cq->push(received(0, 1));
  EXPECT_EQ(events->count, 0u);
  Completion solicited = received(1, 1);
  solicited.isSolicited = true;
  cq->push(solicited);
  EXPECT_EQ(events->count, 1u);
}

TEST_F(EventsTest, ChangedRecordArmsTheQueue) {
  CqSettings settings = settingsOfCq();
  settings.startsArmed = false;
  auto cq = makeCq(settings);
  cq->armFromRecord(); // a record of zeros was not written
  cq->push(received(0, 1));
  EXPECT_EQ(events->count, 0u);
  storeBig32(completionRecord.data() + 4, 1u << 28 | 1); // after completion 0
  cq->armFromRecord();
  EXPECT_EQ(events->count, 0u);
  cq->push(received(1, 1));
  EXPECT_EQ(events->count, 1u);
  cq->armFromRecord(); // the same request
  cq->push(received(2, 1));
  EXPECT_EQ(events->count, 1u);
  storeBig32(completionRecord.data() + 4, 2u << 28 | 1u << 24 | 3);
  cq->armFromRecord(); // solicited only
  cq->push(received(3, 1));
  EXPECT_EQ(events->count, 1u);
  cq->close();
  storeBig32(completionRecord.data() + 4, 3u << 28);
  cq->armFromRecord();
  EXPECT_EQ(events->count, 1u);
}

TEST_F(EventsTest, completions_are_collected_until_an_event) {
  CqSettings settings = settingsOfCq();
  settings.compression = 0;
  settings.moderation.count = 4;
  auto cq = makeCq(settings);
  for (uint16_t i = 0; i < 3; ++i)
    cq->push(received(i, 60u + i));
  EXPECT_NE(completionRing[63], std::byte());
  EXPECT_EQ(completionRing[64 + 63], std::byte());
  cq->push(received(3, 63));
  EXPECT_EQ(events->count, 1u);
  EXPECT_EQ(lastByteOf(1), 2u << 4 | 3u << 2); // an array of 3
  EXPECT_EQ(loadBig32(completionRing.data() + 64 + 2 * 8 + 4), 63u);
}

TEST_F(EventsTest, collected_completions_are_written_in_the_background) {
  CqSettings settings = settingsOfCq();
  settings.compression = 0;
  settings.startsArmed = false;
  auto cq = makeCq(settings);
  cq->push(received(0, 60));
  cq->push(received(1, 61));
  EXPECT_EQ(lastByteOf(1), 0u);
  EXPECT_TRUE(background.run());
  EXPECT_EQ(lastByteOf(1), 0u << 4 | 3u << 2);
  for (uint16_t i = 2; i < 9; ++i)
    cq->push(received(i, 60));
  EXPECT_EQ(lastByteOf(2), 6u << 4 | 3u << 2);
}

/// A queue with collected completions writes them into the ring that it leaves, and
/// compresses none in the other ring before an ordinary one.
TEST_F(EventsTest, compressed_completions_stay_in_the_ring_before) {
  std::array<std::byte, 4 * 64> other{};
  CqSettings settings = settingsOfCq();
  settings.compression = 0;
  settings.startsArmed = false;
  auto cq = makeCq(settings);
  cq->push(received(0, 60));
  cq->push(received(1, 61));
  EXPECT_EQ(cq->changeRing(other.data(), 0), CqRingChange::TooManyEntries);
  EXPECT_EQ(cq->changeRing(other.data(), 2), CqRingChange::Done);
  EXPECT_EQ(lastByteOf(1), 0u << 4 | 3u << 2);
  EXPECT_EQ(lastByteOf(2), unsigned{DPA_CQE_RESIZE} << 4);
  storeBig32(completionRecord.data(), 3);
  cq->push(received(2, 62));
  EXPECT_EQ(std::to_integer<unsigned>(other[3 * 64 + 63]),
            unsigned{DPA_CQE_RECEIVED} << 4);
  EXPECT_EQ(loadBig32(other.data() + 3 * 64 + 0x2c), 62u);
  cq->push(received(3, 63));
  EXPECT_TRUE(background.run());
  EXPECT_EQ(std::to_integer<unsigned>(other[63]), 1u | 3u << 2);
}

/// A solicited completion that was not consumed is one index later in the other ring.
TEST_F(EventsTest, solicited_completions_move_with_the_ring) {
  std::array<std::byte, 4 * 64> other{};
  CqSettings settings = settingsOfCq();
  settings.startsArmed = false;
  auto cq = makeCq(settings);
  Completion solicited = received(0, 60);
  solicited.isSolicited = true;
  cq->push(std::move(solicited));
  EXPECT_EQ(cq->changeRing(other.data(), 2), CqRingChange::Done);
  cq->arm(2, true); // behind it
  EXPECT_EQ(events->count, 0u);
  cq->arm(1, true);
  EXPECT_EQ(events->count, 1u);
}

TEST_F(EventsTest, ring_is_kept_if_it_cannot_be_changed) {
  std::array<std::byte, 4 * 64> other{};
  CqSettings settings = settingsOfCq();
  settings.logDepth = 1;
  settings.startsArmed = false;
  auto cq = makeCq(settings);
  cq->push(received(0, 60));
  EXPECT_EQ(cq->changeRing(other.data(), 0), CqRingChange::Done);
  EXPECT_EQ(cq->changeRing(other.data(), 2), CqRingChange::NoRoom);
  settings.isCollapsed = true;
  EXPECT_EQ(makeCq(settings)->changeRing(other.data(), 2),
            CqRingChange::Impossible);
  EXPECT_EQ(other[64 + 63], std::byte());
}

TEST_F(EventsTest, queue_in_use_is_not_retired) {
  auto cq = makeCq(CqModeration());
  EXPECT_TRUE(cq->users().add());
  EXPECT_FALSE(cq->users().retire());
  cq->users().remove();
  EXPECT_TRUE(cq->users().retire());
  EXPECT_FALSE(cq->users().add());
}

TEST_F(EventsTest, ring_that_is_unmapped_breaks_the_queue) {
  constexpr size_t size = 4096;
  void *page = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  RegisteredMemories memories;
  const uint32_t umem = memories.add(static_cast<std::byte *>(page), size);
  std::string error;
  EXPECT_FALSE(memories.at({.address = 0, .umem = umem}, "the ring", size + 1,
                           64, error));
  EXPECT_EQ(error, "the ring at offset 0x0 of registered memory 0x1 exceeds "
                   "its 4096 bytes");
  {
    EmulatedCq cq(
        7, settingsOfCq(),
        memories.at({.address = 0, .umem = umem}, "the ring", 2048, 64, error),
        completionRecord.data(), events);
    EXPECT_FALSE(memories.remove(umem));
    EXPECT_EQ(cq.push(received(0, 1)), EmulatedCq::Push::Done);
    munmap(page, size);
    EXPECT_EQ(cq.push(received(1, 1)), EmulatedCq::Push::Unmapped);
    EXPECT_EQ(cq.push(received(2, 1)), EmulatedCq::Push::Broken);
  }
  EXPECT_TRUE(memories.remove(umem));
  EXPECT_FALSE(memories.remove(umem));
}

TEST_F(EventsTest, event_queue_is_armed_by_its_doorbell) {
  std::array<std::byte, 256> entries{};
  EmulatedEq eq(3, {.logDepth = 2, .thread = 1, .ring = {}}, entries.data(),
                events, reports);
  eq.event(0x123456);
  eq.event(9);
  EXPECT_EQ(events->count, 1u);
  EXPECT_EQ(events->last, 3u);
  EXPECT_EQ(loadBig32(entries.data() + 0x38), 0x123456u);
  eq.setConsumer(1, false);
  EXPECT_EQ(events->count, 1u);
  eq.setConsumer(1, true); // there is another entry
  EXPECT_EQ(events->count, 2u);
  eq.setConsumer(2, true);
  EXPECT_EQ(events->count, 2u);
  for (int i = 0; i < 4; ++i)
    eq.event(1);
  EXPECT_EQ(events->count, 3u);
  EXPECT_EQ(entries[63], std::byte(1)); // the second pass
  EXPECT_TRUE(reports->texts.empty());
  eq.event(1);
  ASSERT_EQ(reports->texts.size(), 1u);
  EXPECT_EQ(reports->texts[0],
            "event queue 0x3: is full: overrun; events are lost");
}

} // namespace
} // namespace dpa::test
