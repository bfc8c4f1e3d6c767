// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the command line of dpacc-extract (dpacc-extract/options.h).
#include "dpacc-extract/options.h"

#include "tools/command-line/model-option.h"
#include "tools/command-line/option-table.h"

namespace dpa::extract {

using dpa::Error;
using dpa::Result;
using Action = Options::Action;

namespace {

constexpr tools::Program program = {
    "dpacc-extract",
    "dpacc-extract: device programs in host executables, shared libraries, "
    "objects and archives",
    "dpacc-extract <input> -o <output> [--app-name <name>] [--mcpu <model>]\n"
    "       dpacc-extract <input> --all -o <folder> [--app-name <name>] "
    "[--mcpu <model>]\n"
    "       dpacc-extract <input> --list [--json] [--symbols] [--app-name "
    "<name>] [--mcpu <model>]\n"
    "       dpacc-extract <input> --replace <device ELF> [--app-name <name>] "
    "[--mcpu <model>] [-o <copy>]\n"
    "       dpacc-extract --gdb <input> [<core>] [--app-name <name>] [--mcpu "
    "<model>]"};

Result<void> check(const Options &options) {
  const bool isList = options.action == Action::List;
  if (!isList && (options.isJson || options.showsSymbols))
    return Error{"--json and --symbols have a meaning only with --list"};
  if (isList && !options.output.empty())
    return Error{"-o has no meaning with --list"};
  if (options.action == Action::Debug && !options.output.empty())
    return Error{"-o has no meaning with --gdb"};
  if (options.action == Action::ExtractAll && options.output.empty())
    return Error{"no output folder (expected -o <folder>)"};
  if (options.action == Action::ExtractOne && options.output.empty())
    return Error{"no output file (expected -o <file>)"};
  return {};
}

/// The host file; to debug also a core.
Result<void> readInputs(const tools::CommandLine &line, Options &options) {
  const std::vector<std::string> inputs = line.inputs();
  if (options.action == Action::Debug && inputs.size() == 2) {
    options.input = inputs[0];
    options.core = inputs[1];
    return {};
  }
  const Result<std::string> input = line.onlyInput();
  if (!input)
    return input.error();
  options.input = *input;
  return {};
}

} // namespace

tools::CommandLine makeCommandLine() {
  return {program, optionTable(), commonOptions};
}

Result<Options> readOptions(const tools::CommandLine &line) {
  Options options;
  const Result<Action> action =
      tools::readAction<Action>(line,
                                {{OPT_list_apps, Action::List},
                                 {OPT_all, Action::ExtractAll},
                                 {OPT_gdb, Action::Debug},
                                 {OPT_replace_EQ, Action::Replace}},
                                Action::ExtractOne);
  if (!action)
    return action.error();
  options.action = *action;
  if (Result<void> read = readInputs(line, options); !read)
    return read.error();
  options.output = line.value(OPT_output).value_or("");
  options.wish.app = line.value(OPT_app_name_EQ);
  if (const std::optional<std::string> name = line.value(OPT_mcpu_EQ)) {
    const Result<uint32_t> model = tools::modelOption(*name);
    if (!model)
      return model.error();
    options.wish.model = *model;
  }
  options.replacement = line.value(OPT_replace_EQ).value_or("");
  options.isJson = line.has(OPT_json);
  options.showsSymbols = line.has(OPT_symbols);
  if (Result<void> checked = check(options); !checked)
    return checked.error();
  return options;
}

} // namespace dpa::extract
