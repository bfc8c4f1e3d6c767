// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that the device compiler and linker write besides objects and images, because an option in
// -devicecc-options or -devicelink-options asks for them (side-files.def). Given the options, names
// these files so that none is lost or written over: one for each compilation or image, among the
// kept files or else beside the output. Runs no tool.
#ifndef DPA_DRIVER_PLAN_SIDE_FILES_H
#define DPA_DRIVER_PLAN_SIDE_FILES_H

#include "driver/plan/plan.h"

namespace dpa::driver {

/// Where files go that are asked for without a name: the kept files' folder, or the output's. With
/// a separator at its end; empty for the current folder.
std::string folderBeside(const Options &options);

/// Reports options that cannot be passed on.
void checkSideFiles(const Plan &plan, const Inputs &inputs);

/// Names the files that a compilation leaves beside its object, and adds the options that give the
/// compiler their names.
void planSideFiles(const Options &options, Plan &plan, CompilePlan &compile);

/// A command line without the options of side files, for a source of our own.
Arguments withoutSideFiles(const Arguments &arguments);

/// The user's linker options for the link of one model. With several models each has files of its
/// own: "app.bf3.map" for "app.map".
Arguments linkerOptionsFor(const Inputs &inputs, const LinkPlan &link);

/// All side files by the names that they will have.
std::vector<std::string> sideFileNames(const Plan &plan, const Inputs &inputs);

} // namespace dpa::driver

#endif
