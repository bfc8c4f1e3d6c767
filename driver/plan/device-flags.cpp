// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flags of device compilations. See device-flags.h.
#include "driver/plan/device-flags.h"

#include "clang-plugin/keyword-defines.h"
#include "clang-plugin/warnings.h"
#include "driver/options/dependency-options.h"
#include "driver/processes/report.h"

#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace dpa::driver {

using frontend::WarningOptions;

/// Orders and selects instructions as for a short in-order pipeline: on bench/broad, programs are shorter and
/// faster than with clang's default (docs/performance-changes.md). A later -mtune of the user takes precedence.
constexpr StringRef defaultTuning = "rocket";

static void addMacros(std::vector<std::string> &flags, const Model &model) {
  flags.push_back("-D__DPA__=1");
  for (const Model &each : allModels())
    flags.push_back("-D__NV_DPA_" + each.shortName.upper() + "=" +
                    llvm::utostr(each.id));
  flags.push_back("-D__NV_DPA=" + llvm::utostr(model.id));
  flags.push_back(
      "-DDPA_INTRIN_VERSION(major, minor)=(((major) << 16) | (minor))");
  // Without a header clang does not know the name; the same text as in alloca.h.
  flags.emplace_back("-Dalloca(size)=__builtin_alloca(size)");
  for (const std::string &define : frontend::keywordDefines())
    flags.push_back(define);
}

/// Device programs are freestanding, but the C library is always linked. -ffreestanding would also
/// make calls of its functions opaque: each small memcpy() would be a call. A caller of the builtin
/// abort(), which neither returns nor throws, would not save its return address, and its own callers
/// would be missing in the report.
static void addFreestanding(std::vector<std::string> &flags) {
  flags.emplace_back("-D__STDC_HOSTED__=0");
  flags.emplace_back("-Wno-builtin-macro-redefined");
  flags.emplace_back("-fno-builtin-abort");
}

/// With -fno-sanitize-recover, checks call functions that neither return nor throw. Without unwind tables
/// the callers of such functions do not save their return addresses, which the log needs. The linker
/// discards the tables that would be loaded and keeps those for debuggers.
static void addSanitizing(std::vector<std::string> &flags,
                          const Options &options) {
  const bool sanitizes =
      llvm::any_of(options.deviceOptions, [](StringRef option) {
        return option.starts_with("-fsanitize=");
      });
  if (!sanitizes || options.isLto)
    return;
  flags.emplace_back("-funwind-tables");
  flags.emplace_back("-fforce-dwarf-frame");
}

/// Whether the user chooses the generation of the DOCA interface.
static bool setsDocaGeneration(const std::vector<std::string> &options) {
  return llvm::any_of(options, [](StringRef option) {
    return option.contains("DOCA_COMPAT_VERSION");
  });
}

std::vector<std::string> deviceFlags(const Options &options,
                                     const Toolchain &toolchain,
                                     const Model &model) {
  std::vector<std::string> flags = {
      "--target=riscv64-unknown-unknown-elf",
      "-march=" + model.architecture.str(),
      "-mabi=lp64",
      "-mtune=" + defaultTuning.str(),
      "-mcmodel=medany",
      "-nostdlibinc",
      "-ffunction-sections",
      "-fdata-sections",
  };
  if (options.isLto)
    flags.push_back("-flto");
  addFreestanding(flags);
  addSanitizing(flags, options);
  addMacros(flags, model);
  // For the marks of experimental functions (flexio_dev_marks.h).
  if (options.isModelDefault)
    flags.emplace_back("-D__DPACC_DEFAULT_MODEL__=1");
  // Command lines of DOCA 2.5 have -ldpa and no -mcpu (doca_config.h).
  if (options.isModelDefault && options.linksDocaDpa &&
      !setsDocaGeneration(options.deviceOptions))
    flags.emplace_back("-DDOCA_COMPAT_VERSION=205");
  for (const std::string &dir : options.includeDirs)
    flags.push_back("-I" + dir);
  WarningOptions ignored;
  DependencyOptions ignoredRules;
  for (const std::string &option :
       takeDependencyOptions(options.deviceOptions, ignoredRules))
    if (ignored.takeOption(option) == WarningOptions::Taken::No)
      flags.push_back(option);
  for (StringRef dir : {"/include", "/lib/dpa/include"}) {
    flags.push_back("-isystem");
    flags.push_back(toolchain.sdk + dir.str());
  }
  return flags;
}

std::vector<std::string> ownWarningOptions(const Options &options) {
  std::vector<std::string> own;
  WarningOptions ignored;
  for (const std::string &option : options.deviceOptions)
    if (ignored.takeOption(option) != WarningOptions::Taken::No)
      own.push_back(option);
    else if (option == "-w")
      own.emplace_back("-Wno-dpa");
  return own;
}

std::vector<std::string> pluginArguments(const Options &options,
                                         const Toolchain &toolchain,
                                         const std::string &stem) {
  std::vector<std::string> arguments = {"-fplugin=" + toolchain.plugin(),
                                        "-fplugin-arg-dpacc-stem=" + stem};
  for (const std::string &option : ownWarningOptions(options))
    arguments.push_back("-fplugin-arg-dpacc-" + option.substr(1));
  if (!options.checksAssembly)
    arguments.emplace_back("-fplugin-arg-dpacc-disable-asm-checks");
  return arguments;
}

} // namespace dpa::driver
