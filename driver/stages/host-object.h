// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wraps device code for the host: images into a host library, device objects into a DPA object.
// Given a plan whose device files and host objects are written; reports what fails. Runs no
// compiler.
#ifndef DPA_DRIVER_STAGES_HOST_OBJECT_H
#define DPA_DRIVER_STAGES_HOST_OBJECT_H

#include "driver/plan/plan.h"
#include "driver/stages/output-files.h"

namespace dpa::driver {

/// Writes the fat container of all images.
bool writeContainer(const Plan &plan);

/// Writes the host object with the images, space for signatures, and process attributes.
bool writeImageObject(const Plan &plan, const Options &options);

/// Writes the DPA object of one source.
bool makeDpaObject(const Plan &plan, const DpaObjectPlan &object,
                   const image::InterfaceRecord &record);

/// The joined host object as an archive, or linked as a shared library.
bool addHostLibrary(const Plan &plan, OutputFiles &outputs);
bool addSharedLibrary(const Plan &plan, const Inputs &inputs,
                      OutputFiles &outputs);

/// A file as it is.
bool addFile(OutputFiles &outputs, const std::string &output,
             const std::string &file, bool isProgram = false);

} // namespace dpa::driver

#endif
