// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of hardware models (runtime/abi/hardware-models.def), oldest first.
#ifndef DPA_BASE_HARDWARE_MODELS_H
#define DPA_BASE_HARDWARE_MODELS_H

#include <cstdint>
#include <string_view>

namespace dpa {

struct HardwareModel {
  uint32_t id;                   ///< DPA_ID
  std::string_view name;         ///< "nv-dpa-bf3"
  std::string_view shortName;    ///< "bf3"
  std::string_view architecture; ///< for -march
};

inline constexpr HardwareModel hardwareModels[] = {
#define DPA_MODEL(id, name, shortName, product, architecture)                  \
  {id, name, shortName, architecture},
#include "runtime/abi/hardware-models.def"
#undef DPA_MODEL
};

/// Null if no model has this number.
constexpr const HardwareModel *findModel(uint32_t id) {
  for (const HardwareModel &model : hardwareModels)
    if (model.id == id)
      return &model;
  return nullptr;
}

/// By name or short name. Null if no model has this name.
constexpr const HardwareModel *findModel(std::string_view name) {
  for (const HardwareModel &model : hardwareModels)
    if (model.name == name || model.shortName == name)
      return &model;
  return nullptr;
}

} // namespace dpa

#endif
