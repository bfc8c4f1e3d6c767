// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of hardware models (image/model-id.h).
#include "image/model-id.h"

#include "base/hardware-models.h"

namespace dpa::image {

std::optional<uint32_t> modelOfName(std::string_view name) {
  const HardwareModel *model = findModel(name);
  return model ? std::optional(model->id) : std::nullopt;
}

std::string nameOfModel(uint32_t model) {
  if (const HardwareModel *row = findModel(model))
    return std::string(row->name);
  if (model == genericModel)
    return "generic";
  return model == unknownModel ? "unknown" : "model " + std::to_string(model);
}

std::string shortNameOfModel(uint32_t model) {
  const HardwareModel *row = findModel(model);
  return row ? std::string(row->shortName) : std::string();
}

std::string listOfModels() {
  std::string list;
  for (const HardwareModel &row : hardwareModels)
    list.append(list.empty() ? "" : ", ").append(row.name);
  return list;
}

} // namespace dpa::image
