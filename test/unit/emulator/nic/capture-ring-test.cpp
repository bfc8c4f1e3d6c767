// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ring of a capture: which bytes are written next, and where the last whole record ends.
#include "emulator/nic/port/capture-ring.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

constexpr uint64_t fileHead = 24;
constexpr uint64_t recordSize = sizeof(PcapRecordHead) + 1000;

class CaptureRingTest : public testing::Test {
protected:
  CaptureRingTest() {
    ring.reserve();
    ring.setSizeOfFile(fileHead);
  }

  /// A record whose frame is the low byte of its number, repeated.
  bool add() {
    const PcapRecordHead head = {.seconds = added,
                                 .fraction = 0,
                                 .captured = recordSize - sizeof head,
                                 .size = recordSize - sizeof head};
    const Bytes frame(head.captured, static_cast<std::byte>(added));
    if (!ring.add(std::as_bytes(std::span(&head, 1)), frame))
      return false;
    ++added;
    return true;
  }
  /// What a file that takes `most` bytes at once gets.
  void write(size_t most) {
    while (ring.written() != ring.end()) {
      const ByteView piece = ring.next(ring.end());
      ASSERT_FALSE(piece.empty());
      const ByteView taken = piece.first(std::min(piece.size(), most));
      file.insert(file.end(), taken.begin(), taken.end());
      ring.advance(taken.size());
      EXPECT_EQ(ring.whole(), fileHead + (ring.written() - fileHead) /
                                             recordSize * recordSize);
    }
  }
  void expectRecords() {
    ASSERT_EQ(file.size(), added * recordSize);
    for (uint32_t i = 0; i < added; ++i) {
      EXPECT_EQ(readU32(file, i * recordSize), i);
      EXPECT_EQ(file.at((i + 1) * recordSize - 1), static_cast<std::byte>(i));
    }
  }

  CaptureRing ring;
  uint32_t added = 0;
  Bytes file; ///< without its head
};

TEST_F(CaptureRingTest, PiecesEndAtMultiplesOfTheirSize) {
  while (!ring.hasWholePiece())
    ASSERT_TRUE(add());
  EXPECT_EQ(ring.next(ring.end()).size(), CaptureRing::pieceSize - fileHead);
  ring.advance(CaptureRing::pieceSize - fileHead);
  EXPECT_FALSE(ring.hasWholePiece());
  EXPECT_EQ(ring.next(ring.end()).size(), ring.end() - CaptureRing::pieceSize);
  EXPECT_EQ(ring.next(CaptureRing::pieceSize + 1).size(), 1u);
}

/// Each byte is the end of what is written once, also in the head of a record, and records
/// begin at all places of the ring.
TEST_F(CaptureRingTest, WholeRecordsAreCounted) {
  for (unsigned i = 0; i < 5; ++i) {
    while (add()) {
    }
    write(1);
  }
  EXPECT_GT(ring.end(), 4 * 4 * CaptureRing::pieceSize);
  expectRecords();
}

TEST_F(CaptureRingTest, HasRoomForAPieceWithoutWholePieces) {
  const Bytes records(CaptureRing::pieceSize);
  for (unsigned i = 0; i < 100; ++i) {
    while (!ring.hasWholePiece())
      ASSERT_TRUE(add());
    while (ring.hasWholePiece())
      ring.advance(ring.next(ring.end()).size());
  }
  EXPECT_TRUE(ring.add(records, {}));
}

TEST_F(CaptureRingTest, IsFullUntilRecordsAreWritten) {
  while (add()) {
  }
  EXPECT_FALSE(add());
  ring.advance(recordSize - 1);
  EXPECT_FALSE(add()); // the first record may be needed
  ring.advance(recordSize);
  EXPECT_TRUE(add());
}

} // namespace
} // namespace dpa::test
