// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list without removal.
#include "emulator/host/fork-ownership.h"

#include <atomic>

namespace dpa {
namespace {

struct Kept {
  std::shared_ptr<void> object;
  Kept *next;
};
std::atomic<Kept *> first{nullptr};

} // namespace

void keepInherited(std::shared_ptr<void> object) {
  Kept *kept = new Kept{std::move(object), first.load()};
  while (!first.compare_exchange_weak(kept->next, kept)) {
  }
}

} // namespace dpa
