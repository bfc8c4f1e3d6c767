// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpacc: compiles device programs and wraps them into a library for host programs. Given a command line; returns 0, or 1
// after errors, and then leaves no output.
#include "driver/build.h"
#include "driver/cleanup.h"
#include "driver/compile-commands.h"
#include "driver/dry-run.h"
#include "driver/report.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fs = llvm::sys::fs;
using namespace dpa::driver;

static void printVersion() {
  llvm::outs() << "dpacc: compiler for programs of the data-path accelerator "
                  "(open source)\n"
                  "Copyright (C) 2025-2026 the dpacc authors; Apache-2.0 WITH "
                  "LLVM-exception\n"
                  "dpacc version " DPACC_VERSION "\n";
}

static void checkSources(const Options &options) {
  for (const std::string &source : options.sources) {
    fs::file_status status;
    if (std::error_code error = fs::status(source, status))
      reportError(source, error.message());
    else if (fs::is_directory(status))
      reportError(source, "is a folder (expected a source file)");
  }
}

/// A slip such as `-o a.c` must not cost the source.
static void checkOutputIsNoInput(const Options &options) {
  for (const std::vector<std::string> *inputs :
       {&options.sources, &options.archives})
    for (const std::string &input : *inputs)
      if (fs::equivalent(input, options.output))
        reportError(options.output, "is the output and also an input");
}

/// Before the work starts: an output that cannot be written would waste it.
static void checkOutput(const Options &options) {
  std::string folder = llvm::sys::path::parent_path(options.output).str();
  if (folder.empty())
    folder = ".";
  if (fs::is_directory(options.output))
    reportError(options.output, "is a folder (expected the name of a library)");
  else if (!fs::is_directory(folder))
    reportError(options.output, "there is no folder '" + folder + "'");
  else if (std::error_code error = fs::access(folder, fs::AccessMode::Write))
    reportError(options.output,
                "the folder cannot be written to: " + error.message());
}

/// The folder for intermediate files: the one that the user named, or a temporary one. Empty after an error.
static std::string intermediateFolder(const Options &options,
                                      TemporaryFolder &temporary) {
  if (options.keepDir.empty())
    return temporary.create() ? temporary.path() : "";
  std::error_code error = fs::create_directories(options.keepDir);
  if (!error && !fs::is_directory(options.keepDir))
    error = std::make_error_code(std::errc::not_a_directory);
  if (error) {
    reportError(options.keepDir, "cannot be made: " + error.message());
    return "";
  }
  return options.keepDir;
}

static bool run(const Inputs &inputs) {
  const Options &options = inputs.options;
  if (options.dryRun || options.verbose)
    printCommands(makePlan(inputs, printedFolder), inputs,
                  options.dryRun ? llvm::outs() : llvm::errs());
  if (options.dryRun)
    return true;
  updateCompileCommands(options, inputs.toolchain);
  TemporaryFolder temporary;
  std::string folder = intermediateFolder(options, temporary);
  return !folder.empty() && build(makePlan(inputs, folder), inputs);
}

static bool compileAndLink(const Options &options) {
  checkSources(options);
  checkOutputIsNoInput(options);
  if (!options.dryRun)
    checkOutput(options);
  Toolchain toolchain = findToolchain(options);
  DeviceLibraries libraries = findDeviceLibraries(options);
  return !hasErrors() && run({options, toolchain, libraries});
}

int main(int argc, char **argv) {
  installSignalHandlers();
  Options options = parseOptions(
      llvm::ArrayRef<const char *>(argv + 1, static_cast<size_t>(argc - 1)));
  if (hasErrors())
    return 1;
  switch (options.action) {
  case Action::PrintHelp:
    printHelp();
    return 0;
  case Action::PrintVersion:
    printVersion();
    return 0;
  case Action::Build:
    return compileAndLink(options) ? 0 : 1;
  }
  return 1;
}
