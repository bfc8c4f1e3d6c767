// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The allocator of the device heap: alignment, joining, misuse, figures, and
// that blocks never overlap.
#include "runtime/host/process/heap.h"

#include <algorithm>
#include <bit>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <random>
#include <vector>

namespace dpa::host {
namespace {

constexpr uint64_t base = 0x80010000;
constexpr uint64_t size = 1 << 20;

TEST(Heap, aligns_small_blocks_to_64_bytes_and_large_ones_to_pages) {
  Heap heap(base, size);
  for (uint64_t bytes : {1, 63, 64, 65, 4095})
    EXPECT_EQ(heap.allocate(bytes).value() % 64, 0u);
  for (uint64_t bytes : {4096, 4097, 100000})
    EXPECT_EQ(heap.allocate(bytes).value() % 4096, 0u);
}

TEST(Heap, rejects_zero_bytes_and_more_than_the_heap_has) {
  Heap heap(base, size);
  EXPECT_FALSE(heap.allocate(0));
  EXPECT_FALSE(heap.allocate(size + 1));
  EXPECT_FALSE(heap.allocate(UINT64_MAX));
  EXPECT_TRUE(heap.allocate(size));
  EXPECT_FALSE(heap.allocate(1));
}

/// What a checked heap says.
class Notes : public HeapChecker {
public:
  void allocated(const HeapBlock &block, bool isDefined) override {
    blocks[block.address] = block.size;
    defined += isDefined ? 1 : 0;
  }
  void freed(uint64_t address, const void *freedBy) override {
    freedBlocks.push_back(address);
    lastCaller = freedBy;
  }
  void invalidFree(uint64_t /*address*/, const void * /*caller*/) override {}
  void recycled(uint64_t address) override {
    recycledBlocks.push_back(address);
  }
  std::vector<HeapBlock> deviceBlocks() const override { return {}; }
  uint64_t violations() const override { return 0; }

  std::map<uint64_t, uint64_t> blocks;
  unsigned defined = 0;
  std::vector<uint64_t> freedBlocks;
  const void *lastCaller = nullptr;
  std::vector<uint64_t> recycledBlocks;
};

TEST(Heap, has_gaps_between_the_blocks_of_a_checked_heap) {
  Notes notes;
  Heap heap(base, size, &notes);
  for (uint64_t bytes : {64, 4096, 1, 8192, 64, 4096})
    ASSERT_TRUE(heap.allocate(bytes));
  ASSERT_TRUE(heap.allocate(64, HeapOwner::Library));
  EXPECT_EQ(notes.defined, 1u);
  uint64_t end = 0;
  for (const auto &[address, bytes] : notes.blocks) {
    EXPECT_GE(address, end);
    end = address + bytes + Heap::redZoneSize;
  }
}

TEST(Heap, does_not_use_freed_memory_of_a_checked_heap_again_soon) {
  Notes notes;
  Heap heap(base, size, &notes);
  const int caller = 0;
  const uint64_t block = heap.allocate(256).value();
  ASSERT_TRUE(heap.free(block, HeapOwner::Program, &caller));
  EXPECT_EQ(notes.freedBlocks, std::vector{block});
  EXPECT_EQ(notes.lastCaller, &caller);
  EXPECT_NE(heap.allocate(256), block);
  EXPECT_FALSE(heap.free(block));
  // Rather than to fail it is used again.
  EXPECT_TRUE(heap.allocate(size / 2));
  EXPECT_TRUE(heap.allocate(size / 2 - 4 * 4096));
  EXPECT_TRUE(notes.recycledBlocks.empty());
  while (heap.allocate(256))
    ;
  EXPECT_EQ(notes.recycledBlocks, std::vector{block});
}

TEST(Heap, does_not_free_a_held_block) {
  Heap heap(base, size);
  uint64_t block = heap.allocate(256).value();
  EXPECT_FALSE(heap.hold(block + 64, 256));
  EXPECT_FALSE(heap.hold(base + size - 64, 64));
  EXPECT_FALSE(heap.hold(heap.allocate(64, HeapOwner::Library).value(), 8));
  EXPECT_FALSE(heap.isHeld(block));
  {
    HeapHold first(heap, heap.hold(block + 64, 192).value());
    {
      HeapHold second(heap, heap.hold(block, 256).value());
      HeapHold moved(std::move(second));
      first = std::move(moved);
    }
    EXPECT_TRUE(heap.isHeld(block) && !heap.isHeld(block + 64));
    EXPECT_FALSE(heap.free(block));
  }
  EXPECT_FALSE(heap.isHeld(block));
  EXPECT_TRUE(heap.free(block));
}

TEST(Heap, joins_free_neighbours) {
  Heap heap(base, size);
  uint64_t a = heap.allocate(size / 4).value();
  uint64_t b = heap.allocate(size / 4).value();
  uint64_t c = heap.allocate(size / 2).value();
  EXPECT_TRUE(heap.free(a));
  EXPECT_TRUE(heap.free(c));
  EXPECT_FALSE(heap.allocate(size));
  EXPECT_TRUE(heap.free(b));
  EXPECT_EQ(heap.allocate(size), base);
}

TEST(Heap, takes_the_smallest_range_that_fits) {
  Heap heap(base, size);
  uint64_t small = heap.allocate(128).value();
  heap.allocate(64).value();
  uint64_t large = heap.allocate(1024).value();
  heap.allocate(64).value();
  heap.free(large);
  heap.free(small);
  EXPECT_EQ(heap.allocate(100), small);
}

TEST(Heap, rejects_freeing_what_is_not_a_block) {
  Heap heap(base, size);
  uint64_t block = heap.allocate(200).value();
  EXPECT_FALSE(heap.free(block + 64));
  EXPECT_FALSE(heap.free(0x1234));
  EXPECT_TRUE(heap.free(block));
  EXPECT_FALSE(heap.free(block));
}

TEST(Heap, keeps_the_library_and_the_program_apart) {
  Heap heap(base, size);
  uint64_t own = heap.allocate(64, HeapOwner::Library).value();
  EXPECT_EQ(heap.usage().requested, 0u);
  EXPECT_FALSE(heap.free(own));
  EXPECT_FALSE(heap.isInsideBlock(own, 1));
  EXPECT_TRUE(heap.free(own, HeapOwner::Library));
}

TEST(Heap, knows_which_ranges_are_inside_a_block) {
  Heap heap(base, size);
  uint64_t block = heap.allocate(100).value();
  heap.allocate(100).value();
  EXPECT_TRUE(heap.isInsideBlock(block, 128));
  EXPECT_TRUE(heap.isInsideBlock(block + 28, 100));
  EXPECT_FALSE(heap.isInsideBlock(block, 129));
  EXPECT_FALSE(heap.isInsideBlock(block + 1, UINT64_MAX));
  EXPECT_FALSE(heap.isInsideBlock(base - 1, 2));
  EXPECT_TRUE(heap.overlaps(base - 1, 2));
  EXPECT_TRUE(heap.overlaps(0, UINT64_MAX));
  EXPECT_FALSE(heap.overlaps(base - 2, 2));
  EXPECT_FALSE(heap.overlaps(base + size, 1));
}

TEST(Heap, buffers_have_room_for_a_guard) {
  Heap heap(base, size);
  const int here = 0;
  for (uint64_t bytes : {1, 56, 57, 64, 100, 4095, 5000}) {
    uint64_t block = heap.allocate(bytes, HeapOwner::Program, &here).value();
    uint64_t next = heap.allocate(1).value();
    HeapBuffer buffer = heap.buffer(block).value();
    EXPECT_TRUE(buffer.hasGuard) << bytes;
    EXPECT_EQ(buffer.size, bytes);
    EXPECT_EQ(buffer.caller, &here);
    EXPECT_EQ(buffer.number + 1, heap.buffer(next).value().number);
    EXPECT_TRUE(next < block || next >= block + bytes + Heap::guardSize);
  }
  EXPECT_EQ(heap.buffers().size(), 14u);
  uint64_t own = heap.allocate(64, HeapOwner::Library).value();
  EXPECT_FALSE(heap.buffer(own));
  EXPECT_EQ(heap.buffers().size(), 14u);
}

// A guard behind whole pages costs a page of alignment.
TEST(Heap, few_blocks_of_whole_pages_have_guards) {
  Heap heap(base, size);
  const uint64_t large = heap.allocate(size / 4).value();
  EXPECT_FALSE(heap.buffer(large)->hasGuard);
  uint64_t guarded = 0;
  uint64_t count = 0;
  std::optional<uint64_t> first;
  for (; std::optional<uint64_t> block = heap.allocate(4096); ++count) {
    guarded += heap.buffer(*block)->hasGuard ? 1 : 0;
    first = first.value_or(*block);
  }
  EXPECT_EQ(guarded, size / 64 / 4096);
  EXPECT_GE(count + guarded, size * 3 / 4 / 4096);
  EXPECT_TRUE(heap.buffer(*first)->hasGuard);
  EXPECT_TRUE(heap.free(*first));
  EXPECT_TRUE(heap.buffer(heap.allocate(4096).value())->hasGuard);
}

TEST(Heap, a_buffer_without_room_for_its_guard_is_allocated) {
  Heap heap(base, 4096);
  uint64_t block = heap.allocate(4064).value();
  EXPECT_TRUE(heap.buffer(block)->hasGuard);
  EXPECT_TRUE(heap.free(block));
  block = heap.allocate(4092).value();
  EXPECT_FALSE(heap.buffer(block)->hasGuard);
  EXPECT_TRUE(heap.isInsideBlock(block, 4096));
}

// PROVES: R-PROC-07
TEST(Heap, figures_follow_allocation_and_freeing) {
  Heap heap(base, size);
  uint64_t a = heap.allocate(100).value();
  uint64_t b = heap.allocate(64).value();
  EXPECT_EQ(heap.usage().requested, 164u);
  EXPECT_EQ(heap.usage().allocated, 192u);
  EXPECT_EQ(heap.usage().guards, 64u); // of the buffer of 64 bytes
  heap.free(a);
  EXPECT_EQ(heap.usage().requested, 64u);
  EXPECT_EQ(heap.usage().allocated, 64u);
  heap.free(b);
  EXPECT_EQ(heap.usage().allocated, 0u);
}

TEST(Heap, never_gives_out_overlapping_blocks) {
  Heap heap(base, size);
  std::mt19937_64 random(7);
  std::map<uint64_t, uint64_t> live;
  for (int step = 0; step < 20000; ++step) {
    if (random() % 2 && !live.empty()) {
      auto victim = std::next(live.begin(), random() % live.size());
      ASSERT_TRUE(heap.free(victim->first));
      live.erase(victim);
      continue;
    }
    uint64_t bytes = 1 + random() % (random() % 8 ? 500 : 20000);
    std::optional<uint64_t> block = heap.allocate(bytes);
    if (!block)
      continue;
    auto next = live.lower_bound(*block);
    ASSERT_TRUE(next == live.end() || *block + bytes <= next->first);
    ASSERT_TRUE(next == live.begin() ||
                std::prev(next)->first + std::prev(next)->second <= *block);
    ASSERT_TRUE(*block >= base && *block + bytes <= base + size);
    live.emplace(*block, bytes);
  }
  for (const auto &block : live)
    ASSERT_TRUE(heap.free(block.first));
  EXPECT_EQ(heap.allocate(size), base);
}

/// Blocks of the sizes that the guide recommends are allocated and freed at random; `mostUsed` is
/// the largest share of the heap that is in use, and each size that still fits below it is
/// requested.
void loadMixed(const std::vector<uint64_t> &sizes, double mostUsed,
               unsigned seed) {
  constexpr uint64_t total = uint64_t(992) << 20;
  const auto most = static_cast<uint64_t>(mostUsed * total);
  Heap heap(base, total);
  std::mt19937_64 random(seed);
  std::vector<std::vector<uint64_t>> live(sizes.size());
  uint64_t used = 0;
  uint64_t peak = 0;
  for (int step = 0; step < 200000; ++step) {
    // Few of the large sizes, so that all sizes use a part of the heap.
    const size_t kind = std::min<size_t>(
        std::countr_zero(random() | 1u << 16) / 3, sizes.size() - 1);
    std::vector<uint64_t> &blocks = live[kind];
    if (random() % 8 < 5 && used + sizes[kind] <= most) {
      std::optional<uint64_t> block = heap.allocate(sizes[kind]);
      ASSERT_TRUE(block) << sizes[kind] << " with " << used << " in use";
      blocks.push_back(*block);
      used += sizes[kind];
      peak = std::max(peak, used);
    } else if (!blocks.empty()) {
      std::swap(blocks[random() % blocks.size()], blocks.back());
      ASSERT_TRUE(heap.free(blocks.back()));
      blocks.pop_back();
      used -= sizes[kind];
    }
  }
  EXPECT_GE(peak, most - sizes.back());
}

constexpr uint64_t kiB = 1024;
constexpr uint64_t miB = 1024 * kiB;

// PROVES: R-HEAP-07
TEST(Heap, has_room_for_the_recommended_sizes_while_memory_is_free) {
  for (unsigned seed = 1; seed <= 3; ++seed)
    loadMixed({4 * kiB, 256 * kiB, 8 * miB}, 0.95, seed);
}

// The largest size is a third of the heap and needs contiguous room.
TEST(Heap, has_room_for_the_largest_size_while_half_is_free) {
  for (unsigned seed = 1; seed <= 3; ++seed)
    loadMixed({4 * kiB, 256 * kiB, 8 * miB, 256 * miB}, 0.5, seed);
}

} // namespace
} // namespace dpa::host
