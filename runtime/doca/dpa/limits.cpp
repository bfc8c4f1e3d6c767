// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits of devices: see limits.h.
#include "runtime/doca/dpa/limits.h"

#include "runtime/include/doca/doca_dpa.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <endian.h>
#include <infiniband/mlx5dv.h>
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

std::optional<DeviceLimits> limitsOf(const doca_dev &dev) {
  constexpr unsigned perCore = 16;
  constexpr size_t answerSize = 16 + 0x100;
  std::array<uint8_t, 16> command{};
  std::array<uint8_t, answerSize> answer{};
  command[0] = 0x01;      // QUERY_HCA_CAP, 0x100
  command[7] = 0x7f << 1; // type; docs/network.md
  if (mlx5dv_devx_general_cmd(dev.context, command.data(), command.size(),
                              answer.data(), answer.size()) != 0)
    return {};
  auto word = [&](size_t at) {
    uint32_t bits = 0;
    memcpy(&bits, &answer[16 + at], sizeof bits);
    return be32toh(bits);
  };
  const unsigned units = word(0);
  return DeviceLimits{.units = units,
                      .cores = (units + perCore - 1) / perCore,
                      .unitsPerCore = std::min(units, perCore),
                      .watchdogMilliseconds = word(4)};
}

bool isDeviceLogLevel(uint32_t level) {
  return level == DOCA_DPA_DEV_LOG_LEVEL_DISABLE ||
         level == DOCA_DPA_DEV_LOG_LEVEL_ERROR ||
         level == DOCA_DPA_DEV_LOG_LEVEL_WARNING ||
         level == DOCA_DPA_DEV_LOG_LEVEL_INFO ||
         level == DOCA_DPA_DEV_LOG_LEVEL_DEBUG;
}

} // namespace dpa::doca
