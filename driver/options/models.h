// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hardware models as the driver needs them: names and what the code
// generator needs. The rows come from runtime/abi/hardware-models.def, never
// from here.
#ifndef DPA_DRIVER_OPTIONS_MODELS_H
#define DPA_DRIVER_OPTIONS_MODELS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace dpa::driver {

struct Model {
  uint32_t id;                  ///< DPA_ID
  llvm::StringRef name;         ///< "nv-dpa-bf3"
  llvm::StringRef shortName;    ///< "bf3"
  llvm::StringRef architecture; ///< for -march
};

/// All models, oldest first.
llvm::ArrayRef<Model> allModels();

/// The model of a name, long or short; null if it does not exist.
const Model *findModel(llvm::StringRef name);

} // namespace dpa::driver

#endif
