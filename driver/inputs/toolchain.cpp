// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for the SDK, clang and the host compiler. See toolchain.h.
#include "driver/inputs/toolchain.h"

#include "driver/processes/report.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace dpa::driver {

std::string Toolchain::tool(StringRef name) const {
  return sdk + "/bin/" + name.str();
}
std::string Toolchain::plugin() const {
  return sdk + "/lib/dpacc/dpacc-plugin.so";
}
std::string Toolchain::linkerScript(StringRef name) const {
  return sdk + "/lib/dpacc/" + name.str() + ".ld";
}
std::string Toolchain::deviceFile(const Model &model, StringRef name) const {
  return sdk + "/lib/dpa/" + model.shortName.str() + "/" + name.str();
}

/// The clang that dpacc was built with, or the one on the PATH where it was installed elsewhere.
static std::string findClang() {
  std::string built = DPA_CLANG;
  if (llvm::sys::fs::can_execute(built))
    return built;
  llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName("clang-22");
  if (found)
    return *found;
  reportError(Problem::NoClang);
  return {};
}

static std::string findHostCompiler(StringRef command) {
  llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(command);
  if (found)
    return *found;
  reportError(Problem::HostCompilerNotFound, command,
              found.getError().message());
  return {};
}

/// The start file is the last thing that an SDK for a model needs; without it nothing can be
/// linked.
static void checkSdk(const Toolchain &toolchain, const Options &options) {
  for (const Model *model : options.models) {
    std::string file = toolchain.deviceFile(*model, "crt0.o");
    if (!llvm::sys::fs::exists(file))
      reportErrorIn(file, Problem::NoDeviceFiles, model->name);
  }
}

Toolchain findDeviceToolchain() {
  static int anchor;
  Toolchain toolchain;
  std::string self = llvm::sys::fs::getMainExecutable("dpacc", &anchor);
  toolchain.sdk = path::parent_path(path::parent_path(self)).str();
  toolchain.clang = findClang();
  return toolchain;
}

Toolchain findToolchain(const Options &options) {
  Toolchain toolchain = findDeviceToolchain();
  if (!options.dryRun)
    toolchain.hostCompiler = findHostCompiler(options.hostCompiler.front());
  checkSdk(toolchain, options);
  return toolchain;
}

} // namespace dpa::driver
