// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The network card's writes by memory keys that permit any order, word by word.
#include "emulator/check/store-buffer.h"
#include "memory-model-fixture.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace dpa::test {
namespace {

/// A write of the card by a key that permits any order.
class CardStoreTest : public ModelTest {
protected:
  uint64_t load(StoreBuffers &buffers, uint32_t eu, uint64_t offset) {
    return buffers.load(eu, at(eu, offset, 0x99), missed_);
  }
  void cardStore(StoreBuffers &buffers, size_t offset,
                 const std::vector<uint8_t> &bytes) {
    buffers.cardStore(base + offset, memory_.data() + offset,
                      std::as_bytes(std::span(bytes)));
  }

  std::optional<MemoryViolation> missed_;
};

TEST_F(CardStoreTest, WordsBecomeVisibleInAnyOrder) {
  unsigned found = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    StoreBuffers buffers(seed, 2);
    setMemory(0, 0);
    setMemory(8, 0);
    cardStore(buffers, 0, std::vector<uint8_t>(16, 1));
    while (load(buffers, 1, 8) == 0)
      buffers.tick();
    EXPECT_FALSE(missed_) << "the last word is new";
    const bool isOld = load(buffers, 1, 0) == 0;
    EXPECT_EQ(missed_.has_value(), isOld);
    if (!missed_)
      continue;
    ++found;
    EXPECT_EQ(missed_->kind, MemoryViolation::Kind::CardWritesOutOfOrder);
    EXPECT_EQ(missed_->address, base);
    EXPECT_EQ(missed_->access.pc, 0x99U);
  }
  EXPECT_GT(found, 50U);
}

TEST_F(CardStoreTest, ACompletionShowsAllBytesAtAnyAlignment) {
  for (size_t offset = 0; offset < 9; ++offset)
    for (size_t size = 0; size < 100; ++size) {
      StoreBuffers buffers(offset + size, 2);
      std::vector<uint8_t> bytes(size);
      std::iota(bytes.begin(), bytes.end(), uint8_t(1));
      memory_.fill(std::byte(0xee));
      cardStore(buffers, offset, bytes);
      buffers.drainCard();
      std::array<std::byte, 256> expected;
      expected.fill(std::byte(0xee));
      std::ranges::copy(std::as_bytes(std::span(bytes)),
                        expected.begin() + static_cast<ptrdiff_t>(offset));
      EXPECT_EQ(memory_, expected) << offset << ", " << size;
    }
}

TEST_F(CardStoreTest, AStoreOfAUnitToTheSameWordIsLater) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    StoreBuffers buffers(seed, 2);
    cardStore(buffers, 0, std::vector<uint8_t>(8, 1));
    buffers.store(0, at(0, 0, 1), 2);
    buffers.drainAll();
    EXPECT_EQ(memory(0), 2U);
  }
}

} // namespace
} // namespace dpa::test
