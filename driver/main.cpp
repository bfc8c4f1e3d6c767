// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpacc: compiles device programs and wraps them into a library for host programs. Given a command
// line; returns 0, or 1 after errors, and then leaves no output.
#include "clang-plugin/names.h"
#include "driver/compile/compiler-headers.h"
#include "driver/inputs/ir-input.h"
#include "driver/inputs/process-attributes.h"
#include "driver/plan/dry-run.h"
#include "driver/plan/output-check.h"
#include "driver/processes/cleanup.h"
#include "driver/processes/files.h"
#include "driver/processes/report.h"
#include "driver/stages/build.h"
#include "driver/stages/compile-commands.h"
#include "driver/stages/kept-folder.h"
#include "driver/stages/output-files.h"
#include "driver/version.h"
#include "image/file.h"

#include "llvm/Support/FileSystem.h"

namespace fs = llvm::sys::fs;
using namespace dpa::driver;

static void checkSources(const Options &options) {
  for (const std::string &source : options.sources) {
    fs::file_status status;
    if (std::error_code error = fs::status(source, status))
      reportErrorIn(source, Problem::SourceUnreadable, error.message());
    else if (fs::is_directory(status))
      reportErrorIn(source, Problem::SourceIsFolder);
    else if (status.getSize() > dpa::image::maximalFileSize)
      reportErrorIn(source, Problem::SourceTooLarge,
                    dpa::image::maximalFileSize >> 20);
  }
}

/// A library's name is part of its functions.
static void checkLibraryName(const Options &options) {
  if (options.mode != Mode::GenLibs || options.output.empty())
    return;
  llvm::StringRef name = libraryName(options);
  if (name.empty() || dpa::frontend::identifierFromStem(name.str()) != name)
    reportErrorIn(options.output, Problem::LibraryNameNoIdentifier, name);
}

/// Beside the output, with a name that is always the same; empty for streams.
static std::string workFolderOf(llvm::ArrayRef<std::string> outputs) {
  return isStream(outputs.front()) ? "" : outputs.front() + ".dpacc";
}

static bool run(const Inputs &inputs) {
  const Options &options = inputs.options;
  Plan printed = makePlan(inputs, printedFolder);
  checkOutputs(printed, inputs, !options.dryRun);
  if (hasErrors())
    return false;
  if (options.dryRun || options.verbose)
    printCommands(printed, inputs,
                  options.dryRun ? llvm::outs() : llvm::errs());
  if (options.dryRun)
    return true;
  updateCompileCommands(options, inputs.toolchain);
  TemporaryFolder temporary;
  KeptFolder kept;
  if (options.keepDir.empty())
    return temporary.create(workFolderOf(printed.outputs())) &&
           build(makePlan(inputs, temporary.path()), inputs);
  Plan plan = makePlan(inputs, options.keepDir);
  checkKeptFiles(plan, options);
  return !hasErrors() && kept.open(options.keepDir) && build(plan, inputs);
}

static bool compileAndLink(Options options) {
  checkLibraryName(options);
  Toolchain toolchain = findToolchain(options);
  if (!toolchain.clang.empty())
    checkCompilerHeaders(toolchain.clang);
  std::vector<DeviceObject> objects = findDeviceObjects(options);
  checkSources(options);
  checkIrInputs(options);
  DeviceLibraries libraries = findDeviceLibraries(options, toolchain);
  bool hasImages = options.mode == Mode::Link || options.mode == Mode::Shared;
  std::optional<dpa::Bytes> attributes;
  if (hasImages)
    readAttributesOrReport(options, attributes);
  return !hasErrors() && run({options, toolchain, libraries, objects});
}

/// For the command (front.cpp), which loads this.
extern "C" __attribute__((visibility("default"))) int dpaccMain(int argc,
                                                                char **argv) {
  installSignalHandlers();
  Options options = parseOptions(
      llvm::ArrayRef<const char *>(argv + 1, static_cast<size_t>(argc - 1)));
  if (hasErrors())
    return 1;
  switch (options.action) {
  case Action::PrintHelp:
    printHelp();
    return finishStandardOutput(0);
  case Action::PrintVersion:
    llvm::outs() << versionText;
    return finishStandardOutput(0);
  case Action::Build:
    return finishStandardOutput(compileAndLink(std::move(options)) ? 0 : 1);
  }
  return 1;
}
