// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UARs that the host program has allocated, by their numbers. Thread safe.
#ifndef DPA_EMULATOR_NIC_CARD_HOST_UARS_H
#define DPA_EMULATOR_NIC_CARD_HOST_UARS_H

#include <cstdint>
#include <map>
#include <mutex>

namespace dpa {

class HostUars {
public:
  /// `base`: of its page, for the program.
  void add(uint32_t uar, const void *base) {
    const std::lock_guard guard(lock_);
    bases_[uar] = base;
  }
  void remove(uint32_t uar) {
    const std::lock_guard guard(lock_);
    bases_.erase(uar);
  }
  /// Null: there is no such UAR.
  const void *baseOf(uint32_t uar) const {
    const std::lock_guard guard(lock_);
    auto found = bases_.find(uar);
    return found == bases_.end() ? nullptr : found->second;
  }

private:
  mutable std::mutex lock_; ///< of what follows
  std::map<uint32_t, const void *> bases_;
};

} // namespace dpa

#endif
