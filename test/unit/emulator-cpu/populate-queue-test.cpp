// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pieces of a chunk are taken in order. Chunks that were freed, or are too many, are skipped.
#include "emulator/cpu/populate-queue.h"

#include <gtest/gtest.h>
#include <vector>

namespace test {
namespace {

using dpa::cpu::Chunk;
using dpa::cpu::PopulateQueue;

Chunk makeChunk(size_t size) {
  return {std::shared_ptr<std::byte[]>(new std::byte[size]), size};
}

TEST(PopulateQueues, GiveThePiecesOfAChunkInOrder) {
  constexpr size_t size = 200001;
  const Chunk chunk = makeChunk(size);
  PopulateQueue queue;
  EXPECT_TRUE(queue.isEmpty());
  queue.add(chunk);
  size_t taken = 0;
  unsigned pieces = 0;
  for (; !queue.isEmpty(); ++pieces) {
    const Chunk piece = queue.take();
    EXPECT_EQ(piece.memory.get(), chunk.memory.get() + taken);
    EXPECT_NE(piece.size, 0U);
    taken += piece.size;
  }
  EXPECT_EQ(taken, size);
  EXPECT_EQ(pieces, 4U);
}

TEST(PopulateQueues, DoNotKeepChunks) {
  PopulateQueue queue;
  Chunk chunk = makeChunk(200000);
  const std::weak_ptr<std::byte[]> memory = chunk.memory;
  queue.add(chunk);
  Chunk piece = queue.take();
  chunk = {};
  EXPECT_FALSE(memory.expired());
  piece = {};
  EXPECT_TRUE(memory.expired());
  EXPECT_EQ(queue.take().size, 0U);
  EXPECT_TRUE(queue.isEmpty());
}

TEST(PopulateQueues, IgnoreChunksWhileTheyAreFull) {
  PopulateQueue queue;
  std::vector<Chunk> chunks;
  for (size_t i = 0; i < 100; ++i)
    queue.add(chunks.emplace_back(makeChunk(1000)));
  size_t kept = 0;
  for (; !queue.isEmpty(); ++kept)
    EXPECT_EQ(queue.take().memory, chunks[kept].memory);
  EXPECT_GT(kept, 0U);
  EXPECT_LT(kept, chunks.size());
  queue.add(chunks[99]);
  EXPECT_EQ(queue.take().memory, chunks[99].memory);
}

} // namespace
} // namespace test
