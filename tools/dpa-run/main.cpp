// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-run: starts any program on emulated devices. Turns its options into the
// variables that the emulator reads, preloads the verbs stand-ins that lie
// beside it in the SDK, and becomes the program. Exit status 125: its own
// error; 126: the program cannot be started; 127: the program does not exist.
#include "base/result.h"

#include "base/system-error.h"
#include "emulator/configuration/configuration-text.h"
#include "tools/command-line/command-line.h"
#include "tools/dpa-run/options.h"
#include "tools/dpa-run/reverse-debugger.h"
#include "tools/dpa-run/sanitizer-runtime.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <vector>

namespace dpa::run {
namespace {

Result<void> setVariable(const char *name, const std::string &value) {
  if (setenv(name, value.c_str(), 1) != 0)
    return systemError(name);
  return {};
}

Result<void> setVariables(const Options &options) {
  for (const auto &[name, value] : options.variables)
    if (Result<void> done = setVariable(name.c_str(), value); !done)
      return done;
  return {};
}

/// An error that names the variable of an option names the option instead.
Error underOption(const std::string &error, const Options &options) {
  const size_t colon = error.find(':');
  const auto found = options.names.find(error.substr(0, colon));
  if (colon == error.npos || found == options.names.end())
    return Error{error};
  return Error{found->second + error.substr(colon)};
}

/// All variables together, also those that were set before.
Result<void> checkConfiguration(const Options &options) {
  std::string error;
  if (!loadConfiguration(error))
    return underOption(error, options);
  return {};
}

Result<void> printConfiguration(const Options &options) {
  std::string error;
  const auto devices = loadConfiguration(error);
  const auto text = devices ? configurationText(*devices, error) : std::nullopt;
  if (!text)
    return underOption(error, options);
  std::fputs(text->c_str(), stdout);
  return {};
}

/// The SDK's folder: the parent of the folder of this program.
Result<std::string> sdkFolder() {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0)
    return systemError("/proc/self/exe");
  std::string folder(path, static_cast<size_t>(length));
  for (int level = 0; level < 2; ++level)
    folder.resize(folder.rfind('/'));
  return folder;
}

/// `added` before what a colon list in a variable already has.
std::string listWith(const std::vector<std::string> &added,
                     const char *variable) {
  std::string list;
  for (const std::string &item : added)
    list += (list.empty() ? "" : ":") + item;
  const char *present = std::getenv(variable);
  if (present && *present)
    list += std::string(":") + present;
  return list;
}

/// An instrumented program or library requires its run-time to be the first.
std::string sanitizerRuntime(const char *program) {
  return *DPA_SANITIZER_RUNTIME ? DPA_SANITIZER_RUNTIME
                                : sanitizerRuntimeOf(program);
}

Result<void> preloadStandIns(const std::string &sdk,
                             const std::string &runtime) {
  // LD_PRELOAD separates by spaces and colons, without a way to quote them: the
  // loader would continue without the stand-ins.
  if (sdk.find_first_of(" :") != std::string::npos)
    return Error{sdk + ": expected a path without spaces and colons (of "
                       "LD_PRELOAD's syntax)\n"
                       "note: move the SDK to another folder"};
  std::vector<std::string> preload;
  if (!runtime.empty())
    preload.push_back(runtime);
  for (const char *name : {"libibverbs.so.1", "libmlx5.so.1"}) {
    std::string library = sdk + "/lib/dpa-verbs/" + name;
    if (access(library.c_str(), R_OK) != 0)
      return systemError(library);
    preload.push_back(library);
  }
  return setVariable("LD_PRELOAD", listWith(preload, "LD_PRELOAD"));
}

/// For programs that have not recorded where libflexio is. Last, so that a
/// folder that the user names wins.
Result<void> offerLibraries(const std::string &sdk) {
  const char *present = std::getenv("LD_LIBRARY_PATH");
  std::string list = present ? present : "";
  return setVariable("LD_LIBRARY_PATH",
                     list + (list.empty() ? "" : ":") + sdk + "/lib");
}

Result<void> prepare(const Options &options) {
  Result<void> done = setVariables(options);
  if (done)
    done = checkConfiguration(options);
  Result<std::string> sdk = sdkFolder();
  if (!sdk)
    return sdk.error();
  if (done)
    done = preloadStandIns(*sdk, sanitizerRuntime(*options.program));
  if (done)
    done = offerLibraries(*sdk);
  return done;
}

int print(const Options &options) {
  Result<void> done = setVariables(options);
  if (done)
    done = printConfiguration(options);
  return tools::finishStandardOutput(
      "dpa-run", done ? 0 : fail(done.error().message), OwnError);
}

/// Where gdb connects, if all devices that it may connect to repeat their runs and do
/// not write a recording, which a second run would overwrite.
std::optional<gdb::Endpoint> reverseEndpoint() {
  std::string error;
  std::string address;
  for (const DeviceSettings &device :
       loadConfiguration(error).value_or(std::vector<DeviceSettings>())) {
    if (device.gdb.view().empty())
      continue;
    if (!device.isReproducible() || !device.recordFile.empty() ||
        (!address.empty() && address != device.gdb.view()))
      return std::nullopt;
    address = device.gdb.view();
  }
  gdb::Endpoint endpoint;
  if (address.empty() || !gdb::parseEndpoint(address, endpoint) ||
      endpoint.kind == gdb::Endpoint::Kind::Descriptor)
    return std::nullopt;
  return endpoint;
}

int run(const Options &options) {
  if (Result<void> done = prepare(options); !done)
    return fail(done.error().message);
  if (auto endpoint = reverseEndpoint()) {
    const Result<int> status =
        ReverseDebugger(options.program).run(std::move(*endpoint));
    return status ? *status : fail(status.error().message);
  }
  execvp(*options.program, options.program);
  const ExitStatus status = errno == ENOENT ? NotFound : CannotStart;
  return fail(systemError(*options.program).message, status);
}

} // namespace
} // namespace dpa::run

int main(int argc, char **argv) {
  using namespace dpa::run;
  auto line = readCommandLine(argc, argv);
  const Options *options = std::get_if<Options>(&line);
  if (!options)
    return *std::get_if<int>(&line);
  return options->printsConfiguration ? print(*options) : run(*options);
}
