// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of hardware models. See models.h.
#include "driver/options/models.h"

#include "llvm/ADT/STLExtras.h"

namespace dpa::driver {

static constexpr Model models[] = {
#define DPA_MODEL(id, name, shortName, product, architecture)                  \
  {id, name, shortName, architecture},
#include "runtime/abi/hardware-models.def"
#undef DPA_MODEL
};

llvm::ArrayRef<Model> allModels() {
  return models;
}

const Model *findModel(llvm::StringRef name) {
  const Model *found = llvm::find_if(models, [&](const Model &model) {
    return model.name == name || model.shortName == name;
  });
  return found == std::end(models) ? nullptr : found;
}

} // namespace dpa::driver
