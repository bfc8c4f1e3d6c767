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

/// Whether the device has a DPA: SUCCESS or NOT_SUPPORTED.
doca_error_t dpaSupport(const doca_devinfo &info);

/// The execution units of a device.
struct UnitCounts {
  unsigned total = 0;
  unsigned cores = 0;
  unsigned perCore = 0;
};

/// Nothing if the setting cannot be read.
std::optional<UnitCounts> unitCounts(const doca_dev &dev);

/// The limit of the watchdog (dpa-run --watchdog) in whole seconds, rounded up;
/// the largest number without a limit.
unsigned long long watchdogSeconds();

/// Whether `level` is one of doca_dpa_dev_log_level_t.
bool isDeviceLogLevel(uint32_t level);

} // namespace dpa::doca

#endif
