// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Capabilities and limits of a device.
#ifndef DPA_RUNTIME_DOCA_DPA_LIMITS_H
#define DPA_RUNTIME_DOCA_DPA_LIMITS_H

#include "runtime/doca/common/device.h"

#include <cstdint>
#include <optional>

namespace dpa::doca {

/// Largest number of instances of a kernel: half of the event handlers of a process;
/// the other half is left for other kernels and threads.
constexpr uint32_t kernelThreadsMax = 384;

/// Largest number of threads of a group: a process does not have more.
constexpr uint32_t groupThreadsMax = 1024;

/// Whether the device has a DPA: SUCCESS or NOT_SUPPORTED.
doca_error_t dpaSupport(const doca_devinfo &info);

/// Limits of a device, which is one function of a card.
struct DeviceLimits {
  unsigned units = 0; ///< execution units of its partition
  unsigned cores = 0;
  unsigned unitsPerCore = 0;
  unsigned watchdogMilliseconds = 0; ///< 0: no limit
};

/// No value if the device does not report them.
std::optional<DeviceLimits> limitsOf(const doca_dev &dev);

/// Whether `level` is one of doca_dpa_dev_log_level_t.
bool isDeviceLogLevel(uint32_t level);

} // namespace dpa::doca

#endif
