// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the command line of dpacc-extract (dpacc-extract/options.h).
#include "dpacc-extract/options.h"

#include "image/model-id.h"

#include <getopt.h>

namespace dpa::extract {

using image::Error;
using image::Result;

const char helpText[] =
    "usage: dpacc-extract <input> -o <output> [options]\n"
    "\n"
    "Takes a device image (an ELF file) out of a host executable, shared\n"
    "library, object file or archive that dpacc's output was linked into.\n"
    "\n"
    "options (each with one or two dashes, value behind '=' or a space):\n"
    "  -o, --output-file <file>  where the image goes\n"
    "  --app-name <name>         which device program, if there are several\n"
    "  --mcpu <model>            for which hardware model, if there are "
    "several\n"
    "  -h, --help                show this text\n"
    "  -V, --version             show the version\n";

namespace {

constexpr int appOption = 256;
constexpr int modelOption = 257;

const option longOptions[] = {
    {"output-file", required_argument, nullptr, 'o'},
    {"o", required_argument, nullptr, 'o'},
    {"app-name", required_argument, nullptr, appOption},
    {"mcpu", required_argument, nullptr, modelOption},
    {"help", no_argument, nullptr, 'h'},
    {"version", no_argument, nullptr, 'V'},
    {nullptr, 0, nullptr, 0},
};

Result<void> setModel(Options &options, const char *name) {
  options.model = image::modelOfName(name);
  if (options.model)
    return {};
  return Error{"unknown hardware model '" + std::string(name) +
               "' (expected one of " + image::listOfModels() + ")"};
}

Result<void> apply(Options &options, int option, char **argv) {
  switch (option) {
  case 'o':
    options.output = optarg;
    return {};
  case appOption:
    options.app = optarg;
    return {};
  case modelOption:
    return setModel(options, optarg);
  case 'h':
    options.action = Options::Action::ShowHelp;
    return {};
  case 'V':
    options.action = Options::Action::ShowVersion;
    return {};
  case ':':
    return Error{"option '" + std::string(argv[optind - 1]) +
                 "' needs a value"};
  default:
    return Error{"unknown or ambiguous option '" +
                 std::string(argv[optind - 1]) + "'"};
  }
}

} // namespace

Result<Options> parseOptions(int argc, char **argv) {
  Options options;
  int option = 0;
  while ((option = getopt_long_only(argc, argv, ":o:hV", longOptions,
                                    nullptr)) != -1)
    if (Result<void> done = apply(options, option, argv); !done)
      return done.error();
  if (options.action != Options::Action::Extract)
    return options;
  if (argc - optind != 1)
    return Error{"expected one input file, got " +
                 std::to_string(argc - optind)};
  options.input = argv[optind];
  if (options.output.empty())
    return Error{"no output file (expected -o <file>)"};
  return options;
}

} // namespace dpa::extract
