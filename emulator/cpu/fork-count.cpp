// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts in a handler of fork() that children run.
#include "emulator/cpu/fork-count.h"

#include <atomic>
#include <pthread.h>

namespace dpa::cpu {
namespace {

std::atomic<uint32_t> forks{0};

} // namespace

uint32_t forkCount() {
  static const bool watches = [] {
    pthread_atfork(nullptr, nullptr,
                   [] { forks.fetch_add(1, std::memory_order_relaxed); });
    return true;
  }();
  return watches ? forks.load(std::memory_order_relaxed) : 0;
}

} // namespace dpa::cpu
