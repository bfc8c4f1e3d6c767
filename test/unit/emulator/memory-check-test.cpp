// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The models of the memory-model check, access by access: store buffers, the caches of windows, the
// network card's view.
#include "emulator/check/nic-view.h"
#include "emulator/check/store-buffer.h"
#include "emulator/check/window-cache.h"
#include "memory-model-fixture.h"

namespace dpa::test {
namespace {

class StoreBufferTest : public ModelTest {
protected:
  uint64_t load(StoreBuffers &buffers, uint32_t eu, uint64_t offset,
                unsigned bytes = 8) {
    return buffers.load(eu, at(eu, offset, 0x99, bytes), missed_);
  }

  std::optional<MemoryViolation> missed_;
};

TEST_F(StoreBufferTest, AUnitSeesItsOwnStoresAtOnce) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    StoreBuffers buffers(seed, 2);
    buffers.store(0, at(0, 0, 1), 0x1122334455667788);
    EXPECT_EQ(load(buffers, 0, 0), 0x1122334455667788U);
    EXPECT_EQ(load(buffers, 0, 0, 4), 0x55667788U) << "a part of it";
    buffers.store(0, at(0, 4, 1, 4), 0xaabbccdd);
    EXPECT_EQ(load(buffers, 0, 0), 0xaabbccdd55667788U) << "in two parts";
    EXPECT_FALSE(missed_);
  }
}

TEST_F(StoreBufferTest, StoresToOneCellStayInOrder) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    StoreBuffers buffers(seed, 2);
    uint64_t last = 0;
    setMemory(0, 0);
    for (uint64_t value = 1; value <= 20; ++value) {
      buffers.store(0, at(0, 0, 1), value);
      buffers.tick();
      const uint64_t seen = load(buffers, 1, 0);
      EXPECT_GE(seen, last);
      last = seen;
    }
    EXPECT_FALSE(missed_);
  }
}

TEST_F(StoreBufferTest, EveryStoreBecomesVisibleEventually) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    StoreBuffers buffers(seed, 2);
    for (uint64_t i = 0; i < 8; ++i)
      buffers.store(0, at(0, 8 * i, 1), seed + i);
    for (unsigned ticks = 0; ticks < 100; ++ticks)
      buffers.tick();
    for (uint64_t i = 0; i < 8; ++i)
      EXPECT_EQ(memory(8 * i), seed + i);
  }
}

TEST_F(StoreBufferTest, ReportsReadsOfOldDataAfterNewData) {
  unsigned found = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    StoreBuffers buffers(seed, 2);
    setMemory(0, 0);
    setMemory(8, 0);
    buffers.store(0, at(0, 0, 0x10), 1);
    buffers.store(0, at(0, 8, 0x20), 1);
    while (load(buffers, 1, 8) == 0)
      buffers.tick();
    EXPECT_FALSE(missed_) << "the flag is new";
    const bool isOld = load(buffers, 1, 0) == 0;
    EXPECT_EQ(missed_.has_value(), isOld);
    if (!missed_)
      continue;
    ++found;
    EXPECT_EQ(missed_->address, base);
    EXPECT_EQ(missed_->access.pc, 0x99U);
    EXPECT_EQ(missed_->access.eu, 1U);
    EXPECT_EQ(missed_->other.pc, 0x10U);
    EXPECT_EQ(missed_->other.eu, 0U);
    EXPECT_EQ(missed_->seen.pc, 0x20U);
  }
  EXPECT_GT(found, 50U);
}

/// An atomic that finds a lock taken (lr) does not write.
TEST_F(StoreBufferTest, AnAtomicIsSeenOnlyIfItStores) {
  for (bool stores : {false, true}) {
    unsigned found = 0;
    for (uint64_t seed = 0; seed < 100; ++seed) {
      StoreBuffers buffers(seed, 2);
      setMemory(0, 0);
      buffers.store(0, at(0, 0, 0x10), 1);
      buffers.atomic(0, {.access = at(0, 8, 0x20), .stores = stores}, missed_);
      load(buffers, 1, 8);
      load(buffers, 1, 0);
      found += missed_.has_value() ? 1 : 0;
    }
    EXPECT_EQ(found != 0, stores);
  }
}

TEST_F(StoreBufferTest, AFenceKeepsTheOrder) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    StoreBuffers buffers(seed, 2);
    setMemory(0, 0);
    setMemory(8, 0);
    buffers.store(0, at(0, 0, 0x10), 1);
    buffers.drain(0);
    buffers.store(0, at(0, 8, 0x20), 1);
    while (load(buffers, 1, 8) == 0)
      buffers.tick();
    EXPECT_EQ(load(buffers, 1, 0), 1U);
    EXPECT_FALSE(missed_);
  }
}

TEST_F(StoreBufferTest, AFenceOfARangeOrdersThatRangeOnly) {
  unsigned held = 0;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    StoreBuffers buffers(seed, 2);
    setMemory(0, 0);
    setMemory(64, 0);
    buffers.store(0, at(0, 0, 1), 1);
    buffers.store(0, at(0, 64, 1), 1);
    buffers.drain(0, base + 64, 8);
    EXPECT_EQ(memory(64), 1U);
    held += memory(0) == 0 ? 1 : 0;
  }
  EXPECT_GT(held, 25U);
}

class WindowCacheTest : public ModelTest {
protected:
  WindowCacheTest() { first_ = DPA_WINDOW_BASE + 0x10000; }

  uint64_t load(uint64_t offset, unsigned bytes = 8, uint64_t pc = 0x99) {
    return cache_.load(at(0, offset, pc, bytes), missed_);
  }
  void writeBack() {
    cache_.writeBack(
        [&](uint64_t address) { return memory_.data() + (address - first_); });
  }

  WindowCache cache_;
  std::optional<StaleRead> missed_;
};

TEST_F(WindowCacheTest, KeepsWhatWasReadUntilItIsInvalidated) {
  setMemory(0, 1);
  EXPECT_EQ(load(0, 8, 0x10), 1U);
  setMemory(0, 2);
  EXPECT_EQ(load(0), 1U);
  EXPECT_FALSE(missed_);
  EXPECT_EQ(load(8), 0U);
  EXPECT_FALSE(missed_) << "only what has changed is stale";
  EXPECT_EQ(load(0), 1U);
  ASSERT_TRUE(missed_);
  EXPECT_EQ(missed_->filledBy.pc, 0x10U);
  EXPECT_EQ(missed_->by.pc, 0x99U);
  cache_.invalidate();
  EXPECT_EQ(load(0), 2U);
  EXPECT_FALSE(missed_);
}

TEST_F(WindowCacheTest, ForgetsAStaleReadThatIsRepeatedAfterAnInvalidation) {
  load(8);
  setMemory(0, 1);
  setMemory(64, 1);
  load(0);
  load(64);
  cache_.invalidate();
  load(8);
  load(0);
  EXPECT_FALSE(missed_);
  EXPECT_TRUE(cache_.takeStaleReads().empty());
}

TEST_F(WindowCacheTest, ALookBeforeAPollingLoopMayBeStaleToo) {
  load(8);
  setMemory(0, 1);
  load(0, 8, 0x10);
  load(0, 8, 0x20);
  EXPECT_FALSE(missed_);
  cache_.invalidate();
  load(0, 8, 0x20);
  EXPECT_FALSE(missed_);
  EXPECT_TRUE(cache_.takeStaleReads().empty());
}

TEST_F(WindowCacheTest, AnInstructionThatPollsWithoutInvalidationIsFound) {
  load(8);
  setMemory(0, 1);
  load(0, 8, 0x10);
  load(0, 8, 0x20);
  EXPECT_FALSE(missed_);
  load(0, 8, 0x20);
  ASSERT_TRUE(missed_);
  EXPECT_EQ(missed_->by.pc, 0x10U) << "the first";
}

TEST_F(WindowCacheTest, HoldsAStaleReadUntilItIsTaken) {
  load(8);
  setMemory(0, 1);
  load(0, 8, 0x20);
  cache_.invalidate();
  load(8);
  cache_.clear();
  std::vector<StaleRead> reads = cache_.takeStaleReads();
  ASSERT_EQ(reads.size(), 1U);
  EXPECT_EQ(reads[0].by.pc, 0x20U);
  EXPECT_TRUE(cache_.takeStaleReads().empty());
}

TEST_F(WindowCacheTest, CachesWholeLines) {
  EXPECT_EQ(load(0), 0U);
  setMemory(56, 5);
  setMemory(64, 5);
  EXPECT_EQ(load(56), 0U);
  EXPECT_EQ(load(64), 5U);
  EXPECT_EQ(cache_.takeStaleReads().size(), 1U);
}

TEST_F(WindowCacheTest, KeepsStoresUntilTheyAreWrittenBack) {
  setMemory(8, ~uint64_t(0));
  cache_.store(at(0, 8, 0x20, 2), 0x1234);
  EXPECT_EQ(memory(8), ~uint64_t(0));
  EXPECT_EQ(load(8, 2), 0x1234U) << "its own";
  EXPECT_EQ(load(8), 0xffffffffffff1234U) << "with what is around it";
  EXPECT_TRUE(cache_.takeStaleReads().empty());
  cache_.invalidate();
  EXPECT_EQ(load(8, 2), 0x1234U) << "what was stored is not invalid";
  const auto stores = cache_.unwritten();
  ASSERT_EQ(stores.size(), 1U);
  EXPECT_EQ(stores[0].address, first_ + 8);
  EXPECT_EQ(stores[0].by.pc, 0x20U);
  writeBack();
  EXPECT_EQ(memory(8), 0xffffffffffff1234U) << "and nothing else";
  EXPECT_TRUE(cache_.unwritten().empty());
}

TEST_F(WindowCacheTest, WritesBackOnlyWhatWasStored) {
  cache_.store(at(0, 1, 0x20, 1), 0xab);
  EXPECT_EQ(load(0), 0xab00U);
  setMemory(0, 0x7777777777777777);
  writeBack();
  EXPECT_EQ(memory(0), 0x777777777777ab77U);
}

TEST_F(WindowCacheTest, DropsStoresThatAreNoLongerAllowed) {
  cache_.store(at(0, 0, 0x20), 1);
  cache_.writeBack([](uint64_t) -> std::byte * { return nullptr; });
  EXPECT_TRUE(cache_.unwritten().empty());
  EXPECT_EQ(memory(0), 0U);
}

TEST_F(WindowCacheTest, ReleasesLinesForAtomics) {
  cache_.store(at(0, 0, 0x20), 1);
  setMemory(8, 3);
  cache_.release(at(0, 8, 0x30));
  EXPECT_EQ(memory(0), 1U);
  EXPECT_EQ(memory(8), 3U);
  EXPECT_TRUE(cache_.unwritten().empty());
}

TEST_F(WindowCacheTest, BothEntitiesAreOneCache) {
  setMemory(0, 1);
  EXPECT_EQ(load(0), 1U);
  setMemory(0, 2);
  first_ += DPA_WINDOW_ENTITY_SIZE;
  EXPECT_EQ(load(0), 1U);
  EXPECT_EQ(cache_.takeStaleReads().size(), 1U);
}

using NicViewTest = ModelTest;

uint64_t valueOf(const std::byte *view) {
  uint64_t value = 0;
  __builtin_memcpy(&value, view, sizeof value);
  return value;
}

TEST_F(NicViewTest, HoldsWhatWasWrittenBack) {
  NicView view;
  setMemory(0, 1);
  const std::byte *record = view.add(CheckedQueue{0, 7}, base, memory_.data());
  EXPECT_EQ(valueOf(record), 1U);
  setMemory(0, 2);
  view.stored(at(0, 4, 0x40, 4));
  EXPECT_EQ(valueOf(record), 1U);
  ASSERT_TRUE(view.unwrittenOf({0, 7}));
  EXPECT_EQ(view.unwrittenOf({0, 7})->unwritten->pc, 0x40U);
  EXPECT_FALSE(view.unwrittenOf({0, 8}));
  view.refresh();
  view.writeBack(1);
  EXPECT_EQ(valueOf(record), 1U) << "another unit's write-back";
  view.writeBack(0);
  EXPECT_EQ(valueOf(record), 2U);
  EXPECT_FALSE(view.unwrittenOf({0, 7}));
}

TEST_F(NicViewTest, FollowsTheHost) {
  NicView view;
  const std::byte *record = view.add(CheckedQueue{0, 7}, base, memory_.data());
  view.stored(at(0, 8, 0x40));
  EXPECT_FALSE(view.unwrittenOf({0, 7})) << "beside the record";
  setMemory(0, 3);
  view.refresh();
  EXPECT_EQ(valueOf(record), 3U);
}

TEST_F(NicViewTest, QueuesOfTwoDevicesMayHaveTheSameNumber) {
  NicView view;
  view.add(CheckedQueue{0, 7}, base, memory_.data());
  view.add(CheckedQueue{1, 7}, base + 8, memory_.data() + 8);
  view.stored(at(0, 0, 0x40));
  EXPECT_TRUE(view.unwrittenOf({0, 7}));
  EXPECT_FALSE(view.unwrittenOf({1, 7}));
  view.remove(CheckedQueue{0, 7});
  view.stored(at(0, 8, 0x44));
  EXPECT_TRUE(view.unwrittenOf({1, 7}));
}

TEST_F(NicViewTest, ForgetsQueuesButKeepsTheirViews) {
  NicView view;
  const std::byte *record = view.add(CheckedQueue{0, 7}, base, memory_.data());
  view.stored(at(0, 0, 0x40));
  view.remove(CheckedQueue{0, 7});
  EXPECT_FALSE(view.unwrittenOf({0, 7}));
  setMemory(0, 3);
  view.refresh();
  EXPECT_EQ(valueOf(record), 0U);
}

/// As the program's memory has a producer index.
uint32_t bigEndian(uint32_t index) {
  return __builtin_bswap32(index);
}

TEST_F(NicViewTest, KnowsWhichEntriesAStoreToTheRecordPosts) {
  NicView view;
  setMemory(0, bigEndian(2));
  const std::byte *record =
      view.add(ReceiveRing{memory_.data() + 64, 2, 4}, base, memory_.data());
  EXPECT_FALSE(view.post(at(0, 8, 0x40), 1)) << "beside the record";
  EXPECT_FALSE(view.post(at(0, 4, 0x40, 4), 1)) << "the other word of it";
  auto posting = view.post(at(0, 0, 0x40, 4), bigEndian(5));
  ASSERT_TRUE(posting);
  EXPECT_EQ(posting->first, 2);
  EXPECT_EQ(posting->count, 3);
  EXPECT_EQ(posting->ring.memory, memory_.data() + 64);
  posting = view.post(at(0, 0, 0x40, 8), bigEndian(6));
  ASSERT_TRUE(posting);
  EXPECT_EQ(posting->first, 5);
  EXPECT_FALSE(view.post(at(0, 0, 0x40, 4), bigEndian(3))) << "backwards";
  EXPECT_FALSE(view.post(at(0, 0, 0x40, 4), bigEndian(8))) << "all and more";
  view.remove(record);
  EXPECT_FALSE(view.post(at(0, 0, 0x40, 4), bigEndian(9)));
}

TEST_F(NicViewTest, QueuesOfBothKindsMayHaveTheSameNumber) {
  NicView view;
  view.add(ReceiveRing{memory_.data() + 64, 2, 4}, base, memory_.data());
  view.add(CheckedQueue{0, 0}, base + 8, memory_.data() + 8);
  view.stored(at(0, 0, 0x40, 4));
  EXPECT_FALSE(view.unwrittenOf({0, 0}));
  view.remove(CheckedQueue{0, 0});
  EXPECT_TRUE(view.post(at(0, 0, 0x40, 4), bigEndian(1)));
}

} // namespace
} // namespace dpa::test
