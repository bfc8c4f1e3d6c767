// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pieces are aligned, apart from each other, and may be larger than a chunk.
#include "emulator/cpu/block-arena.h"

#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

namespace test {
namespace {

using dpa::cpu::BlockArena;

TEST(BlockArenas, GiveAlignedPiecesThatDoNotOverlap) {
  BlockArena memory;
  std::vector<std::byte *> pieces;
  for (size_t bytes = 1; bytes < 2000; ++bytes) {
    std::byte *piece = memory.allocate(bytes);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(piece) % 16, 0U);
    std::memset(piece, static_cast<int>(bytes % 251), bytes);
    pieces.push_back(piece);
  }
  for (size_t bytes = 1; bytes < 2000; ++bytes) {
    const std::byte *piece = pieces[bytes - 1];
    EXPECT_EQ(piece[0], static_cast<std::byte>(bytes % 251)) << bytes;
    EXPECT_EQ(piece[bytes - 1], static_cast<std::byte>(bytes % 251)) << bytes;
  }
}

TEST(BlockArenas, CountWhatIsUsed) {
  BlockArena memory;
  EXPECT_EQ(memory.sizeInBytes(), 0U);
  memory.allocate(1);
  EXPECT_EQ(memory.sizeInBytes(), 16U);
  constexpr size_t large = 1000000;
  std::memset(memory.allocate(large), 1, large);
  EXPECT_EQ(memory.sizeInBytes(), 16 + large);
}

} // namespace
} // namespace test
