// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of memory of the program, of which pages are unmapped or protected.
#include "emulator/nic/data/host-copy.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <gtest/gtest.h>
#include <span>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace dpa::test {
namespace {

/// Three pages with numbered bytes.
class HostMemoryCopy : public testing::Test {
protected:
  HostMemoryCopy() {
    EXPECT_NE(place_, MAP_FAILED);
    for (size_t i = 0; i < 3 * page_; ++i)
      memory_[i] = std::byte(i * 7);
  }
  ~HostMemoryCopy() override { munmap(place_, 3 * page_); }

  bool reads(size_t offset, size_t size) {
    copy_.assign(size, std::byte{0xee});
    return copyFromHost(getpid(), copy_, memory_ + offset);
  }
  bool writes(size_t offset, size_t size) {
    copy_.resize(size);
    for (size_t i = 0; i < size; ++i)
      copy_[i] = std::byte(i * 13 + 1);
    return copyToHost(getpid(), memory_ + offset, copy_);
  }
  bool isCopy(size_t offset) const {
    return std::ranges::equal(copy_, std::span(memory_ + offset, copy_.size()));
  }

  const size_t page_ = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  void *const place_ = mmap(nullptr, 3 * page_, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  std::byte *const memory_ = static_cast<std::byte *>(place_);
  std::vector<std::byte> copy_;
};

TEST_F(HostMemoryCopy, EveryAlignmentAndManySizes) {
  for (size_t offset = page_ - 9; offset < page_ + 9; ++offset)
    for (const size_t size :
         std::array<size_t, 8>{0, 1, 7, 8, 9, 64, 1500, page_}) {
      SCOPED_TRACE(std::to_string(size) + " bytes at " +
                   std::to_string(offset));
      ASSERT_TRUE(reads(offset, size));
      EXPECT_TRUE(isCopy(offset));
      const std::byte before = memory_[offset - 1];
      const std::byte behind = memory_[offset + size];
      ASSERT_TRUE(writes(offset, size));
      EXPECT_TRUE(isCopy(offset));
      EXPECT_EQ(memory_[offset - 1], before);
      EXPECT_EQ(memory_[offset + size], behind);
    }
}

TEST_F(HostMemoryCopy, PagesThatAreNotMapped) {
  munmap(memory_ + page_, page_);
  errno = ENOENT;
  EXPECT_FALSE(reads(page_, 1));
  EXPECT_FALSE(reads(2 * page_ - 1, 1));
  EXPECT_FALSE(reads(page_ - 4, 8));
  EXPECT_FALSE(reads(0, 3 * page_));
  EXPECT_FALSE(writes(page_, 1));
  EXPECT_FALSE(writes(page_ - 4, 8));
  EXPECT_TRUE(reads(page_ - 8, 8));
  EXPECT_TRUE(writes(2 * page_, 8));
  EXPECT_EQ(errno, ENOENT);
}

TEST_F(HostMemoryCopy, PagesWithoutARight) {
  mprotect(memory_ + page_, page_, PROT_READ);
  EXPECT_TRUE(reads(page_, 8));
  EXPECT_FALSE(writes(page_, 8));
  EXPECT_FALSE(writes(page_ - 1, 2));
  mprotect(memory_ + page_, page_, PROT_NONE);
  EXPECT_FALSE(reads(page_, 8));
  mprotect(memory_ + page_, page_, PROT_READ | PROT_WRITE);
  EXPECT_TRUE(writes(page_, 8));
  EXPECT_TRUE(isCopy(page_));
}

} // namespace
} // namespace dpa::test
