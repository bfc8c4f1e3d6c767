// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of dpacc, read and checked: given argv, returns what to
// build from what. Problems are reported all at once. Touches no file. The
// options themselves are declared in options.td.
#ifndef DPA_DRIVER_OPTIONS_OPTIONS_H
#define DPA_DRIVER_OPTIONS_OPTIONS_H

#include "driver/options/models.h"

#include <string>
#include <vector>

namespace dpa::driver {

enum class Action { Build, PrintHelp, PrintVersion };

/// What a build makes.
enum class Mode {
  Link,    ///< a host library with the program
  Compile, ///< a DPA object for each source
  GenLibs, ///< a device library and its host part
  Shared,  ///< a host shared library with the program
};

/// The make rule that the user asked for (-MD and friends).
struct DependencyOptions {
  bool isWanted = false;
  bool hasSystemHeaders = true;     ///< -MD, not -MMD
  bool hasPhonyTargets = false;     ///< -MP
  std::string file;                 ///< -MF; empty: named after the output
  std::vector<std::string> targets; ///< -MT and -MQ as they are to be written
};

struct Options {
  Action action = Action::Build;
  Mode mode = Mode::Link;

  std::vector<std::string> sources;  ///< C, LLVM IR, assembly
  std::vector<std::string> objects;  ///< DPA objects and device objects
  std::vector<std::string> archives; ///< device libraries given as inputs
  std::string output;
  std::string appName = "__dpa_a_out";
  std::vector<const Model *> models; ///< ascending, each once
  bool isModelDefault = false;       ///< no -mcpu
  bool linksDocaDpa = false;         ///< -ldpa

  std::vector<std::string>
      hostCompiler; ///< a command and its first words ("ccache gcc")
  std::vector<std::string> includeDirs;
  std::vector<std::string> deviceOptions;
  std::vector<std::string> hostOptions;
  std::vector<std::string> deviceLinkOptions;
  std::vector<std::string> deviceLibraries; ///< -L and -l, in order

  /// A command that device compilations are put behind ("ccache"); empty: they
  /// run in this process.
  std::vector<std::string> deviceLauncher;
  std::string processAttributes; ///< file of -dpa-proc-attr; may be empty
  std::string
      signKey; ///< PEM file or PKCS#11 URI; empty: programs are unsigned
  std::string signCertificates; ///< file; empty if and only if signKey is
  std::string typedHeader;      ///< file of -gen-header; may be empty
  bool isLto = false;
  bool checksAssembly = true;
  unsigned jobs = 0; ///< compilations at a time; 0: one for each processor
  DependencyOptions dependencies;

  std::string compileCommands; ///< compilation database to update; may be empty
  std::string keepDir;         ///< empty: keep nothing
  bool dryRun = false;
  bool verbose = false;
};

/// Whether the launcher sends compilations to other machines, which have neither the plugin nor the
/// headers.
bool isDistributing(const Options &options);

/// The files that options of the link name: process attributes, key, certificates.
std::vector<std::string> linkOptionFiles(const Options &options);

/// Reads the command line without argv[0]. After errors (hasErrors()) the
/// result is of no use.
Options parseOptions(llvm::ArrayRef<const char *> arguments);

/// The text of --help on standard output.
void printHelp();

} // namespace dpa::driver

#endif
