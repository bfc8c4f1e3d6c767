// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the command line of dpa-config (tools/dpa-config/options.h).
#include "tools/dpa-config/options.h"

#include "tools/command-line/option-table.h"

#include <algorithm>

namespace dpa::config {

namespace {

struct Command {
  std::string_view name;
  std::string_view shorter; ///< another spelling
  bool needsDevice;
  size_t wordsMin;
  size_t wordsMax;
  std::vector<unsigned> optional;
};

const std::vector<Command> &commands() {
  static const std::vector<Command> all = {
      {"gen_tlvs_file", "gen_tlv_file", false, 1, 1, {OPT_d}},
      {"gen_xml_template", "", false, 2, 2, {OPT_a}},
      {"create_conf", "", false, 2, 2, {OPT_p, OPT_u}},
      {"apply", "", true, 1, 1, {OPT_d, OPT_y}},
      {"query", "q", true, 0, SIZE_MAX, {OPT_d, OPT_e, OPT_j}},
      {"set", "s", true, 1, SIZE_MAX, {OPT_d, OPT_y}},
      {"reset", "r", true, 0, 0, {OPT_d, OPT_y}}};
  return all;
}

constexpr unsigned commandOptions[] = {OPT_d, OPT_p, OPT_u, OPT_a,
                                       OPT_e, OPT_j, OPT_y};

Result<const Command *> commandOf(const std::vector<std::string> &words) {
  const std::string word = words.empty() ? "" : words[0];
  std::string names;
  for (const Command &command : commands()) {
    if (!word.empty() && (command.name == word || command.shorter == word))
      return &command;
    names += (names.empty() ? "" : ", ") + std::string(command.name);
  }
  return Error{"expected one of " + names + ", got '" + word + "'"};
}

Result<void> check(const tools::CommandLine &line, const Command &command,
                   size_t words) {
  const std::string name(command.name);
  for (const unsigned option : commandOptions)
    if (line.has(option) &&
        std::ranges::find(command.optional, option) == command.optional.end())
      return Error{"option '" + line.spelling(option).substr(1) +
                   "' has no meaning with command '" + name + "'"};
  if (command.needsDevice && !line.has(OPT_d))
    return Error{"no device (expected -d <device>)"};
  if (words < command.wordsMin || words > command.wordsMax)
    return Error{"command '" + name + "' expects " +
                 std::to_string(command.wordsMin) +
                 (command.wordsMax == command.wordsMin ? "" : " or more") +
                 " arguments, got " + std::to_string(words)};
  if (line.has(OPT_p) != line.has(OPT_u))
    return Error{"-p requires -u, and -u requires -p"};
  return {};
}

} // namespace

tools::CommandLine makeCommandLine(const char *name) {
  static tools::Program program = {
      name,
      "dpa-config: configuration files of devices (NVconfig), and the settings "
      "of an emulated device",
      "dpa-config [-d <device>] gen_tlvs_file <file>\n"
      "       dpa-config [-a] gen_xml_template <tlvs file> <xml file>\n"
      "       dpa-config [-p <key> -u <uuid>] create_conf <xml file> <file>\n"
      "       dpa-config -d <device> apply <file>\n"
      "       dpa-config -d <device> [-e] [-j <file>] query [<name>...]\n"
      "       dpa-config -d <device> set <name>=<value>...\n"
      "       dpa-config -d <device> reset",
      3};
  program.name = name;
  return {program, optionTable(), commonOptions};
}

Result<Options> readOptions(const tools::CommandLine &line) {
  std::vector<std::string> words = line.inputs();
  const Result<const Command *> command = commandOf(words);
  if (!command)
    return command.error();
  words.erase(words.begin());
  if (Result<void> checked = check(line, **command, words.size()); !checked)
    return checked.error();
  Options options;
  options.command = (*command)->name;
  options.words = std::move(words);
  options.device = line.value(OPT_d).value_or("");
  options.privateKey = line.value(OPT_p).value_or("");
  options.hasAttributes = line.has(OPT_a);
  options.showsAll = line.has(OPT_e);
  options.json = line.value(OPT_j).value_or("");
  if (const auto text = line.value(OPT_u)) {
    options.keyUuid = auth::parseUuid(*text);
    if (!options.keyUuid || options.keyUuid->isZero())
      return Error{"bad -u '" + *text +
                   "' (expected 16 bytes, not all zero, such as "
                   "aa9c8c2f-8b29-4e92-9b76-2429447620e0)"};
  }
  return options;
}

} // namespace dpa::config
