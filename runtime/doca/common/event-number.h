// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The number of a sync event, in shared memory of its own, which a device pins: accesses of
// device code then need no check that it is still mapped.
#ifndef DPA_RUNTIME_DOCA_COMMON_EVENT_NUMBER_H
#define DPA_RUNTIME_DOCA_COMMON_EVENT_NUMBER_H

#include <atomic>
#include <cstdint>
#include <new>
#include <sys/mman.h>

namespace dpa::doca {

class EventNumber {
public:
  /// 0. Throws std::bad_alloc.
  EventNumber()
      : memory_(mmap(nullptr, sizeof(std::atomic<uint64_t>),
                     PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                     0)) {
    if (memory_ == MAP_FAILED)
      throw std::bad_alloc();
    new (memory_) std::atomic<uint64_t>(0);
  }
  ~EventNumber() { munmap(memory_, sizeof(std::atomic<uint64_t>)); }
  EventNumber(const EventNumber &) = delete;
  EventNumber &operator=(const EventNumber &) = delete;

  std::atomic<uint64_t> *get() const {
    return static_cast<std::atomic<uint64_t> *>(memory_);
  }

private:
  void *const memory_; ///< a page
};

} // namespace dpa::doca

#endif
