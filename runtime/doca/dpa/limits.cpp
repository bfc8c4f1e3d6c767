// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits of devices: see limits.h.
#include "runtime/doca/dpa/limits.h"

#include "runtime/include/doca/doca_dpa.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

namespace dpa::doca {

namespace {

/// A device of the list, opened.
struct OpenedDevice {
  explicit OpenedDevice(const std::string &name) {
    int count = 0;
    ibv_device **list = ibv_get_device_list(&count);
    for (int i = 0; i < count; ++i)
      if (name == ibv_get_device_name(list[i]))
        context = ibv_open_device(list[i]);
    if (list)
      ibv_free_device_list(list);
  }
  OpenedDevice(const OpenedDevice &) = delete;
  OpenedDevice &operator=(const OpenedDevice &) = delete;
  ~OpenedDevice() {
    if (context)
      ibv_close_device(context);
  }

  ibv_context *context = nullptr;
};

} // namespace

doca_error_t dpaSupport(const doca_devinfo &info) {
  OpenedDevice device(info.name);
  if (!device.context ||
      flexio_hw_model_id_get(device.context) == FLEXIO_HW_MODEL_NA)
    return DOCA_ERROR_NOT_SUPPORTED;
  return DOCA_SUCCESS;
}

/// Flex IO has no query for them: the setting of the emulated device counts.
std::optional<UnitCounts> unitCounts(const doca_dev & /*dev*/) {
  constexpr unsigned perCore = 16;
  constexpr unsigned byDefault = 256;
  const char *text = getenv("DPA_EUS");
  unsigned long total = text ? strtoul(text, nullptr, 10) : byDefault;
  if (total == 0 || total > byDefault)
    return {};
  auto units = static_cast<unsigned>(total);
  return UnitCounts{.total = units,
                    .cores = (units + perCore - 1) / perCore,
                    .perCore = std::min(units, perCore)};
}

unsigned long long watchdogSeconds() {
  constexpr double byDefault = 10;
  const char *text = getenv("DPA_WATCHDOG");
  double seconds = text ? strtod(text, nullptr) : byDefault;
  if (seconds <= 0)
    return ULLONG_MAX;
  auto whole = static_cast<unsigned long long>(seconds);
  return static_cast<double>(whole) < seconds ? whole + 1 : whole;
}

bool isDeviceLogLevel(uint32_t level) {
  return level == DOCA_DPA_DEV_LOG_LEVEL_DISABLE ||
         level == DOCA_DPA_DEV_LOG_LEVEL_ERROR ||
         level == DOCA_DPA_DEV_LOG_LEVEL_WARNING ||
         level == DOCA_DPA_DEV_LOG_LEVEL_INFO ||
         level == DOCA_DPA_DEV_LOG_LEVEL_DEBUG;
}

} // namespace dpa::doca
