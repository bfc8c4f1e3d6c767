// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Archives and what is taken out of fat files: a device library's archives, the objects of DPA
// objects, the archives of fat libraries. Given a plan; reports what fails.
#ifndef DPA_DRIVER_STAGES_LIBRARY_FILES_H
#define DPA_DRIVER_STAGES_LIBRARY_FILES_H

#include "driver/plan/plan.h"
#include "driver/stages/output-files.h"

namespace dpa::driver {

/// Writes the source with a device library's name, if the plan has one.
bool writeInfoSource(const Plan &plan);

/// Writes the device objects of all DPA objects.
bool extractObjects(const Plan &plan, const Inputs &inputs);

/// Writes the models' archives of all fat libraries.
bool extractLibraries(const Plan &plan);

/// Writes one archive for each model of the device library that is made.
bool writeArchives(const Plan &plan);

/// The archives as one fat container.
bool addDeviceLibrary(const Plan &plan, OutputFiles &outputs);

/// A GNU archive of files, with an index; the same members give the same bytes. Nothing after an
/// error.
std::optional<std::string> makeArchive(llvm::ArrayRef<MemberPlan> members);

} // namespace dpa::driver

#endif
