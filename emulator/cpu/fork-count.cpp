// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts in a handler of fork() that children run.
#include "emulator/cpu/fork-count.h"

#include <atomic>
#include <pthread.h>

namespace dpa::cpu {
namespace {

std::atomic<uint32_t> forks{0};

[[gnu::constructor]] void watchForks() {
  pthread_atfork(nullptr, nullptr,
                 [] { forks.fetch_add(1, std::memory_order_relaxed); });
}

} // namespace

uint32_t forkCount() {
  return forks.load(std::memory_order_relaxed);
}

} // namespace dpa::cpu
