// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kept build leaves besides its steps' files: host code as sources of their own, and what
// they include.
#ifndef DPA_DRIVER_STAGES_KEEP_H
#define DPA_DRIVER_STAGES_KEEP_H

#include "driver/plan/plan.h"

namespace dpa::driver {

/// Writes <stem>.dpa.host.c and <stem>.stub.inc of every unit, and the glue.
bool keepUnits(const Plan &plan, const Inputs &inputs,
               llvm::ArrayRef<image::InterfaceRecord> records);

/// Writes device_exec.stub.inc.
bool keepImages(const Plan &plan, const Options &options);

} // namespace dpa::driver

#endif
