// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the command line of dpa-fatbin (tools/fatbin/options.h).
#include "tools/fatbin/options.h"

#include "image/model-id.h"

#include <getopt.h>

namespace dpa::fatbin {

using image::Error;
using image::Result;

const char helpText[] =
    "usage: dpa-fatbin --create --arch-member=<model>,<file> [...] -o "
    "<output>\n"
    "       dpa-fatbin --extract --arch-member=<model>,<file> [...] <input>\n"
    "       dpa-fatbin --list <input>\n"
    "\n"
    "Makes a fat container, one file with a member for each hardware model;\n"
    "takes members out of one; lists them.\n"
    "\n"
    "options (each with one or two dashes, value behind '=' or a space):\n"
    "  --create                      make a container\n"
    "  --extract                     write members to files\n"
    "  --list                        show model, kind, offset and size of "
    "each\n"
    "  --arch-member <model>,<file>  one member; may be repeated\n"
    "  -o, --output-file <file>      where the container goes\n"
    "  -h, --help                    show this text\n"
    "  -V, --version                 show the version\n";

namespace {

constexpr int memberOption = 256;
constexpr int createOption = 257;
constexpr int extractOption = 258;
constexpr int listOption = 259;

const option longOptions[] = {
    {"create", no_argument, nullptr, createOption},
    {"extract", no_argument, nullptr, extractOption},
    {"list", no_argument, nullptr, listOption},
    {"arch-member", required_argument, nullptr, memberOption},
    {"output-file", required_argument, nullptr, 'o'},
    {"o", required_argument, nullptr, 'o'},
    {"help", no_argument, nullptr, 'h'},
    {"version", no_argument, nullptr, 'V'},
    {nullptr, 0, nullptr, 0},
};

Result<void> addMember(Options &options, const std::string &value) {
  const size_t comma = value.find(',');
  if (comma == std::string::npos || comma + 1 == value.size())
    return Error{"bad --arch-member '" + value + "' (expected <model>,<file>)"};
  const std::string name = value.substr(0, comma);
  const std::optional<uint32_t> model = image::modelOfName(name);
  if (!model)
    return Error{"unknown hardware model '" + name + "' (expected one of " +
                 image::listOfModels() + ")"};
  options.members.push_back({*model, value.substr(comma + 1)});
  return {};
}

Result<void> setAction(Options &options, Options::Action action) {
  if (options.action != Options::Action::None && options.action != action)
    return Error{"only one of --create, --extract and --list can be done"};
  options.action = action;
  return {};
}

Result<void> apply(Options &options, int option, char **argv) {
  switch (option) {
  case createOption:
    return setAction(options, Options::Action::Create);
  case extractOption:
    return setAction(options, Options::Action::Extract);
  case listOption:
    return setAction(options, Options::Action::List);
  case memberOption:
    return addMember(options, optarg);
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

/// What the chosen action needs and what makes no sense with it.
Result<void> check(const Options &options, int inputs) {
  const bool isCreating = options.action == Options::Action::Create;
  if (options.action == Options::Action::None)
    return Error{"nothing to do (expected --create, --extract or --list)"};
  if (inputs != (isCreating ? 0 : 1))
    return Error{std::string(isCreating ? "expected members, not input files"
                                        : "expected one input file") +
                 ", got " + std::to_string(inputs)};
  if (options.members.empty() && options.action != Options::Action::List)
    return Error{"no members (expected --arch-member=<model>,<file>)"};
  if (!options.members.empty() && options.action == Options::Action::List)
    return Error{"--arch-member has no meaning with --list"};
  if (isCreating && options.output.empty())
    return Error{"no output file (expected -o <file>)"};
  if (!isCreating && !options.output.empty())
    return Error{"-o has a meaning only with --create"};
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
  if (optind < argc)
    options.input = argv[optind];
  return options;
}

} // namespace dpa::fatbin
