// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All steps of a build with the names of all files and the command line of every tool, worked out
// before anything runs. The build follows it inside this process; --dryrun prints it: so both do
// the same. Touches no file.
//
// Every mode compiles the sources and has host code compiled. Then:
//   Compile   wraps each source's device objects and stub into a DPA object
//   Link      links an image for each model and wraps them into a host library
//   Shared    the same, as a shared host library
//   GenLibs   collects each model's device objects in an archive, and the stubs in another
#ifndef DPA_DRIVER_PLAN_PLAN_H
#define DPA_DRIVER_PLAN_PLAN_H

#include "driver/inputs/inputs.h"

namespace dpa::driver {

/// A command line without the program's name.
using Arguments = std::vector<std::string>;

/// A device file of one model: object, archive or image.
struct DeviceFile {
  const Model *model;
  std::string path;
};

/// One input with device code: a source, or an object.
struct UnitPlan {
  std::string path;
  std::string stem; ///< unique within the build
  std::string hostStub;
  std::vector<DeviceFile> objects; ///< one for each model
  /// DPA objects and kept builds: fat container of the objects; kept builds: the same as C.
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

/// What a compilation leaves besides its object.
struct SideFile {
  std::string made;
  std::string output; ///< empty: it stays among the kept files
};

/// Takes one model's archive out of a fat device library.
struct ExtractPlan {
  std::string library;
  const Model *model;
  std::string archive;
};

/// One host compilation. Its source is the stubs of units and, behind them, text that is known from
/// the start.
struct HostCompilePlan {
  std::string source;
  std::vector<size_t> units;  ///< indices in Plan::sources
  std::vector<size_t> linked; ///< indices in Plan::linkedObjects
  bool hasGlue = false;       ///< Plan::glueText comes last
  Arguments arguments;
  std::string object;
};

/// Makes the DPA object of one source.
struct DpaObjectPlan {
  size_t source;
  std::string stubObject;
  std::string sections; ///< host object with the device objects
  Arguments join;       ///< of ld.lld
  std::string joined;
  std::string output;
};

/// Links one model's image.
struct LinkPlan {
  const Model *model;
  Arguments arguments;            ///< of ld.lld
  std::vector<std::string> given; ///< compiled inputs, as the user calls them
  std::string image;
};

struct MemberPlan {
  std::string name; ///< in the archive
  std::string path;
};

/// Collects one model's objects in an archive.
struct ArchivePlan {
  const Model *model;
  std::vector<MemberPlan> members;
  std::string archive;
};

struct Plan {
  std::string folder; ///< for intermediate files
  std::vector<UnitPlan> sources;
  std::vector<UnitPlan> linkedObjects; ///< one for each of Inputs::objects
  std::vector<CompilePlan> compiles;   ///< model by model, in source order
  std::vector<SideFile> sideFiles;
  std::vector<HostCompilePlan> hostCompiles;
  std::vector<DpaObjectPlan> dpaObjects;
  std::vector<ExtractPlan> extracts;
  std::vector<LinkPlan> links;
  std::vector<ArchivePlan> archives;

  /// Host code that is not of a unit: the app's constructor, or a library's register function.
  std::string glueSource;
  std::string glueText;
  std::string stubObject;

  /// GenLibs: a source that dpacc writes, with the library's name; the last of `sources`, empty if
  /// there is none.
  std::string infoSource;
  std::string infoText;

  /// Fat container of the images or archives; of images also as a host object, and (kept builds) as
  /// C.
  std::string container;
  std::string imageObject;
  std::string imageStub;

  Arguments sign;           ///< of dpa-sign; empty: the program is unsigned
  std::string signedObject; ///< `imageObject` with signatures, or empty

  Arguments join; ///< of ld.lld
  std::string joined;
  Arguments sharedLink; ///< of the host compiler
  std::string sharedObject;

  /// What the user gets.
  std::string hostLibrary;
  std::string deviceLibrary;
  std::string sharedLibrary;

  std::vector<std::string> outputs() const;
  /// Everything that is written into `folder`; none of the user's files may be among them.
  std::vector<std::string> intermediates() const;
  /// The files that a host compilation's source is made from, in order.
  std::vector<std::string> partsOf(const HostCompilePlan &compile) const;
};

/// Plans a build whose intermediate files are in `folder`.
Plan makePlan(const Inputs &inputs, llvm::StringRef folder);

/// The folder and stem of a library: "dir/libfoo" of "dir/libfoo", the name "libfoo".
llvm::StringRef libraryName(const Options &options);

} // namespace dpa::driver

#endif
