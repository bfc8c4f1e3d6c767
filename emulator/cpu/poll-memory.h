// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory as the walk along a loop sees it (poll.h): cells of the machine's
// memory with what was in them, and a private copy of what the loop stores on
// its own stack. Nothing here changes the machine's memory.
#ifndef DPA_EMULATOR_CPU_POLL_MEMORY_H
#define DPA_EMULATOR_CPU_POLL_MEMORY_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace dpa::cpu {

/// Cells of memory and what was in them.
class PolledCells {
public:
  void clear() {
    count_ = 0;
    isFull_ = false;
  }
  void add(const std::byte *host, unsigned bytes, uint64_t value);
  bool isIncomplete() const { return isFull_; }
  bool areUnchanged() const;

private:
  struct Cell {
    const std::byte *host;
    uint64_t value;
    unsigned bytes;
  };
  std::array<Cell, 8> cells_;
  unsigned count_ = 0;
  bool isFull_ = false; ///< there were more
};

/// What a walk has stored on the hart's own stack, which no other thread waits for.
class Scratch {
public:
  static constexpr uint64_t granuleBytes = 8;
  struct Granule {
    uint64_t address = 0; ///< in granules
    uint64_t value = 0;
    uint64_t before = 0; ///< the round
    const std::byte *host = nullptr;
    uint64_t found = 0; ///< there, when first stored to
  };

  /// Null: not stored to yet.
  Granule *find(uint64_t address);
  /// Filled with what memory holds. Null: too many.
  Granule *add(uint64_t address, const std::byte *host, uint64_t value);
  /// The memory that it was copied from: cells beside those stored to may be
  /// polled.
  void addTo(PolledCells &cells) const;
  /// The bytes from `address` on.
  static uint64_t read(const Granule &granule, uint64_t address);
  static void write(Granule &granule, uint64_t address, uint64_t value,
                    unsigned bytes);
  /// Ends a round: whether it has left all granules unchanged.
  bool isUnchanged();

private:
  std::array<Granule, 16> granules_;
  unsigned count_ = 0;
};

} // namespace dpa::cpu

#endif
