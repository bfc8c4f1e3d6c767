// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From device images to the host library: fat container, host object with the images, join with the stubs, archive.
// Follows the plan's file names; reports what fails.
#ifndef DPA_DRIVER_HOST_OBJECT_H
#define DPA_DRIVER_HOST_OBJECT_H

#include "driver/plan.h"

namespace dpa::driver {

/// Takes the models' archives out of fat device libraries.
bool extractLibraries(const Plan &plan);

/// Writes the container with all images.
bool writeContainer(const Plan &plan);

/// Writes the host object with container and signature space, for the machine of the stub object.
bool writeImageObject(const Plan &plan, llvm::StringRef appName);

/// Joins stubs and images into hostStubs.o.
bool joinHostObjects(const Plan &plan);

/// Writes the archive with the one member hostStubs.o.
bool writeHostLibrary(const Plan &plan, const std::string &output);

} // namespace dpa::driver

#endif
