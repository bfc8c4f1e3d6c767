// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flags of device compilations. See device-flags.h.
#include "driver/device-flags.h"

#include "clang-plugin/frontend.h"
#include "driver/dependency-options.h"
#include "driver/report.h"

#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace dpa::driver {

using frontend::WarningOptions;

static void addMacros(std::vector<std::string> &flags, const Model &model) {
  flags.push_back("-D__DPA__=1");
  for (const Model &each : allModels())
    flags.push_back("-D__NV_DPA_" + each.shortName.upper() + "=" +
                    llvm::utostr(each.id));
  flags.push_back("-D__NV_DPA=" + llvm::utostr(model.id));
  flags.push_back(
      "-DDPA_INTRIN_VERSION(major, minor)=(((major) << 16) | (minor))");
  for (const std::string &define : frontend::keywordDefines())
    flags.push_back(define);
}

std::vector<std::string> deviceFlags(const Options &options,
                                     const Toolchain &toolchain,
                                     const Model &model) {
  std::vector<std::string> flags = {
      "--target=riscv64-unknown-unknown-elf",
      "-march=" + model.architecture.str(),
      "-mabi=lp64",
      "-mcmodel=medany",
      "-ffreestanding",
      "-nostdlibinc",
      "-ffunction-sections",
      "-fdata-sections",
  };
  if (options.isLto)
    flags.push_back("-flto");
  addMacros(flags, model);
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

/// The linker's level for the last -O among the options, as clang chooses it; empty: the linker's own.
static std::string linkLevel(const std::vector<std::string> &deviceOptions) {
  std::string level;
  for (StringRef option : deviceOptions) {
    if (!option.consume_front("-O"))
      continue;
    if (option == "s" || option == "z")
      level = "2";
    else if (option == "fast" || option == "4")
      level = "3";
    else
      level = option.empty() || option == "g" ? "1" : option.str();
  }
  return level;
}

/// At -O2 images must not grow by -flto: small functions and those with one call are inlined over sources, others are not,
/// and the passes are those of an ordinary compilation. The user's own limit wins.
static void addInliningLimit(std::vector<std::string> &flags,
                             const std::vector<std::string> &deviceOptions) {
  StringRef last;
  for (StringRef option : deviceOptions) {
    if (option.starts_with("-O"))
      last = option;
    if (option.contains("-inline-threshold"))
      return;
  }
  if (last == "-O2")
    flags.insert(flags.end(), {"--lto-newpm-passes=default<O2>", "-mllvm",
                               "-inline-threshold=50"});
}

std::vector<std::string> ltoLinkFlags(const Options &options) {
  std::vector<std::string> flags;
  bool isLto = options.isLto ||
               llvm::any_of(options.deviceOptions, [](StringRef option) {
                 return option.starts_with("-flto");
               });
  if (!isLto)
    return flags;
  std::string level = linkLevel(options.deviceOptions);
  if (!level.empty())
    flags.push_back("--lto-O" + level);
  addInliningLimit(flags, options.deviceOptions);
  for (size_t i = 0; i + 1 < options.deviceOptions.size(); ++i)
    if (options.deviceOptions[i] == "-mllvm") {
      flags.push_back("-mllvm");
      flags.push_back(options.deviceOptions[++i]);
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

} // namespace dpa::driver
