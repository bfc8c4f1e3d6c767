// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks for numbers, in mappings of the program. They are kept for further events: a device
// may still have them pinned.
#include "runtime/doca/common/event-number.h"

#include "base/fork-generation.h"

#include <cstddef>
#include <mutex>
#include <new>
#include <sys/mman.h>

namespace dpa::doca {

class EventNumbers {
public:
  std::atomic<uint64_t> *take() {
    const std::lock_guard guard(lock_);
    if (!free_ && next_ == end_)
      addMapping();
    Block *block = free_;
    if (block)
      free_ = block->next;
    else
      block = next_++;
    return new (block) std::atomic<uint64_t>(0);
  }

  void put(std::atomic<uint64_t> *number) {
    const std::lock_guard guard(lock_);
    free_ = new (number) Block{.next = free_};
  }

private:
  /// What windows are made of, so that a key of one number is not one of another.
  struct alignas(64) Block {
    Block *next = nullptr; ///< of those that are free
  };

  /// Pages take no memory before their first use.
  void addMapping() {
    constexpr size_t blocks = 32768;
    constexpr size_t size = blocks * sizeof(Block);
    void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
      throw std::bad_alloc();
    next_ = static_cast<Block *>(memory);
    end_ = next_ + blocks;
  }

  std::mutex lock_;
  Block *free_ = nullptr;
  Block *next_ = nullptr; ///< never used
  Block *end_ = nullptr;
};

namespace {

/// A child of a fork() shares the memory of its parent's events, so it has others.
EventNumbers &ofProgram() {
  return dpa::perProgram<EventNumbers>();
}

} // namespace

EventNumber::EventNumber() : owner_(ofProgram()), number_(owner_.take()) {}

EventNumber::~EventNumber() {
  if (&owner_ == &ofProgram())
    owner_.put(number_);
}

} // namespace dpa::doca
