// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cache of one execution unit for host memory behind windows: keeps what was
// read until it is invalidated, and what was written until it is written back.
// Given the accesses and the host memory; returns stale reads and the stores
// that were not written back.
#ifndef DPA_EMULATOR_CHECK_WINDOW_CACHE_H
#define DPA_EMULATOR_CHECK_WINDOW_CACHE_H

#include "emulator/cpu/observer.h"
#include "emulator/interface/memory-violation.h"

#include <array>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace dpa {

/// A store that was not written back.
struct UnwrittenStore {
  uint64_t address = 0; ///< of a word, in the window
  CheckedAccess by;
};

/// A read of what was cached before host memory has changed.
struct StaleRead {
  uint64_t address = 0; ///< in the window
  CheckedAccess by;
  CheckedAccess filledBy; ///< the access that has cached it
};

class WindowCache {
public:
  static constexpr uint64_t lineSize = 64;
  /// The host memory of a line by its address in the window; null: it may not
  /// be written any more.
  using MemoryOf = std::function<std::byte *(uint64_t address)>;

  /// What is loaded, zero-extended. Windows are multiples of lines.
  ///
  /// A stale read is held back, because a polling loop, and a look before it, may
  /// begin with one: it is forgotten when the unit reads the bytes again after an
  /// invalidation, and `missed` when an instruction reads them stale again without one.
  uint64_t load(const cpu::ObservedAccess &access,
                std::optional<StaleRead> &missed);
  void store(const cpu::ObservedAccess &access, uint64_t value);
  /// Writes the line back and drops it, before memory is accessed directly.
  void release(const cpu::ObservedAccess &access);

  /// Later loads read memory, except bytes that were stored here.
  void invalidate();
  /// Writes the stores to memory; those that are not allowed are lost.
  void writeBack(const MemoryOf &memoryOf);
  /// Stores that are not written back, oldest line first.
  std::vector<UnwrittenStore> unwritten() const;
  /// Everything is lost, except the stale reads that are held back.
  void clear();
  /// The stale reads that are still held back, by address; none afterwards.
  std::vector<StaleRead> takeStaleReads();

  /// Too much is cached: time to write back and invalidate.
  bool isFull() const { return lines_.size() >= linesMax; }

private:
  static constexpr size_t linesMax = 16384;
  static constexpr size_t words = lineSize / 8;
  /// Instructions that may read a line stale before it is a finding.
  static constexpr size_t placesMax = 8;

  struct Line {
    uint64_t address = 0; ///< by which it was accessed last
    uint64_t number = 0;  ///< of the lines, by age
    alignas(uint64_t) std::array<std::byte, lineSize> data{};
    uint64_t dirty = 0; ///< bytes that were stored
    bool isFilled = false;
    CheckedAccess filledBy;
    std::array<CheckedAccess, words> storedBy{}; ///< for each word
  };

  void checkStale(const cpu::ObservedAccess &access, Line &line, bool isStale,
                  std::optional<StaleRead> &missed);
  Line &lineOf(const cpu::ObservedAccess &access);
  static void fill(Line &line, const std::byte *memory,
                   const CheckedAccess &by);
  static void flush(Line &line, std::byte *memory);

  uint64_t number_ = 0;
  std::unordered_map<uint64_t, Line> lines_; ///< by host address / lineSize
  /// The first stale read of a line that is held back.
  struct HeldRead {
    StaleRead read;
    uint64_t bytes = 0;                ///< stale and not read again yet
    uint64_t generation = 0;           ///< when they were read
    std::vector<uint64_t> places = {}; ///< the instructions that read them then
  };
  std::unordered_map<uint64_t, HeldRead> staleReads_; ///< by line, too
  uint64_t generation_ = 0;                           ///< invalidations so far
};

} // namespace dpa

#endif
