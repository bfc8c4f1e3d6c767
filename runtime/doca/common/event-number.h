// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The number of a sync event, in shared memory, which a device pins: accesses of device
// code then need no check that it is still mapped. Many events share one mapping, since
// the kernel limits the number of mappings (vm.max_map_count).
#ifndef DPA_RUNTIME_DOCA_COMMON_EVENT_NUMBER_H
#define DPA_RUNTIME_DOCA_COMMON_EVENT_NUMBER_H

#include "runtime/doca/common/object.h"

#include <atomic>
#include <cstdint>

namespace dpa::doca {

class EventNumbers;

class EventNumber {
public:
  /// 0. Throws std::bad_alloc.
  DOCA_INTERNAL EventNumber();
  /// Memory of the parent of a fork() stays as it is.
  DOCA_INTERNAL ~EventNumber();
  EventNumber(const EventNumber &) = delete;
  EventNumber &operator=(const EventNumber &) = delete;

  std::atomic<uint64_t> *get() const { return number_; }

private:
  EventNumbers &owner_;
  std::atomic<uint64_t> *const number_;
};

} // namespace dpa::doca

#endif
