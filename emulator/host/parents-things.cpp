// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list that only grows.
#include "emulator/host/parents-things.h"

#include <atomic>

namespace dpa {
namespace {

struct Kept {
  std::shared_ptr<void> thing;
  Kept *next;
};
std::atomic<Kept *> first{nullptr};

} // namespace

void keepThingOfParent(std::shared_ptr<void> thing) {
  Kept *kept = new Kept{std::move(thing), first.load()};
  while (!first.compare_exchange_weak(kept->next, kept)) {
  }
}

} // namespace dpa
