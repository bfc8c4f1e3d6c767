// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function of doca_rdma_bridge.h.
#include "runtime/doca/common/api-call.h"
#include "runtime/doca/common/device.h"
#include "runtime/include/doca/doca_rdma_bridge.h"

using namespace dpa::doca;

doca_error_t doca_rdma_bridge_get_dev_pd(const struct doca_dev *dev,
                                         struct ibv_pd **pd) {
  return apiCall(
      __func__,
      [&] {
        *pd = dev->pd;
        return DOCA_SUCCESS;
      },
      live(dev), result(pd, "pd"));
}
