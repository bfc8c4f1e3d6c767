// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When a build runs which check of finished files: what the user gave and what assembly sources
// became before the link, the images after it. Given the plan, reads the files, runs the checks and
// reports what they find, once for all models. Each returns false after an error. Judges nothing
// itself.
#ifndef DPA_DRIVER_STAGES_FINISHED_CHECKS_H
#define DPA_DRIVER_STAGES_FINISHED_CHECKS_H

#include "driver/plan/plan.h"

namespace dpa::driver {

/// What compiled assembly sources and IR became; their objects have to be there.
bool checkAssembly(const Plan &plan, const Options &options);

/// Device objects and libraries of the user; objects have to be taken out of DPA objects.
bool checkInputs(const Plan &plan, const Inputs &inputs);

/// That the host can start something in a linked program; records are those of the sources.
bool checkEntryPoints(const Plan &plan, const Inputs &inputs,
                      llvm::ArrayRef<image::InterfaceRecord> records);

/// Linked images: stack and architecture.
bool checkImages(const Plan &plan, const Inputs &inputs);

} // namespace dpa::driver

#endif
