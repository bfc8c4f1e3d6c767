// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys of memory: see memory-map.h.
#include "runtime/doca/common/memory-map.h"

#include <libflexio/flexio.h>

namespace dpa::doca {

namespace {

/// Rights of verbs for bits of doca_access_flag. Remote writes need the local
/// right, too.
int verbsAccess(uint32_t access) {
  int rights = 0;
  if (access &
      (DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_PCI_READ_WRITE))
    rights |= IBV_ACCESS_LOCAL_WRITE;
  if (access & DOCA_ACCESS_FLAG_RDMA_READ)
    rights |= IBV_ACCESS_REMOTE_READ;
  if (access & DOCA_ACCESS_FLAG_RDMA_WRITE)
    rights |= IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_LOCAL_WRITE;
  if (access & DOCA_ACCESS_FLAG_RDMA_ATOMIC)
    rights |= IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_LOCAL_WRITE;
  return rights;
}

} // namespace

MemoryKey::~MemoryKey() {
  if (region_)
    ibv_dereg_mr(region_);
  if (dpaKey_)
    flexio_device_mkey_destroy(dpaKey_);
}

doca_error_t MemoryKey::registerHost(doca_dev &dev, void *address,
                                     size_t length, uint32_t access) {
  region_ = ibv_reg_mr(dev.pd, address, length, verbsAccess(access));
  if (!region_)
    return DOCA_ERROR_DRIVER;
  key_ = region_->lkey;
  return DOCA_SUCCESS;
}

doca_error_t MemoryKey::registerDpa(doca_dev &dev, DpaContext &dpa,
                                    uint64_t address, size_t length,
                                    uint32_t access) {
  if (!dpa.isStarted)
    return DOCA_ERROR_BAD_STATE;
  flexio_mkey_attr attributes = {.pd = dev.pd,
                                 .daddr = address,
                                 .len = length,
                                 .access = verbsAccess(access)};
  if (flexio_device_mkey_create(dpa.process, &attributes, &dpaKey_) !=
      FLEXIO_STATUS_SUCCESS)
    return DOCA_ERROR_DRIVER;
  key_ = flexio_mkey_get_id(dpaKey_);
  return DOCA_SUCCESS;
}

} // namespace dpa::doca
