// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pieces are aligned, apart from each other, and may be larger than a chunk. Chunks are populated
// before pieces lie in them.
#include "emulator/cpu/arena.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace test {
namespace {

using dpa::cpu::Arena;
using dpa::cpu::Chunk;

/// Keeps what it was asked to populate.
class Requests final : public dpa::cpu::Populator {
public:
  void populate(const Chunk &chunk) noexcept override {
    chunks_.push_back(chunk);
  }
  /// Whether the piece lies in a chunk of request number `first` or a later one.
  bool contain(const std::byte *piece, size_t first = 0) const {
    return std::any_of(chunks_.begin() + static_cast<ptrdiff_t>(first),
                       chunks_.end(), [&](const Chunk &chunk) {
                         return piece >= chunk.memory.get() &&
                                piece < chunk.memory.get() + chunk.size;
                       });
  }
  size_t count() const { return chunks_.size(); }
  size_t sizeInBytes() const {
    size_t bytes = 0;
    for (const Chunk &chunk : chunks_)
      bytes += chunk.size;
    return bytes;
  }

private:
  std::vector<Chunk> chunks_;
};

void checkPieces(Arena &memory) {
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

TEST(Arenas, GiveAlignedPiecesThatDoNotOverlap) {
  Arena memory(nullptr);
  checkPieces(memory);
  Requests requests;
  Arena populated(&requests);
  checkPieces(populated);
}

TEST(Arenas, CountWhatIsUsed) {
  Arena memory(nullptr);
  EXPECT_EQ(memory.sizeInBytes(), 0U);
  memory.allocate(1);
  EXPECT_EQ(memory.sizeInBytes(), 16U);
  constexpr size_t large = 1000000;
  std::memset(memory.allocate(large), 1, large);
  EXPECT_EQ(memory.sizeInBytes(), 16 + large);
}

TEST(Arenas, HaveTheirChunksPopulatedAhead) {
  Requests requests;
  Arena memory(&requests);
  memory.prepare();
  memory.prepare(); // has no effect
  EXPECT_EQ(requests.count(), 1U);
  constexpr size_t bytes = 1024;
  constexpr size_t pieces = 2000;
  constexpr size_t ahead = 100;  // pieces
  std::vector<size_t> requested; // before each piece
  for (size_t piece = 0; piece < pieces; ++piece) {
    requested.push_back(requests.count());
    const std::byte *at = memory.allocate(bytes);
    EXPECT_TRUE(requests.contain(at)) << piece;
    if (piece >= ahead)
      EXPECT_FALSE(requests.contain(at, requested[piece - ahead])) << piece;
  }
  EXPECT_LT(requests.sizeInBytes(), pieces * bytes * 3 / 2);
}

TEST(Arenas, PopulateNothingForASmallProgram) {
  Requests requests;
  Arena memory(&requests);
  for (int piece = 0; piece < 100; ++piece)
    memory.allocate(1024);
  EXPECT_EQ(requests.count(), 0U);
}

TEST(Arenas, KeepAPopulatedChunkForLaterPieces) {
  Requests requests;
  Arena memory(&requests);
  memory.prepare();
  memory.allocate(1000000);
  memory.allocate(1);
  EXPECT_EQ(requests.count(), 1U);
  EXPECT_TRUE(requests.contain(memory.allocate(1000)));
}

TEST(Arenas, GivePiecesToManyThreads) {
  Requests requests;
  Arena memory(&requests);
  using Piece = std::array<uint64_t, 128>;
  constexpr size_t threads = 4;
  constexpr size_t count = 1000; // some MiB: many chunks
  std::array<std::array<Piece *, count>, threads> pieces;
  {
    std::vector<std::jthread> running;
    for (size_t thread = 0; thread < threads; ++thread)
      running.emplace_back([&memory, &mine = pieces[thread], thread] {
        for (Piece *&piece : mine) {
          piece = &memory.make<Piece>();
          for (uint64_t &value : *piece)
            value += thread;
        }
      });
  }
  for (size_t thread = 0; thread < threads; ++thread)
    for (const Piece *piece : pieces[thread])
      for (const uint64_t value : *piece)
        ASSERT_EQ(value, thread);
}

} // namespace
} // namespace test
