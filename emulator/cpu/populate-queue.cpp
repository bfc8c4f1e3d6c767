// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A short queue of weak references.
#include "emulator/cpu/populate-queue.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>

namespace dpa::cpu {

void PopulateQueue::add(const Chunk &chunk) noexcept {
  if (count_ < rests_.size())
    rests_[count_++] = {chunk.memory, 0, chunk.size};
}

Chunk PopulateQueue::take() noexcept {
  Rest &rest = rests_.front();
  const std::shared_ptr<std::byte[]> memory = rest.memory.lock();
  if (memory == nullptr) {
    removeFirst();
    return {};
  }
  const size_t size = std::min(rest.size, pieceSize);
  Chunk piece = {{memory, memory.get() + rest.offset}, size};
  rest.offset += size;
  rest.size -= size;
  if (rest.size == 0)
    removeFirst();
  return piece;
}

void PopulateQueue::removeFirst() {
  std::move(rests_.begin() + 1, rests_.begin() + count_, rests_.begin());
  rests_[--count_] = {};
}

/// Not askWritable(): its static variables would be initialised on this thread, and a fork()
/// meanwhile would leave their guards taken in the child.
void populatePiece(const Chunk &piece) {
  if (piece.size == 0)
    return;
  const auto pageSize = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto begin = std::bit_cast<uintptr_t>(piece.memory.get());
  const uintptr_t firstPage = begin / pageSize * pageSize;
  madvise(std::bit_cast<void *>(firstPage), begin + piece.size - firstPage,
          MADV_POPULATE_WRITE);
}

} // namespace dpa::cpu
