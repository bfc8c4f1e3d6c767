// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An object that others use briefly and that its owner revokes: a key, a window.
// After revoke() no use begins, after waitUnused() none is left.
#ifndef DPA_EMULATOR_MEMORY_REVOCABLE_H
#define DPA_EMULATOR_MEMORY_REVOCABLE_H

#include <atomic>
#include <cstdint>
#include <thread>

namespace dpa {

class Revocable {
public:
  bool isRevoked() const { return revoked_.load(std::memory_order_seq_cst); }
  void revoke() { revoked_.store(true, std::memory_order_seq_cst); }
  void waitUnused() const {
    while (uses_.load(std::memory_order_seq_cst) != 0)
      std::this_thread::yield();
  }

private:
  friend class RevocableUse;
  std::atomic<bool> revoked_{false};
  std::atomic<uint32_t> uses_{0};
};

class RevocableUse {
public:
  explicit RevocableUse(Revocable &used) : used_(used) {
    used_.uses_.fetch_add(1, std::memory_order_seq_cst);
  }
  ~RevocableUse() { used_.uses_.fetch_sub(1, std::memory_order_release); }
  RevocableUse(const RevocableUse &) = delete;
  RevocableUse &operator=(const RevocableUse &) = delete;

  /// False: it was taken away before.
  explicit operator bool() const { return !used_.isRevoked(); }

private:
  Revocable &used_;
};

} // namespace dpa

#endif
