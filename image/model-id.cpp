// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of hardware models (image/model-id.h).
#include "image/model-id.h"

namespace dpa::image {

namespace {

struct Model {
  uint32_t id;
  std::string_view name;
  std::string_view shortName;
};

constexpr Model models[] = {
#define DPA_MODEL(id, name, shortName, product, architecture)                  \
  {id, name, shortName},
#include "runtime/abi/hardware-models.def"
#undef DPA_MODEL
};

} // namespace

std::optional<uint32_t> modelOfName(std::string_view name) {
  for (const Model &model : models)
    if (name == model.name || name == model.shortName)
      return model.id;
  return std::nullopt;
}

std::string nameOfModel(uint32_t model) {
  for (const Model &row : models)
    if (row.id == model)
      return std::string(row.name);
  if (model == genericModel)
    return "generic";
  return model == unknownModel ? "unknown" : "model " + std::to_string(model);
}

std::string shortNameOfModel(uint32_t model) {
  for (const Model &row : models)
    if (row.id == model)
      return std::string(row.shortName);
  return {};
}

std::string listOfModels() {
  std::string list;
  for (const Model &row : models)
    list.append(list.empty() ? "" : ", ").append(row.name);
  return list;
}

} // namespace dpa::image
