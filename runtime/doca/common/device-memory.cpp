// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory on the heap of a DPA: see device-memory.h.
#include "runtime/doca/common/device-memory.h"

#include <libflexio/flexio.h>

namespace dpa::doca {

DeviceMemory::~DeviceMemory() {
  if (address_ && dpa_->process)
    flexio_buf_dev_free(dpa_->process, address_);
}

doca_error_t DeviceMemory::allocate(DpaContext &dpa, const void *bytes,
                                    size_t size) {
  flexio_status done =
      bytes ? flexio_copy_from_host(dpa.process, const_cast<void *>(bytes),
                                    size, &address_)
            : flexio_buf_dev_alloc(dpa.process, size, &address_);
  if (done != FLEXIO_STATUS_SUCCESS)
    return DOCA_ERROR_NO_MEMORY;
  dpa_ = &dpa;
  use_ = Use(dpa, user_);
  if (!bytes && flexio_buf_dev_memset(dpa.process, 0, size, address_) !=
                    FLEXIO_STATUS_SUCCESS)
    return DOCA_ERROR_DRIVER;
  return DOCA_SUCCESS;
}

doca_error_t DeviceMemory::write(size_t offset, const void *bytes,
                                 size_t size) {
  return flexio_host2dev_memcpy(dpa_->process, const_cast<void *>(bytes), size,
                                address_ + offset) == FLEXIO_STATUS_SUCCESS
             ? DOCA_SUCCESS
             : DOCA_ERROR_DRIVER;
}

} // namespace dpa::doca
