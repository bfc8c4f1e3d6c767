// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translations of dynamic memory that a hart caches, and how another thread
// waits until no hart can use a dropped one. Each round of forgetting has a
// number; a hart that may hold translations has published the last round that
// it obeyed. Only the hart's thread uses the rest.
#ifndef DPA_EMULATOR_CPU_TRANSLATIONS_H
#define DPA_EMULATOR_CPU_TRANSLATIONS_H

#include "emulator/cpu/dynamic-memory.h"

#include <array>
#include <atomic>

namespace dpa::cpu {

/// Of an address space: how often its harts had to drop translations.
using ForgetRounds = std::atomic<uint64_t>;

/// Whether a hart holds translations, and as of which round.
class TranslationUse {
public:
  /// From here on the hart may hold translations. True: it has to drop those
  /// that it has.
  bool begin(const ForgetRounds &rounds) {
    uint64_t round = 0;
    do {
      round = rounds.load(std::memory_order_seq_cst);
      published_.store(round, std::memory_order_seq_cst);
      // forgetTranslations() counts, then reads `published_`: one of the two
      // sees the other.
    } while (rounds.load(std::memory_order_seq_cst) != round);
    const bool isNew = round != obeyed_;
    obeyed_ = round;
    return isNew;
  }

  /// Until the next begin() it uses none.
  void end() { published_.store(nothing, std::memory_order_release); }

  /// Between begin() and end(): whether begin() has to be called again.
  bool isBehind(const ForgetRounds &rounds) const {
    return rounds.load(std::memory_order_acquire) != obeyed_;
  }

  /// By any thread: whether the hart may use something from before `round`.
  bool mayHoldFromBefore(uint64_t round) const {
    return published_.load(std::memory_order_seq_cst) < round;
  }

private:
  static constexpr uint64_t nothing = ~uint64_t(0);
  std::atomic<uint64_t> published_{nothing};
  uint64_t obeyed_ = 0;
};

/// The last few extents, for accesses that no page in the TLB holds.
class RecentExtents {
public:
  /// Null: none of them allows the access.
  std::byte *find(const Access &access) const {
    for (const Extent &extent : extents_)
      if (holds(extent, access))
        return extent.host + (access.address - extent.base);
    return nullptr;
  }
  static bool holds(const Extent &extent, const Access &access) {
    const uint64_t offset = access.address - extent.base;
    return offset < extent.size && extent.size - offset >= access.bytes &&
           (extent.mayRead || !access.reads) &&
           (extent.mayWrite || !access.writes);
  }
  void add(const Extent &extent) {
    extents_[next_] = extent;
    next_ = (next_ + 1) % extents_.size();
  }
  void clear() { extents_ = {}; }

private:
  std::array<Extent, 4> extents_;
  size_t next_ = 0;
};

} // namespace dpa::cpu

#endif
