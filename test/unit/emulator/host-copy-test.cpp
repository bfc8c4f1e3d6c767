// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies between host and device: where the heap is, and that only data and heap can be accessed.
#include "emulator/host/shared-copy.h"
#include "test/unit/emulator/fixture.h"

#include <algorithm>

namespace dpa::test {
namespace {

class HostCopyTest : public testing::Test {
protected:
  TestDevice device_{TEST_FIRMWARE};
  Recorder events_;
  std::unique_ptr<Process> guest_ = device_.start(events_);
};

TEST_F(HostCopyTest, HeapFollowsTheImage) {
  AddressRange heap = guest_->heap();
  EXPECT_EQ(heap.base, DPA_DATA_BASE + DPA_HEAP_ALIGN);
  EXPECT_EQ(heap.size, DPA_HEAP_SIZE_DEFAULT);
}

TEST_F(HostCopyTest, WrittenDataIsRead) {
  uint64_t address = guest_->heap().base + guest_->heap().size - 3;
  EXPECT_TRUE(guest_->write(address, "abc", 3));
  char back[4] = "";
  EXPECT_TRUE(guest_->read(address, back, 3));
  EXPECT_STREQ(back, "abc");
  EXPECT_TRUE(guest_->fill(address, 'z', 2));
  EXPECT_TRUE(guest_->read(address, back, 3));
  EXPECT_STREQ(back, "zzc");
}

TEST_F(HostCopyTest, EveryAlignmentAndLength) {
  uint64_t base = guest_->heap().base;
  std::string text = "0123456789abcdefghijklmnopqrstuv";
  for (size_t start = 0; start < 9; ++start) {
    for (size_t size = 0; size + start <= text.size(); ++size) {
      ASSERT_TRUE(guest_->fill(base, '.', text.size()));
      ASSERT_TRUE(guest_->write(base + start, text.data() + start, size));
      std::string back(text.size(), '?');
      ASSERT_TRUE(guest_->read(base, back.data(), back.size()));
      std::string expected(text.size(), '.');
      expected.replace(start, size, text, start, size);
      ASSERT_EQ(back, expected);
      ASSERT_TRUE(guest_->read(base + start, back.data(), size));
      ASSERT_EQ(back.substr(0, size), text.substr(start, size));
    }
  }
}

struct Access {
  size_t begin;
  size_t end;
};

/// Checks the accesses of a copy of [begin, begin + size): in order, without gaps.
std::vector<Access> accessesOf(size_t begin, size_t size) {
  std::vector<Access> accesses;
  size_t next = begin;
  forEachPart(begin, size, [&](size_t offset, auto cell) {
    EXPECT_EQ(begin + offset, next);
    EXPECT_EQ(next % sizeof cell, 0u) << "atomic accesses are aligned";
    next += sizeof cell;
    accesses.push_back({begin + offset, next});
  });
  EXPECT_EQ(next, begin + size);
  return accesses;
}

/// Device code that stores or loads a cell of 2, 4 or 8 bytes while the host copies sees the whole
/// copy of the cell or nothing of it.
TEST(SharedCopyTest, AlignedCellsAreOneAccess) {
  for (size_t begin = 0; begin < 8; ++begin) {
    for (size_t size = 0; size < 40; ++size) {
      SCOPED_TRACE(std::to_string(size) + " bytes at " + std::to_string(begin));
      std::vector<Access> accesses = accessesOf(begin, size);
      for (size_t width : {2, 4, 8}) {
        size_t cell = (begin + width - 1) / width * width;
        for (; cell + width <= begin + size; cell += width)
          EXPECT_TRUE(std::any_of(accesses.begin(), accesses.end(),
                                  [&](const Access &access) {
                                    return access.begin <= cell &&
                                           cell + width <= access.end;
                                  }))
              << "cell of " << width << " at " << cell;
      }
    }
  }
}

TEST_F(HostCopyTest, DeviceCodeSeesWhatTheHostWrites) {
  uint64_t address = guest_->heap().base;
  uint64_t sent = 0x0102030405060708;
  EXPECT_TRUE(guest_->write(address, &sent, sizeof sent));
  uint64_t seen = 0;
  EXPECT_EQ(call(*guest_, GUEST_PEEK, address, 0, seen), CallResult::Ok);
  EXPECT_EQ(seen, sent);
}

TEST_F(HostCopyTest, OutsideIsRejectedAndUnchanged) {
  AddressRange heap = guest_->heap();
  uint64_t end = heap.base + heap.size;
  struct {
    uint64_t address;
    size_t size;
  } const bad[] = {{0, 1},
                   {DPA_FIRMWARE_BASE, 8},
                   {DPA_TEXT_BASE, 8},
                   {DPA_DATA_BASE - 1, 2},
                   {end - 1, 2},
                   {end, 1},
                   {DPA_THREAD_AREA_BASE, 8},
                   {DPA_DATA_BASE, heap.size + heap.base - DPA_DATA_BASE + 1},
                   {DPA_DATA_BASE, SIZE_MAX},
                   {UINT64_MAX, 2}};
  for (auto [address, size] : bad) {
    SCOPED_TRACE(address);
    char byte = 'x';
    EXPECT_FALSE(guest_->read(address, &byte, size));
    EXPECT_FALSE(guest_->write(address, &byte, size));
    EXPECT_FALSE(guest_->fill(address, 0, size));
    EXPECT_EQ(byte, 'x');
  }
}

TEST_F(HostCopyTest, ZeroBytesCanBeCopied) {
  EXPECT_TRUE(guest_->read(guest_->heap().base, nullptr, 0));
  EXPECT_TRUE(guest_->write(guest_->heap().base, nullptr, 0));
}

TEST_F(HostCopyTest, HeapSizeIsASetting) {
  DeviceSettings settings;
  settings.heapSize = 2 * DPA_HEAP_ALIGN;
  TestDevice small(TEST_FIRMWARE, settings);
  auto process = small.start(events_);
  EXPECT_EQ(process->heap().size, 2 * DPA_HEAP_ALIGN);
  char byte = 0;
  EXPECT_FALSE(
      process->read(process->heap().base + process->heap().size, &byte, 1));
}

TEST_F(HostCopyTest, AHeapThatDoesNotFitIsRejected) {
  DeviceSettings settings;
  settings.heapSize = DPA_THREAD_AREA_BASE - DPA_DATA_BASE;
  TestDevice large(TEST_FIRMWARE, settings);
  Bytes image = testImage();
  std::string error;
  EXPECT_FALSE(large.device().createProcess({image, "guest"}, events_, error));
  EXPECT_EQ(error, "a heap of 1040187392 bytes does "
                   "not fit behind the image's data (room for 1040121856)");
}

} // namespace
} // namespace dpa::test
