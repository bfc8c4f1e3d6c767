// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernel leaves to a device, and the table of addresses.
#include "emulator/nic/port/mac-table.h"
#include "emulator/nic/port/offloads.h"
#include "test/unit/emulator/nic/switch-fixture.h"

namespace dpa::test {
namespace {

FrameBytes bytesOf(std::initializer_list<int> values) {
  FrameBytes bytes;
  for (const int value : values)
    bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

TEST(OffloadsTest, ChecksumIsFilledIn) {
  // The example of RFC 1071: the sum of 0001 f203 f4f5 f6f7 is ddf2, with 0 for the field.
  FrameBytes frame =
      bytesOf({0xee, 0, 0, 0, 1, 0xf2, 3, 0xf4, 0xf5, 0xf6, 0xf7});
  ASSERT_TRUE(fillChecksum(frame, 1, 0));
  EXPECT_EQ(frame,
            bytesOf({0xee, 0x22, 0x0d, 0, 1, 0xf2, 3, 0xf4, 0xf5, 0xf6, 0xf7}));
  // An odd number of bytes, and the sum of a pseudo header in the field.
  frame = bytesOf({0x12, 0x34, 0x10, 0x00, 0x80});
  ASSERT_TRUE(fillChecksum(frame, 0, 2));
  EXPECT_EQ(frame, bytesOf({0x12, 0x34, 0x5d, 0xcb, 0x80}));
  // Never 0, which would be "none".
  frame = bytesOf({0xff, 0xff, 0, 0});
  ASSERT_TRUE(fillChecksum(frame, 0, 2));
  EXPECT_EQ(frame, bytesOf({0xff, 0xff, 0xff, 0xff}));
}

TEST(OffloadsTest, ChecksumBeyondTheFrame) {
  const FrameBytes before = bytesOf({1, 2, 3, 4});
  for (const auto [start, offset] : {std::pair<size_t, size_t>{0, 3},
                                     {3, 0},
                                     {4, 0},
                                     {5, 0},
                                     {0, 4},
                                     {65535, 65535},
                                     {2, 65535}}) {
    FrameBytes frame = before;
    EXPECT_FALSE(fillChecksum(frame, start, offset));
    EXPECT_EQ(frame, before);
  }
}

TEST(OffloadsTest, VlanTagIsInsertedBehindTheAddresses) {
  FrameBytes room = bytesOf(
      {0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0x08, 0x00, 0xaa});
  insertVlanTag(room, 0x8100, 0x6007);
  EXPECT_EQ(room, bytesOf({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0x81, 0x00,
                           0x60, 0x07, 0x08, 0x00, 0xaa}));
}

TEST(MacTableTest, LearnsFindsAndForgets) {
  MacTable table;
  EXPECT_FALSE(table.find(frameBetween(7, 1, 0)));
  table.learn(frameBetween(everyone, 7, 0), 3);
  EXPECT_EQ(table.find(frameBetween(7, 1, 0)), 3u);
  EXPECT_FALSE(table.find(frameBetween(everyone, 1, 0)));
  table.learn(frameBetween(everyone, 7, 0), 4); // has moved
  EXPECT_EQ(table.find(frameBetween(7, 1, 0)), 4u);
  table.forget(3);
  EXPECT_EQ(table.find(frameBetween(7, 1, 0)), 4u);
  table.forget(4);
  EXPECT_FALSE(table.find(frameBetween(7, 1, 0)));
}

TEST(MacTableTest, IsLimited) {
  MacTable table;
  FrameBytes frame = frameBetween(everyone, 1, 0);
  for (size_t i = 0; i <= MacTable::sizeMax; ++i) {
    frame[7] = static_cast<std::byte>(i >> 8);
    frame[8] = static_cast<std::byte>(i & 255);
    table.learn(frame, 1);
  }
  FrameBytes first = frameBetween(1, 9, 0);
  EXPECT_FALSE(table.find(first));
  std::copy_n(frame.begin() + 6, 6, first.begin());
  EXPECT_EQ(table.find(first), 1u);
}

TEST(MacTableTest, GroupAddressesAndPartsOfFrames) {
  MacTable table;
  FrameBytes frame = frameBetween(2, 1, 0);
  frame[6] = std::byte{0x03}; // a sender with a group address
  table.learn(frame, 1);
  std::copy_n(frame.begin() + 6, 6, frame.begin());
  EXPECT_FALSE(table.find(frame));
  table.learn(Frame(frame).first(13), 1);
  EXPECT_FALSE(table.find(Frame(frame).first(13)));
}

} // namespace
} // namespace dpa::test
