// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chunks of memory that wait to be populated, one piece after the other. Does not keep them alive.
#ifndef DPA_EMULATOR_CPU_POPULATE_QUEUE_H
#define DPA_EMULATOR_CPU_POPULATE_QUEUE_H

#include "emulator/cpu/arena.h"

#include <array>

namespace dpa::cpu {

class PopulateQueue {
public:
  /// Ignores the chunk if the queue is full: its pages are then mapped at their first access.
  void add(const Chunk &chunk) noexcept;
  bool isEmpty() const { return count_ == 0; }
  /// The next piece, which keeps its chunk alive; of size 0 if the chunk was freed. The queue must
  /// not be empty.
  Chunk take() noexcept;

private:
  /// Populating a page takes a microsecond, so the thread can look for requests every 20 us.
  static constexpr size_t pieceSize = size_t(64) << 10;

  struct Rest {
    std::weak_ptr<std::byte[]> memory;
    size_t offset = 0; ///< where it begins in the chunk
    size_t size = 0;
  };
  void removeFirst();

  std::array<Rest, 4> rests_;
  size_t count_ = 0;
};

/// Populates a piece. Does nothing where the kernel cannot (before Linux 5.14).
void populatePiece(const Chunk &piece);

} // namespace dpa::cpu

#endif
