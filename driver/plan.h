// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All steps of a build with the names of all files and the command line of every tool, worked out before anything runs.
// The build follows it inside this process; --dryrun prints it: so both do the same. Touches no file.
#ifndef DPA_DRIVER_PLAN_H
#define DPA_DRIVER_PLAN_H

#include "driver/device-libraries.h"
#include "driver/toolchain.h"

namespace dpa::driver {

/// A command line without the program's name.
using Arguments = std::vector<std::string>;

/// One source file.
struct SourcePlan {
  std::string path;
  std::string stem; ///< unique within the build
  std::string hostStub;
  /// Kept builds: fat container of the device objects, and the same as C.
  std::string objectContainer;
  std::string objectStub;
};

/// Compiles one source for one model.
struct CompilePlan {
  size_t source; ///< index in Plan::sources
  const Model *model;
  Arguments arguments; ///< of clang
  std::string object;
};

/// Takes one model's archive out of a fat device library.
struct ExtractPlan {
  std::string library;
  const Model *model;
  std::string archive;
};

/// Links one model's image.
struct LinkPlan {
  const Model *model;
  Arguments arguments; ///< of ld.lld
  std::string image;
};

struct Plan {
  std::string folder; ///< for intermediate files
  std::vector<SourcePlan> sources;
  std::vector<CompilePlan> compiles; ///< model by model, in source order
  std::vector<ExtractPlan> extracts;
  std::vector<LinkPlan> links;

  /// The app's constructor as C, and its text.
  std::string metaSource;
  std::string metaText;
  /// The host compiler reads host stubs and meta source from standard input.
  Arguments hostCompile;
  std::string stubObject;

  /// Fat container of the images, as a host object, and (kept builds) as C.
  std::string container;
  std::string imageObject;
  std::string imageStub;

  Arguments join; ///< of ld.lld
  std::string joined;

  /// The files that make up the host compilation, in order.
  std::vector<std::string> hostTexts() const;
};

/// What a plan is made from.
struct Inputs {
  const Options &options;
  const Toolchain &toolchain;
  const DeviceLibraries &libraries;
};

/// Plans a build whose intermediate files are in `folder`.
Plan makePlan(const Inputs &inputs, llvm::StringRef folder);

} // namespace dpa::driver

#endif
