// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores that the network card may not see yet: until when, of which unit, in
// which order.
#include "emulator/check/unwritten-stores.h"

#include "memory-model-fixture.h"

namespace dpa::test {
namespace {

class UnwrittenStoresTest : public ModelTest {
protected:
  using Space = UnwrittenStores::Space;

  void store(uint32_t eu, uint64_t offset, uint64_t pc, uint64_t value = 1,
             unsigned bytes = 8) {
    stores_.stored(at(eu, offset, pc, bytes), Space::Heap, value);
    __builtin_memcpy(&memory_[offset], &value, bytes);
  }
  /// Where the first store of the range is and by which instruction; 0: none.
  uint64_t addressIn(uint64_t offset, size_t size, bool isPending = false) {
    const auto found = stores_.find(
        &memory_[offset], size, [&](uint32_t, uint64_t) { return isPending; });
    return found ? found->address : 0;
  }
  uint64_t storeIn(uint64_t offset, size_t size) {
    const auto found = stores_.find(&memory_[offset], size,
                                    [](uint32_t, uint64_t) { return false; });
    return found ? found->by.pc : 0;
  }
  uint64_t unorderedIn(uint64_t offset, size_t size, uint32_t eu = 0) {
    const auto found = stores_.findUnordered(&memory_[offset], size, eu);
    return found ? found->by.pc : 0;
  }

  UnwrittenStores stores_{2};
};

TEST_F(UnwrittenStoresTest, AreThoseSinceTheWriteBackOfTheirUnit) {
  EXPECT_EQ(storeIn(0, 256), 0u);
  store(0, 72, 0x40, 1, 4);
  store(1, 128, 0x50, 1, 1);
  EXPECT_EQ(storeIn(0, 256), 0x40u);
  EXPECT_EQ(addressIn(0, 256), base + 72);
  EXPECT_EQ(storeIn(0, 72), 0u) << "before it";
  EXPECT_EQ(storeIn(76, 52), 0u) << "behind it";
  EXPECT_EQ(addressIn(75, 100), base + 75) << "its last byte";
  stores_.writeBack(0);
  EXPECT_EQ(storeIn(0, 256), 0x50u);
  stores_.writeBack(1);
  EXPECT_EQ(storeIn(0, 256), 0u);
  store(0, 72, 0x60);
  EXPECT_EQ(storeIn(64, 64), 0x60u);
}

TEST_F(UnwrittenStoresTest, TheLastUnitThatStoredHasToWriteBack) {
  store(0, 0, 0x40);
  store(1, 0, 0x50, 2);
  stores_.writeBack(0);
  EXPECT_EQ(storeIn(0, 8), 0x50u);
  stores_.writeBack(1);
  EXPECT_EQ(storeIn(0, 8), 0u);
}

TEST_F(UnwrittenStoresTest, BytesWithAnotherValueWereOverwritten) {
  store(0, 0, 0x40, 0x1111);
  setMemory(0, 0x1122);
  EXPECT_EQ(addressIn(0, 8), base + 1);
  setMemory(0, ~uint64_t(0x1111));
  EXPECT_EQ(addressIn(0, 8), 0u);
  EXPECT_EQ(addressIn(0, 8, true), base) << "not in memory yet";
}

TEST_F(UnwrittenStoresTest, AnAtomicOperationStoresAnUnknownValue) {
  stores_.stored(at(0, 0, 0x40), Space::Heap, std::nullopt);
  setMemory(0, 77);
  EXPECT_EQ(storeIn(0, 8), 0x40u);
}

TEST_F(UnwrittenStoresTest, WhatTheCardWritesReplacesThem) {
  store(0, 0, 0x40);
  store(0, 56, 0x50);
  store(0, 64, 0x60);
  stores_.overwrite(&memory_[4], 60);
  EXPECT_EQ(addressIn(0, 64), base);
  EXPECT_EQ(addressIn(4, 60), 0u);
  EXPECT_EQ(storeIn(4, 100), 0x60u);
  stores_.overwrite(memory_.data(), 256);
  EXPECT_EQ(storeIn(0, 256), 0u);
  stores_.writeBack(0);
}

TEST_F(UnwrittenStoresTest, AFenceOrdersEarlierStoresOfItsSpaceAndUnit) {
  store(0, 0, 0x40);
  stores_.stored(at(0, 64, 0x50), Space::Other, 1);
  EXPECT_EQ(unorderedIn(0, 64), 0x40u);
  EXPECT_EQ(unorderedIn(0, 64, 1), 0u) << "another unit's";
  stores_.order(1, Space::Heap);
  EXPECT_EQ(unorderedIn(0, 64), 0x40u) << "another unit's fence";
  stores_.order(0, Space::Heap);
  EXPECT_EQ(unorderedIn(0, 64), 0u);
  EXPECT_EQ(unorderedIn(0, 128), 0x50u) << "another space";
  stores_.orderAll(0);
  EXPECT_EQ(unorderedIn(0, 128), 0u);
  EXPECT_EQ(storeIn(0, 64), 0x40u) << "ordered, but not written back";
  store(0, 8, 0x60);
  EXPECT_EQ(unorderedIn(0, 64), 0x60u);
}

TEST_F(UnwrittenStoresTest, OldLinesAreWrittenBackWhenThereAreTooMany) {
  constexpr size_t lines = 20000;
  std::vector<std::byte> large(lines * 64);
  for (size_t i = 0; i < lines; ++i) {
    cpu::ObservedAccess access = at(0, 0, 0x40, 1);
    access.address = base + i * 64;
    access.cell = &large[i * 64];
    stores_.stored(access, Space::Heap, 0);
  }
  const auto never = [](uint32_t, uint64_t) { return false; };
  EXPECT_FALSE(stores_.find(large.data(), 64, never));
  EXPECT_TRUE(stores_.find(&large[(lines - 1) * 64], 64, never));
}

} // namespace
} // namespace dpa::test
