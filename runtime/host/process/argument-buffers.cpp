// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Argument buffers of calls: see argument-buffers.h.
#include "runtime/host/process/argument-buffers.h"

namespace dpa::host {

uint64_t ArgumentBuffers::take(size_t size) {
  if (size == 0)
    return 0;
  if (size > commonSize)
    return heap_.allocate(size, HeapOwner::Library).value_or(0);
  std::lock_guard lock(mutex_);
  if (idle_.empty())
    return heap_.allocate(commonSize, HeapOwner::Library).value_or(0);
  uint64_t address = idle_.back();
  idle_.pop_back();
  return address;
}

void ArgumentBuffers::giveBack(uint64_t address, size_t size) {
  if (address == 0)
    return;
  if (size > commonSize) {
    heap_.free(address, HeapOwner::Library);
    return;
  }
  std::lock_guard lock(mutex_);
  idle_.push_back(address);
}

} // namespace dpa::host
