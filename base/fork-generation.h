// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ownership across fork(): the child of a fork() is another program. What its
// parent made is inherited: the threads that worked on it exist in the parent
// only and its locks may be held for ever, so that it is neither used nor
// destroyed.
#ifndef DPA_BASE_FORK_GENERATION_H
#define DPA_BASE_FORK_GENERATION_H

#include <atomic>
#include <cstdint>
#include <memory>
#include <pthread.h>

namespace dpa {

inline std::atomic<uint32_t> forksBeforeThisProgram{0};
inline const int watchesForks = pthread_atfork(
    nullptr, nullptr, [] { forksBeforeThisProgram.fetch_add(1); });

/// Number of this program among its ancestors by fork(). An object with another
/// number is inherited. Takes no lock.
inline uint32_t forkGeneration() {
  return forksBeforeThisProgram.load(std::memory_order_relaxed);
}

/// This program's T, made at its first use and never destroyed. The parent's T
/// stays reachable, for leak checkers.
template <typename T> T &perProgram() {
  struct Made {
    T object;
    uint32_t generation = forkGeneration();
    Made *inherited = nullptr;
  };
  static constinit std::atomic<Made *> last = nullptr;
  Made *found = last.load(std::memory_order_acquire);
  if (found && found->generation == forkGeneration())
    return found->object;
  auto made = std::make_unique<Made>();
  made->inherited = found;
  if (!last.compare_exchange_strong(found, made.get()))
    return found->object;
  return made.release()->object;
}

} // namespace dpa

#endif
