// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a device can, and how much of it there is.
#ifndef DPA_RUNTIME_DOCA_DPA_LIMITS_H
#define DPA_RUNTIME_DOCA_DPA_LIMITS_H

#include "runtime/doca/common/device.h"

#include <cstdint>
#include <optional>

namespace dpa::doca {

/// Instances of a kernel: half of the event handlers that a process has room for,
/// so that kernels and threads of a program fit beside the largest one.
constexpr uint32_t kernelThreadsMax = 384;

/// Whether the device has a DPA: SUCCESS or NOT_SUPPORTED.
doca_error_t dpaSupport(const doca_devinfo &info);

/// Execution units of a device.
struct UnitCounts {
  unsigned total = 0;
  unsigned cores = 0;
  unsigned perCore = 0;
};

/// Nothing: the setting cannot be read.
std::optional<UnitCounts> unitCounts(const doca_dev &dev);

/// The limit of the watchdog (dpa-run --watchdog) in whole seconds, rounded up;
/// the largest number without a limit.
unsigned long long watchdogSeconds();

/// Whether `level` is one of doca_dpa_dev_log_level_t.
bool isDeviceLogLevel(uint32_t level);

} // namespace dpa::doca

#endif
