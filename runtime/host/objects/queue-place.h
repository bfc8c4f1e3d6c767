// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of a queue as programs name it (struct flexio_qmem).
#ifndef DPA_RUNTIME_HOST_OBJECTS_QUEUE_PLACE_H
#define DPA_RUNTIME_HOST_OBJECTS_QUEUE_PLACE_H

#include "base/enum-value.h"
#include "base/result.h"
#include "emulator/interface/nic.h"

#include <libflexio/flexio.h>

#include <string>

namespace dpa::host {

/// Error: an unknown kind of memory, or host memory without a number.
inline Result<QueuePlace> placeOf(const flexio_qmem &memory) {
  switch (numberOf(memory.memtype)) {
  case FLEXIO_MEMTYPE_DPA:
    return QueuePlace{.address = memory.daddr, .umem = 0};
  case FLEXIO_MEMTYPE_HOST:
    if (memory.umem_id == 0)
      return Error{"umem_id 0 is not registered memory of the host"};
    return QueuePlace{.address = memory.humem_offset, .umem = memory.umem_id};
  default:
    return Error{std::to_string(shownNumber(memory.memtype)) +
                 " is not a kind of memory"};
  }
}

} // namespace dpa::host

#endif
