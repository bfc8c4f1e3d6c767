// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the command line of dpa-fatbin (tools/fatbin/options.h).
#include "tools/fatbin/options.h"

#include "tools/command-line/model-option.h"
#include "tools/command-line/option-table.h"

namespace dpa::fatbin {

using dpa::Error;
using dpa::Result;

namespace {

constexpr tools::Program program = {
    "dpa-fatbin",
    "dpa-fatbin: makes fat containers (one file with a member for each "
    "hardware model), takes members out, lists them",
    "dpa-fatbin --create --arch-member=<model>,<file>... -o <output>\n"
    "       dpa-fatbin --extract --arch-member=<model>,<file>... <input>\n"
    "       dpa-fatbin --list <input>"};

Result<Member> readMember(const std::string &value) {
  const size_t comma = value.find(',');
  if (comma == std::string::npos || comma + 1 == value.size())
    return Error{"bad --arch-member '" + value + "' (expected <model>,<file>)"};
  const Result<uint32_t> model = tools::modelOption(value.substr(0, comma));
  if (!model)
    return model.error();
  return Member{*model, value.substr(comma + 1)};
}

/// What the chosen action needs, and what has no meaning with it.
Result<void> check(const Options &options, size_t inputs) {
  const bool isCreating = options.action == Options::Action::Create;
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

tools::CommandLine makeCommandLine() {
  return {program, optionTable(), commonOptions};
}

Result<Options> readOptions(const tools::CommandLine &line) {
  Options options;
  using Action = Options::Action;
  const Result<Action> action =
      tools::readAction<Action>(line, {{OPT_create, Action::Create},
                                       {OPT_extract, Action::Extract},
                                       {OPT_list_members, Action::List}});
  if (!action)
    return action.error();
  options.action = *action;
  for (const std::string &value : line.values(OPT_arch_member_EQ)) {
    const Result<Member> member = readMember(value);
    if (!member)
      return member.error();
    options.members.push_back(*member);
  }
  options.output = line.value(OPT_output).value_or("");
  const std::vector<std::string> inputs = line.inputs();
  if (Result<void> checked = check(options, inputs.size()); !checked)
    return checked.error();
  if (!inputs.empty())
    options.input = inputs.front();
  return options;
}

} // namespace dpa::fatbin
