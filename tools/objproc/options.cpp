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
    "       objproc --emit-as-object --array-prefix <app> --like <object>\n"
    "               <container> -o <file>\n"
    "\n"
    "Puts a fat container into host code: as C source for a host stub to\n"
    "include, or as a host object with the same sections.\n"
    "\n"
    "options (each with one or two dashes, value behind '=' or a space):\n"
    "  --emit-as-stub            write C source\n"
    "  --emit-as-object          write a host object with the images of an "
    "app\n"
    "  --array-prefix <name>     app, or stem of the source with "
    "--embed-as-obj\n"
    "  --embed-as-obj            the container has device objects, not images\n"
    "  --like <object>           an object of the host compiler: its machine\n"
    "  -o, --output-file <file>  where the result goes\n"
    "  -h, --help                show this text\n"
    "  -V, --version             show the version\n";

namespace {

constexpr int stubOption = 256;
constexpr int objectOption = 257;
constexpr int prefixOption = 258;
constexpr int embedOption = 259;
constexpr int likeOption = 260;

const option longOptions[] = {
    {"emit-as-stub", no_argument, nullptr, stubOption},
    {"emit-as-object", no_argument, nullptr, objectOption},
    {"array-prefix", required_argument, nullptr, prefixOption},
    {"embed-as-obj", no_argument, nullptr, embedOption},
    {"like", required_argument, nullptr, likeOption},
    {"output-file", required_argument, nullptr, 'o'},
    {"o", required_argument, nullptr, 'o'},
    {"help", no_argument, nullptr, 'h'},
    {"version", no_argument, nullptr, 'V'},
    {nullptr, 0, nullptr, 0},
};

Result<void> setAction(Options &options, Options::Action action) {
  if (options.action != Options::Action::None && options.action != action)
    return Error{"--emit-as-stub and --emit-as-object exclude each other"};
  options.action = action;
  return {};
}

Result<void> apply(Options &options, int option, char **argv) {
  switch (option) {
  case stubOption:
    return setAction(options, Options::Action::EmitStub);
  case objectOption:
    return setAction(options, Options::Action::EmitObject);
  case prefixOption:
    options.prefix = optarg;
    return {};
  case embedOption:
    options.isObject = true;
    return {};
  case likeOption:
    options.like = optarg;
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

Result<void> check(const Options &options, int inputs) {
  const bool isStub = options.action == Options::Action::EmitStub;
  if (options.action == Options::Action::None)
    return Error{"nothing to do (expected --emit-as-stub or --emit-as-object)"};
  if (inputs != 1)
    return Error{"expected one input file, got " + std::to_string(inputs)};
  if (options.output.empty())
    return Error{"no output file (expected -o <file>)"};
  if (options.prefix.empty())
    return Error{"no name (expected --array-prefix <name>)"};
  if (isStub && !options.like.empty())
    return Error{"--like has a meaning only with --emit-as-object"};
  if (!isStub && options.like.empty())
    return Error{"no machine (expected --like <object>)"};
  if (!isStub && options.isObject)
    return Error{"--embed-as-obj has a meaning only with --emit-as-stub"};
  return {};
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
