// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of a device's objects. A returned number is reused as late as possible,
// so that a stale one does not soon name another object. Thread safe.
#ifndef DPA_EMULATOR_NIC_CARD_NUMBER_POOL_H
#define DPA_EMULATOR_NIC_CARD_NUMBER_POOL_H

#include <cstdint>
#include <mutex>
#include <optional>
#include <set>

namespace dpa {

class NumberPool {
public:
  /// Gives 1 to `last`.
  explicit NumberPool(uint32_t last) : last_(last) {}

  /// Nothing: all are taken.
  std::optional<uint32_t> take() {
    std::lock_guard guard(lock_);
    if (taken_.size() == last_)
      return std::nullopt;
    do
      newest_ = newest_ == last_ ? 1 : newest_ + 1;
    while (!taken_.insert(newest_).second);
    return newest_;
  }

  void giveBack(uint32_t number) {
    std::lock_guard guard(lock_);
    taken_.erase(number);
  }

private:
  const uint32_t last_;
  std::mutex lock_; ///< of what follows
  std::set<uint32_t> taken_;
  uint32_t newest_ = 0;
};

/// Of one device.
struct NicNumbers {
  NumberPool uars{0xfffffe};
  NumberPool outboxes{0xfffe}; // 0xffff: no default
  NumberPool completionQueues{0xfffffe};
  NumberPool eventQueues{0xfffffe};
  NumberPool workQueues{0xfffffe}; // and queue pairs
  NumberPool sharedQueues{0xfffffe};
};

} // namespace dpa

#endif
