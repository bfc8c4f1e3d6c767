// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stores of execution units (EUs) to DPA memory that were not written back, so
// that the network card need not see them. Given stores, fences and write-backs;
// returns the store that an access of the card to host memory meets. Bytes that
// hold another value than the stored one were overwritten and do not count. Like
// a cache, it may write old lines back at any time. Used by one thread at a time.
#ifndef DPA_EMULATOR_CHECK_UNWRITTEN_STORES_H
#define DPA_EMULATOR_CHECK_UNWRITTEN_STORES_H

#include "emulator/cpu/observer.h"
#include "emulator/interface/memory-violation.h"

#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace dpa {

class UnwrittenStores {
public:
  /// What a write fence orders.
  enum class Space : uint8_t { Heap, Other };

  struct Found {
    uint64_t address = 0; ///< of the first byte
    CheckedAccess by;
  };
  /// Whether a store of an EU has not reached memory yet, by its address: it was
  /// not overwritten then.
  using IsPending = std::function<bool(uint32_t eu, uint64_t address)>;

  explicit UnwrittenStores(uint32_t units) : units_(units) {}

  /// `value`: nothing if it is not known yet, as of atomic operations.
  void stored(const cpu::ObservedAccess &access, Space space,
              std::optional<uint64_t> value);
  /// Later stores of `eu` are visible after its earlier ones to this space.
  void order(uint32_t eu, Space space) { ++units_[eu].fences[indexOf(space)]; }
  void orderAll(uint32_t eu);
  /// What `eu` has stored so far is visible to the card.
  void writeBack(uint32_t eu);
  /// The card has written there: stores before do not count any more.
  void overwrite(const std::byte *memory, size_t size);

  /// The first store in a range of memory.
  std::optional<Found> find(const std::byte *memory, size_t size,
                            const IsPending &isPending) const;
  /// The first one of `eu` that is not ordered before its next store.
  std::optional<Found> findUnordered(const std::byte *memory, size_t size,
                                     uint32_t eu) const;

private:
  static constexpr uint64_t lineSize = 64;
  static constexpr size_t wordSize = 4;
  static constexpr size_t words = lineSize / wordSize;
  static constexpr size_t linesMax = 16384; ///< of an EU
  static constexpr size_t spaces = 2;

  /// The last store to a word: it stands for all bytes of it.
  struct Store {
    CheckedAccess by;
    Space space = Space::Other;
    uint64_t fences = 0; ///< in that space, before it
  };
  struct Line {
    uint64_t address = 0;
    uint64_t dirty = 0; ///< bytes
    uint64_t known = 0; ///< those whose value is known
    std::array<std::byte, lineSize> data{};
    std::array<Store, words> stores{};
  };
  struct Unit {
    std::array<uint64_t, spaces> fences{};
    std::deque<uint64_t> lines; ///< that it has stored to, oldest first
  };

  static size_t indexOf(Space space) { return static_cast<size_t>(space); }
  static bool hasStoreOf(const Line &line, uint32_t eu);
  void writeBack(uint32_t eu, uint64_t number);
  template <typename Visit>
  std::optional<Found> search(const std::byte *memory, size_t size,
                              const Visit &counts) const;

  std::vector<Unit> units_;
  std::unordered_map<uint64_t, Line> lines_; ///< by host address / lineSize
};

} // namespace dpa

#endif
