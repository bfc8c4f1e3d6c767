// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MemoryKeys: domains in use cannot be removed, keys are found by their exact number and process,
// and removed keys are revoked.
#include "emulator/memory/memory-keys.h"

#include "base/mapped-memory.h"

#include <array>
#include <bit>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <sys/mman.h>
#include <vector>

namespace dpa::test {
namespace {

class MemoryKeysTest : public testing::Test {
protected:
  MemoryKeysTest() { keys_.addDomain(&domain_); }

  uint32_t addHost(size_t size = 64, bool mayWrite = true) {
    return keys_.addRegion({&domain_, memory_.data(), size, mayWrite});
  }

  std::shared_ptr<MemoryKey> makeKey(uint32_t process) {
    auto key = std::make_shared<MemoryKey>();
    key->domain = &domain_;
    key->process = process;
    return key;
  }

  MemoryKeys keys_;
  int domain_ = 0;
  std::array<std::byte, 64> memory_{};
};

TEST_F(MemoryKeysTest, ADomainInUseStays) {
  int other = 0;
  EXPECT_TRUE(keys_.hasDomain(&domain_));
  EXPECT_FALSE(keys_.hasDomain(&other));
  EXPECT_FALSE(keys_.removeDomain(&other));
  EXPECT_FALSE(keys_.useDomain(&other));
  uint32_t key = addHost();
  EXPECT_TRUE(keys_.useDomain(&domain_)); // a window
  EXPECT_FALSE(keys_.removeDomain(&domain_));
  keys_.releaseDomain(&domain_);
  EXPECT_FALSE(keys_.removeDomain(&domain_));
  keys_.removeRegion(key);
  EXPECT_TRUE(keys_.removeDomain(&domain_));
  EXPECT_FALSE(keys_.hasDomain(&domain_));
  EXPECT_FALSE(keys_.removeDomain(&domain_));
  EXPECT_EQ(addHost(), 0u) << "the domain is removed";
}

TEST_F(MemoryKeysTest, ARegionIsWhatWasAdded) {
  uint32_t key = addHost(48, false);
  ASSERT_NE(key, 0u);
  const HostRegion region = keys_.region(key).value_or(HostRegion());
  EXPECT_EQ(region.domain, &domain_);
  EXPECT_EQ(region.address, memory_.data());
  EXPECT_EQ(region.size, 48u);
  EXPECT_FALSE(region.mayWrite);
  keys_.removeRegion(key);
  EXPECT_FALSE(keys_.region(key));
}

TEST_F(MemoryKeysTest, AKeyIsFoundByAllOfItsBits) {
  uint32_t key = addHost();
  EXPECT_TRUE(keys_.find(key));
  for (unsigned bit = 0; bit < 32; ++bit)
    EXPECT_FALSE(keys_.find(key ^ 1u << bit)) << bit;
  EXPECT_FALSE(keys_.find(0));
}

/// Whether the mapping that begins at `memory` is left out of core dumps.
bool isNotDumped(const void *memory) {
  std::ostringstream first;
  first << std::hex << std::bit_cast<uintptr_t>(memory) << '-';
  std::ifstream file("/proc/self/smaps");
  bool isFound = false;
  for (std::string line; std::getline(file, line);) {
    isFound = isFound || line.starts_with(first.str());
    if (isFound && line.starts_with("VmFlags:"))
      return line.find(" dd") != std::string::npos;
  }
  return false;
}

SharedMapping mappingOf(const void *memory, size_t size, uint64_t inode = 1) {
  return {.device = 0,
          .inode = inode,
          .offset = 0,
          .first = static_cast<const std::byte *>(memory),
          .size = size,
          .isWritable = true};
}

TEST_F(MemoryKeysTest, ARemovedKeyKeepsNoMemory) {
  constexpr size_t size = 4096;
  void *shared = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  HostRegion region{&domain_, static_cast<std::byte *>(shared), size, true};
  region.shared = mappingOf(shared, region.size);
  const uint32_t number = keys_.addRegion(region);
  const std::shared_ptr<MemoryKey> key = keys_.find(number);
  ASSERT_TRUE(key && key->pinned);
  EXPECT_NE(key->pinned.get(), shared);
  EXPECT_FALSE(isNotDumped(shared));
  EXPECT_TRUE(isNotDumped(key->pinned.get()));
  *region.address = std::byte{5};
  EXPECT_EQ(*key->pinned.get(), std::byte{5});
  keys_.removeRegion(number);
  EXPECT_FALSE(key->pinned);
  munmap(shared, size);
}

/// mremap() maps pages behind the end of shared memory.
TEST_F(MemoryKeysTest, MemoryThatEndsBeforeItsMappingIsNotPinned) {
  constexpr size_t size = 4096;
  void *shared = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  shared = mremap(shared, size, 2 * size, MREMAP_MAYMOVE);
  ASSERT_NE(shared, MAP_FAILED);
  HostRegion region{&domain_, static_cast<std::byte *>(shared), 2 * size, true};
  region.shared = mappingOf(shared, region.size);
  const uint32_t number = keys_.addRegion(region);
  ASSERT_TRUE(keys_.find(number));
  EXPECT_FALSE(keys_.find(number)->pinned);
  munmap(shared, 2 * size);
}

/// The kernel limits the number of mappings.
TEST_F(MemoryKeysTest, KeysOfNeighbouringMemoryShareAMapping) {
  constexpr size_t size = 16384;
  constexpr size_t step = 64;
  void *shared = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  auto *bytes = static_cast<std::byte *>(shared);
  std::vector<uint32_t> keys;
  for (size_t i = 0; i < size; i += step) {
    HostRegion region{&domain_, bytes + i, step, true};
    region.shared = mappingOf(shared, size);
    keys.push_back(keys_.addRegion(region));
  }
  std::byte *first = keys_.find(keys.front())->pinned.get();
  for (size_t i = 0; i < keys.size(); ++i) {
    EXPECT_EQ(keys_.find(keys[i])->pinned.get(), first + i * step);
    if (i != 0)
      keys_.removeRegion(keys[i]);
  }
  bytes[step - 1] = std::byte{7};
  EXPECT_EQ(first[step - 1], std::byte{7});
  keys_.removeRegion(keys.front());
  EXPECT_FALSE(isStillMapped(first, size));
  munmap(shared, size);
}

/// The program has mapped other memory at the place.
TEST_F(MemoryKeysTest, KeysOfOtherMemoryAtTheSamePlaceShareNoMapping) {
  constexpr size_t size = 4096;
  void *place = nullptr;
  std::array<uint32_t, 2> keys{};
  for (uint64_t i = 0; i < 2; ++i) {
    place = mmap(place, size, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_ANONYMOUS | (i == 0 ? 0 : MAP_FIXED), -1, 0);
    ASSERT_NE(place, MAP_FAILED);
    *static_cast<uint64_t *>(place) = i + 1;
    HostRegion region{&domain_, static_cast<std::byte *>(place), size, true};
    region.shared = mappingOf(place, size, i + 1);
    keys.at(i) = keys_.addRegion(region);
  }
  for (uint64_t i = 0; i < 2; ++i)
    EXPECT_EQ(*keys_.find(keys.at(i))->pinned.get(), std::byte(i + 1));
  munmap(place, size);
}

TEST_F(MemoryKeysTest, ADestroyedKeyIsNotReusedSoon) {
  uint32_t first = addHost();
  keys_.removeRegion(first);
  for (int i = 0; i < 1000; ++i) {
    uint32_t next = addHost();
    EXPECT_NE(next, first);
    keys_.removeRegion(next);
  }
}

TEST_F(MemoryKeysTest, AKeyBelongsToItsProcess) {
  uint32_t own = keys_.add(makeKey(7));
  uint32_t host = addHost();
  EXPECT_FALSE(keys_.region(own)) << "not memory of the host";
  keys_.removeRegion(own);
  EXPECT_FALSE(keys_.remove(own, 8));
  EXPECT_FALSE(keys_.remove(host, 7));
  EXPECT_TRUE(keys_.find(own));
  EXPECT_TRUE(keys_.find(host));
  std::shared_ptr<MemoryKey> removed = keys_.remove(own, 7);
  ASSERT_TRUE(removed);
  EXPECT_EQ(removed->key, own);
  EXPECT_FALSE(keys_.remove(own, 7));
}

TEST_F(MemoryKeysTest, HoldersOfAKeySeeItsDestruction) {
  uint32_t number = addHost();
  std::shared_ptr<MemoryKey> key = keys_.find(number);
  ASSERT_TRUE(key);
  {
    RevocableUse use(*key);
    EXPECT_TRUE(use);
  }
  keys_.removeRegion(number);
  RevocableUse use(*key);
  EXPECT_FALSE(use);
}

TEST(MemoryKeyTest, HoldsRangesThatAreWhollyInIt) {
  MemoryKey key;
  key.base = 0x1000;
  key.size = 0x100;
  EXPECT_TRUE(key.holds(0x1000, 0x100));
  EXPECT_TRUE(key.holds(0x10ff, 1));
  EXPECT_TRUE(key.holds(0x1100, 0));
  EXPECT_FALSE(key.holds(0x10ff, 2));
  EXPECT_FALSE(key.holds(0xfff, 2));
  EXPECT_FALSE(key.holds(0x1101, 0));
  EXPECT_FALSE(key.holds(0x1001, UINT64_MAX));
  EXPECT_FALSE(key.holds(UINT64_MAX, 2));
}

} // namespace
} // namespace dpa::test
