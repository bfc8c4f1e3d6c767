// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The instructions of an address space that have made a misaligned access, so
// that each is reported once. Thread safe.
#ifndef DPA_EMULATOR_CPU_MISALIGNED_PLACES_H
#define DPA_EMULATOR_CPU_MISALIGNED_PLACES_H

#include <array>
#include <cstdint>
#include <mutex>
#include <new>
#include <unordered_set>

namespace dpa::cpu {

class MisalignedPlaces {
public:
  /// False if the instruction at `pc` is known, or cannot be remembered.
  bool add(uint64_t pc) {
    const std::lock_guard lock(mutex_);
    try {
      return places_.insert(pc).second;
    } catch (const std::bad_alloc &) {
      return false;
    }
  }

private:
  std::mutex mutex_;
  std::unordered_set<uint64_t> places_;
};

/// Those that one hart has seen lately, which saves the lock; direct-mapped.
class RecentPlaces {
public:
  /// False if `pc` was the last at its place.
  bool add(uint64_t pc) {
    uint64_t &place = places_[pc / 2 % places_.size()];
    const bool isNew = place != pc;
    place = pc;
    return isNew;
  }

private:
  std::array<uint64_t, 32> places_{};
};

} // namespace dpa::cpu

#endif
