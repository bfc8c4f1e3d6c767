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

class WindowCache {
public:
  static constexpr uint64_t lineSize = 64;
  /// The host memory of a line by its address in the window; null: it may not
  /// be written any more.
  using MemoryOf = std::function<std::byte *(uint64_t address)>;

  /// What is loaded, zero-extended. `filledBy`: the access that has cached it,
  /// if host memory has changed since. Windows are multiples of lines.
  uint64_t load(const cpu::ObservedAccess &access,
                std::optional<CheckedAccess> &filledBy);
  void store(const cpu::ObservedAccess &access, uint64_t value);
  /// Writes the line back and drops it, before memory is accessed directly.
  void release(const cpu::ObservedAccess &access);

  /// Later loads read memory, except bytes that were stored here.
  void invalidate();
  /// Writes the stores to memory; those that are not allowed are lost.
  void writeBack(const MemoryOf &memoryOf);
  /// Stores that are not written back, oldest line first.
  std::vector<UnwrittenStore> unwritten() const;
  /// Everything is lost.
  void clear() { lines_.clear(); }

  /// Too much is cached: time to write back and invalidate.
  bool isFull() const { return lines_.size() >= linesMax; }

private:
  static constexpr size_t linesMax = 16384;
  static constexpr size_t words = lineSize / 8;

  struct Line {
    uint64_t address = 0; ///< by which it was accessed last
    uint64_t number = 0;  ///< of the lines, by age
    alignas(uint64_t) std::array<std::byte, lineSize> data{};
    uint64_t dirty = 0; ///< bytes that were stored
    bool isFilled = false;
    CheckedAccess filledBy;
    std::array<CheckedAccess, words> storedBy{}; ///< for each word
  };

  Line &lineOf(const cpu::ObservedAccess &access);
  static void fill(Line &line, const std::byte *memory,
                   const CheckedAccess &by);
  static void flush(Line &line, std::byte *memory);

  uint64_t number_ = 0;
  std::unordered_map<uint64_t, Line> lines_; ///< by host address / lineSize
};

} // namespace dpa

#endif
