// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the command line of objproc (tools/objproc/options.h).
#include "tools/objproc/options.h"

#include <getopt.h>

namespace dpa::objproc {

using image::Error;
using image::Result;

const char helpText[] =
    "usage: objproc --emit-as-stub --array-prefix <app> <container> -o <file>\n"
    "       objproc --emit-as-stub --array-prefix <stem> --embed-as-obj\n"
    "               <container> -o <file>\n"
    "       objproc --emit-image-object --dpa-app-name <app>\n"
    "               --host-object <object> <container> -o <file>\n"
    "\n"
    "Puts a fat container into host code: as C source for a host stub to\n"
    "include, or as a host object with the same sections.\n"
    "\n"
    "options (each with one or two dashes, value behind '=' or a space):\n"
    "  --emit-as-stub           write C source\n"
    "  --array-prefix <name>    app, or stem of the source with "
    "--embed-as-obj\n"
    "  --embed-as-obj           the container has device objects, not images\n"
    "  --emit-image-object      write a host object with the images of an app\n"
    "  --dpa-app-name <app>     the app\n"
    "  --host-object <object>   an object of the host compiler: its machine\n"
    "  -o, --output-file <file> where the result goes\n"
    "  -h, --help               show this text\n"
    "  -V, --version            show the version\n";

namespace {

constexpr int stubOption = 256;
constexpr int prefixOption = 257;
constexpr int embedOption = 258;
constexpr int objectOption = 259;
constexpr int appOption = 260;
constexpr int hostObjectOption = 261;

const option longOptions[] = {
    {"emit-as-stub", no_argument, nullptr, stubOption},
    {"array-prefix", required_argument, nullptr, prefixOption},
    {"embed-as-obj", no_argument, nullptr, embedOption},
    {"emit-image-object", no_argument, nullptr, objectOption},
    {"dpa-app-name", required_argument, nullptr, appOption},
    {"host-object", required_argument, nullptr, hostObjectOption},
    {"output-file", required_argument, nullptr, 'o'},
    {"o", required_argument, nullptr, 'o'},
    {"help", no_argument, nullptr, 'h'},
    {"version", no_argument, nullptr, 'V'},
    {nullptr, 0, nullptr, 0},
};

Result<void> setAction(Options &options, Options::Action action) {
  if (options.action != Options::Action::None && options.action != action)
    return Error{"--emit-as-stub and --emit-image-object exclude each other"};
  options.action = action;
  return {};
}

Result<void> apply(Options &options, int option, char **argv) {
  switch (option) {
  case stubOption:
    return setAction(options, Options::Action::EmitStub);
  case objectOption:
    return setAction(options, Options::Action::EmitImageObject);
  case prefixOption:
    options.arrayPrefix = optarg;
    return {};
  case embedOption:
    options.isObject = true;
    return {};
  case appOption:
    options.app = optarg;
    return {};
  case hostObjectOption:
    options.hostObject = optarg;
    return {};
  case 'o':
    options.output = optarg;
    return {};
  case ':':
    return Error{"option '" + std::string(argv[optind - 1]) +
                 "' needs a value"};
  default:
    return Error{"unknown or ambiguous option '" +
                 std::string(argv[optind - 1]) + "'"};
  }
}

Result<void> checkStub(const Options &options) {
  if (options.arrayPrefix.empty())
    return Error{"no name (expected --array-prefix <name>)"};
  if (!options.app.empty() || !options.hostObject.empty())
    return Error{"--dpa-app-name and --host-object have no meaning with "
                 "--emit-as-stub"};
  return {};
}

Result<void> checkImageObject(const Options &options) {
  if (options.app.empty())
    return Error{"no app (expected --dpa-app-name <app>)"};
  if (options.hostObject.empty())
    return Error{"no machine (expected --host-object <object>)"};
  if (options.isObject || !options.arrayPrefix.empty())
    return Error{"--array-prefix and --embed-as-obj have no meaning with "
                 "--emit-image-object"};
  return {};
}

Result<void> check(const Options &options, int inputs) {
  if (options.action == Options::Action::None)
    return Error{
        "nothing to do (expected --emit-as-stub or --emit-image-object)"};
  if (inputs != 1)
    return Error{"expected one input file, got " + std::to_string(inputs)};
  if (options.output.empty())
    return Error{"no output file (expected -o <file>)"};
  return options.action == Options::Action::EmitStub
             ? checkStub(options)
             : checkImageObject(options);
}

} // namespace

Result<Options> parseOptions(int argc, char **argv) {
  Options options;
  int option = 0;
  while ((option = getopt_long_only(argc, argv, ":o:hV", longOptions,
                                    nullptr)) != -1) {
    if (option == 'h' || option == 'V') {
      options.action = option == 'h' ? Options::Action::ShowHelp
                                     : Options::Action::ShowVersion;
      return options;
    }
    if (Result<void> done = apply(options, option, argv); !done)
      return done.error();
  }
  if (Result<void> checked = check(options, argc - optind); !checked)
    return checked.error();
  options.input = argv[optind];
  return options;
}

} // namespace dpa::objproc
