// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_clock.h.
#include "runtime/include/doca/doca_clock.h"

#include "runtime/doca/common/api-call.h"
#include "runtime/doca/common/device.h"

using namespace dpa::doca;

doca_error_t doca_clock_cap_nic_free_running_is_supported(
    const struct doca_devinfo *devinfo) {
  return apiCall(__func__, [] { return DOCA_SUCCESS; }, live(devinfo));
}

doca_error_t
doca_clock_cap_nic_real_time_is_supported(const struct doca_devinfo *devinfo) {
  return apiCall(
      __func__, [] { return DOCA_ERROR_NOT_SUPPORTED; }, live(devinfo));
}
