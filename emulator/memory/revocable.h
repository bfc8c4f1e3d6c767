// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Something that others use for moments and that its owner takes away: a key, a
// window. After revoke() no use begins, after waitUnused() none goes on.
#ifndef DPA_EMULATOR_MEMORY_REVOCABLE_H
#define DPA_EMULATOR_MEMORY_REVOCABLE_H

#include <atomic>
#include <cstdint>
#include <thread>

namespace dpa {

class Revocable {
public:
  bool isRevoked() const { return Revoked.load(std::memory_order_seq_cst); }
  void revoke() { Revoked.store(true, std::memory_order_seq_cst); }
  void waitUnused() const {
    while (Uses.load(std::memory_order_seq_cst) != 0)
      std::this_thread::yield();
  }

private:
  friend class RevocableUse;
  std::atomic<bool> Revoked{false};
  std::atomic<uint32_t> Uses{0};
};

class RevocableUse {
public:
  explicit RevocableUse(Revocable &used) : Used(used) {
    Used.Uses.fetch_add(1, std::memory_order_seq_cst);
  }
  ~RevocableUse() { Used.Uses.fetch_sub(1, std::memory_order_release); }
  RevocableUse(const RevocableUse &) = delete;
  RevocableUse &operator=(const RevocableUse &) = delete;

  /// False: it was taken away before.
  explicit operator bool() const { return !Used.isRevoked(); }

private:
  Revocable &Used;
};

} // namespace dpa

#endif
