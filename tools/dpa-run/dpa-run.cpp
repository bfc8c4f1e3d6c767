// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-run: starts any program on emulated devices. Turns its options into the
// variables that the emulator reads, preloads the verbs stand-ins that lie
// beside it in the SDK, and becomes the program. Exit status 125: its own
// error; 126: the program cannot be started; 127: there is no such program.
#include "emulator/configuration/configuration.h"
#include "tools/dpa-run/sanitizer-runtime.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <getopt.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

enum ExitStatus { OwnError = 125, CannotStart = 126, NotFound = 127 };

constexpr const char *help =
    R"(usage: dpa-run [options] [--] program [argument]...

Runs a program on emulated DPA devices. Without options there is one device,
mlx5_0, a BlueField-3.

  --device=NAME[:MODEL]  offer this device; may be repeated
  --model=MODEL          hardware model of the devices: cx7, bf3, cx8 or cx9
  --eus=N                execution units, 1 to 256
  --heap=SIZE            heap of each DPA process, such as 512MiB
  --budget=N             instructions that one activation may take, 0: no limit
  --watchdog=SECONDS     processor time of the running thread that one
                         activation may take, 0: no limit
  --call-timeout=SECONDS how long a call waits for an execution unit, 0: for ever
  --engine=ENGINE        what runs device code: interp, jit, or auto (the JIT
                         where the host allows it)
  --threads=N            host threads that run execution units, 0: one per core
  --seed=N               take turns on one thread, in an order that N decides;
                         0: one after the other
  --quantum=N            instructions of the longest turn with a seed
  --record=FILE          note in FILE when the program came in with a seed
  --replay=FILE          repeat the run that FILE has noted
  --check=WHAT           memory: find missing fences and write-backs;
                         memory,strict: a fence never is a write-back
  --message-prefix=WHAT  what stands before each message of device code: none,
                         or eu for the number of its execution unit: "/ 0/"
  --port=STATE           up, or down: messages of device code are lost
  --config=FILE          devices and settings from a file
  -h, --help             this text
  -V, --version          version of the SDK

Options win over the file; the model given with a device wins over --model.
)";

/// The numbers of options that are no device setting; 'h' is help, 'V' the
/// version.
enum Option { Device = 1000, Config };

struct Options {
  std::string devices; ///< comma list; empty: not given
  char **program = nullptr;
};

[[noreturn]] void fail(ExitStatus status, const std::string &what) {
  std::fprintf(stderr, "dpa-run: error: %s\n", what.c_str());
  std::exit(status);
}

void setVariable(const char *name, const std::string &value) {
  if (setenv(name, value.c_str(), 1) != 0)
    fail(OwnError, std::string(name) + ": " + std::strerror(errno));
}

/// One long option for each device setting, numbered by its place, and ours.
std::vector<option> longOptions() {
  std::vector<option> all;
  for (const dpa::Setting &setting : dpa::deviceSettings())
    all.push_back({setting.key, required_argument, nullptr,
                   static_cast<int>(all.size())});
  all.push_back({"device", required_argument, nullptr, Device});
  all.push_back({"config", required_argument, nullptr, Config});
  all.push_back({"help", no_argument, nullptr, 'h'});
  all.push_back({"version", no_argument, nullptr, 'V'});
  all.push_back({nullptr, 0, nullptr, 0});
  return all;
}

/// Checked here, so that a mistake is reported under the option's name.
void useSetting(const dpa::Setting &setting, const char *text) {
  dpa::DeviceSettings scratch;
  std::string error;
  if (!dpa::applySetting(setting, text, scratch, error))
    fail(OwnError, std::string("--") + setting.key + ": " + error);
  setVariable(setting.environment, text);
}

void addDevice(Options &options, const std::string &device) {
  std::vector<dpa::DeviceSettings> scratch;
  std::string error;
  if (!dpa::chooseDevices(device, {}, scratch, error))
    fail(OwnError, "--device: " + error);
  if (scratch.empty())
    fail(OwnError, "--device: expected NAME or NAME:MODEL, got nothing");
  options.devices += (options.devices.empty() ? "" : ",") + device;
  // Once more with those before it: none may be named twice.
  if (!dpa::chooseDevices(options.devices, {}, scratch, error))
    fail(OwnError, "--device: " + error);
}

/// The file's path is made absolute: the program may change its folder.
void useConfig(const char *file) {
  char path[PATH_MAX];
  if (!realpath(file, path))
    fail(OwnError, std::string(file) + ": " + std::strerror(errno));
  setVariable("DPA_CONFIG", path);
}

/// The option that getopt stopped at: a whole word, or one letter of it.
std::string refusedOption(char **argv) {
  std::string word = argv[optind - 1];
  if (optopt > 0 && optopt < 256 && word.rfind("--", 0) != 0)
    return std::string("'-") + static_cast<char>(optopt) + "'";
  return "'" + word + "'";
}

Options parseCommandLine(int argc, char **argv) {
  Options options;
  std::vector<option> known = longOptions();
  int number = 0;
  // '+': the program's own options are not ours; ':': nor are getopt's
  // messages.
  while ((number = getopt_long(argc, argv, "+:hV", known.data(), nullptr)) !=
         -1) {
    switch (number) {
    case Device:
      addDevice(options, optarg);
      break;
    case Config:
      useConfig(optarg);
      break;
    case 'h':
      std::fputs(help, stdout);
      std::exit(0);
    case 'V':
      std::puts("dpa-run version " DPA_VERSION);
      std::exit(0);
    case ':':
      fail(OwnError, "option " + refusedOption(argv) + " needs a value");
    case '?':
      fail(OwnError, "unknown option " + refusedOption(argv) +
                         "\nnote: dpa-run --help lists the options");
    default:
      useSetting(dpa::deviceSettings()[static_cast<size_t>(number)], optarg);
    }
  }
  options.program = argv + optind;
  return options;
}

/// The SDK's folder: the parent of the one that this program lies in.
std::string sdkFolder() {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0)
    fail(OwnError, std::string("/proc/self/exe: ") + std::strerror(errno));
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

/// LD_PRELOAD is a list that spaces and colons separate, without a way to quote
/// them: the loader would go on without the stand-ins.
void checkPreloadable(const std::string &folder) {
  if (folder.find_first_of(" :") != std::string::npos)
    fail(OwnError, folder + ": expected a path without spaces and colons (of "
                            "LD_PRELOAD's syntax)\n"
                            "note: move the SDK to another folder");
}

/// An instrumented program or library asks for its run-time to be the first.
std::string sanitizerRuntime(const char *program) {
  return *DPA_SANITIZER_RUNTIME ? DPA_SANITIZER_RUNTIME
                                : dpa::sanitizerRuntimeOf(program);
}

void preloadStandIns(const std::string &sdk, const std::string &runtime) {
  checkPreloadable(sdk);
  std::vector<std::string> preload;
  if (!runtime.empty())
    preload.push_back(runtime);
  for (const char *name : {"libibverbs.so.1", "libmlx5.so.1"}) {
    std::string library = sdk + "/lib/dpa-verbs/" + name;
    if (access(library.c_str(), R_OK) != 0)
      fail(OwnError, library + ": " + std::strerror(errno));
    preload.push_back(library);
  }
  setVariable("LD_PRELOAD", listWith(preload, "LD_PRELOAD"));
}

/// For programs that have not recorded where libflexio lies. Last, so that a
/// folder that the user names wins.
void offerLibraries(const std::string &sdk) {
  const char *present = std::getenv("LD_LIBRARY_PATH");
  std::string list = present ? present : "";
  setVariable("LD_LIBRARY_PATH",
              list + (list.empty() ? "" : ":") + sdk + "/lib");
}

void checkConfiguration() {
  std::string error;
  if (!dpa::loadConfiguration(error))
    fail(OwnError, error);
}

} // namespace

int main(int argc, char **argv) {
  Options options = parseCommandLine(argc, argv);
  if (!*options.program)
    fail(OwnError, "no program given\nnote: dpa-run --help says how to use it");
  if (!options.devices.empty())
    setVariable("DPA_DEVICES", options.devices);
  checkConfiguration();
  std::string sdk = sdkFolder();
  preloadStandIns(sdk, sanitizerRuntime(*options.program));
  offerLibraries(sdk);
  execvp(*options.program, options.program);
  fail(errno == ENOENT ? NotFound : CannotStart,
       std::string(*options.program) + ": " + std::strerror(errno));
}
