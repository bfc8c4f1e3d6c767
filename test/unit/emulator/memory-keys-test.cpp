// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MemoryKeys: domains that are in use stay, keys are found by exactly their
// number and their process, and one that has gone is revoked.
#include "emulator/memory/memory-keys.h"

#include "emulator/schedule/shared-scheduler.h"

#include <array>
#include <gtest/gtest.h>

namespace dpa::test {
namespace {

class MemoryKeysTest : public testing::Test {
protected:
  MemoryKeysTest() { Keys.addDomain(&Domain); }

  uint32_t addHost(size_t size = 64, bool mayWrite = true) {
    return Keys.addRegion({&Domain, Memory.data(), size, mayWrite});
  }

  std::shared_ptr<MemoryKey> makeKey(uint32_t process) {
    auto key = std::make_shared<MemoryKey>();
    key->domain = &Domain;
    key->process = process;
    return key;
  }

  MemoryKeys Keys{std::make_shared<SharedScheduler>(1, 1)};
  int Domain = 0;
  std::array<std::byte, 64> Memory{};
};

TEST_F(MemoryKeysTest, ADomainInUseStays) {
  int other = 0;
  EXPECT_TRUE(Keys.hasDomain(&Domain));
  EXPECT_FALSE(Keys.hasDomain(&other));
  EXPECT_FALSE(Keys.removeDomain(&other));
  EXPECT_FALSE(Keys.useDomain(&other));
  uint32_t key = addHost();
  EXPECT_TRUE(Keys.useDomain(&Domain)); // a window
  EXPECT_FALSE(Keys.removeDomain(&Domain));
  Keys.releaseDomain(&Domain);
  EXPECT_FALSE(Keys.removeDomain(&Domain));
  Keys.removeRegion(key);
  EXPECT_TRUE(Keys.removeDomain(&Domain));
  EXPECT_FALSE(Keys.hasDomain(&Domain));
  EXPECT_FALSE(Keys.removeDomain(&Domain));
  EXPECT_EQ(addHost(), 0u) << "there is no such domain any more";
}

TEST_F(MemoryKeysTest, ARegionIsWhatWasAdded) {
  uint32_t key = addHost(48, false);
  ASSERT_NE(key, 0u);
  const HostRegion region = Keys.region(key).value_or(HostRegion());
  EXPECT_EQ(region.domain, &Domain);
  EXPECT_EQ(region.address, Memory.data());
  EXPECT_EQ(region.size, 48u);
  EXPECT_FALSE(region.mayWrite);
  Keys.removeRegion(key);
  EXPECT_FALSE(Keys.region(key));
}

TEST_F(MemoryKeysTest, AKeyIsFoundByAllOfItsBits) {
  uint32_t key = addHost();
  EXPECT_TRUE(Keys.find(key));
  for (unsigned bit = 0; bit < 32; ++bit)
    EXPECT_FALSE(Keys.find(key ^ 1u << bit)) << bit;
  EXPECT_FALSE(Keys.find(0));
}

TEST_F(MemoryKeysTest, AKeyThatHasGoneDoesNotComeBackSoon) {
  uint32_t first = addHost();
  Keys.removeRegion(first);
  for (int i = 0; i < 1000; ++i) {
    uint32_t next = addHost();
    EXPECT_NE(next, first);
    Keys.removeRegion(next);
  }
}

TEST_F(MemoryKeysTest, AKeyIsOfItsProcess) {
  uint32_t own = Keys.add(makeKey(7));
  uint32_t host = addHost();
  EXPECT_FALSE(Keys.region(own)) << "it is no memory of the host";
  Keys.removeRegion(own);
  EXPECT_FALSE(Keys.remove(own, 8));
  EXPECT_FALSE(Keys.remove(host, 7));
  EXPECT_TRUE(Keys.find(own));
  EXPECT_TRUE(Keys.find(host));
  std::shared_ptr<MemoryKey> removed = Keys.remove(own, 7);
  ASSERT_TRUE(removed);
  EXPECT_EQ(removed->key, own);
  EXPECT_FALSE(Keys.remove(own, 7));
}

TEST_F(MemoryKeysTest, WhoHoldsAKeySeesThatItHasGone) {
  uint32_t number = addHost();
  std::shared_ptr<MemoryKey> key = Keys.find(number);
  ASSERT_TRUE(key);
  {
    RevocableUse use(*key);
    EXPECT_TRUE(use);
  }
  Keys.removeRegion(number);
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
