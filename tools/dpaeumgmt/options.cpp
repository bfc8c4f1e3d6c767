// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the command line of dpaeumgmt.
#include "tools/dpaeumgmt/options.h"

#include "base/parse-number.h"
#include "emulator/configuration/configuration.h"
#include "tools/command-line/option-table.h"

#include <cstdlib>

namespace dpa::eumgmt {

using dpa::Error;
using dpa::Result;

namespace {

constexpr uint32_t numberMax = 65535;

constexpr tools::Program program = {
    "dpaeumgmt",
    "dpaeumgmt: partitions and groups of a device's execution units (EUs), "
    "kept in the configuration file of the emulated devices",
    "dpaeumgmt eu_group create -d <device> -g <name> -r <EUs>\n"
    "       dpaeumgmt eu_group destroy -d <device> (-g <name> | -i <id>)\n"
    "       dpaeumgmt eu_group query -d <device> [-g <name> | -i <id>]\n"
    "       dpaeumgmt partition create -d <device> -v <functions> -r <EUs> "
    "[-m <groups>]\n"
    "       dpaeumgmt partition destroy -d <device> -i <id>\n"
    "       dpaeumgmt partition query -d <device> [-i <id>]\n"
    "       dpaeumgmt (eu_group | partition) info -d <device>"};

struct OptionRule {
  unsigned option;
  const char *spelling;
};

constexpr OptionRule optionRules[] = {
    {OPT_g, "-g"}, {OPT_i, "-i"}, {OPT_r, "-r"}, {OPT_v, "-v"}, {OPT_m, "-m"}};

struct Command {
  const char *object;
  const char *action;
  Object objectValue;
  Action actionValue;
  const char *needed;  ///< letters of OptionRules
  const char *allowed; ///< others
};

constexpr Command commands[] = {
    {"eu_group", "create", Object::Group, Action::Create, "gr", ""},
    {"eu_group", "destroy", Object::Group, Action::Destroy, "", "gi"},
    {"eu_group", "query", Object::Group, Action::Query, "", "gi"},
    {"eu_group", "info", Object::Group, Action::Info, "", ""},
    {"partition", "create", Object::Partition, Action::Create, "vr", "m"},
    {"partition", "destroy", Object::Partition, Action::Destroy, "i", ""},
    {"partition", "query", Object::Partition, Action::Query, "", "i"},
    {"partition", "info", Object::Partition, Action::Info, "", ""},
};

const Command *findCommand(const std::vector<std::string> &words) {
  for (const Command &command : commands)
    if (words.size() == 2 && words[0] == command.object &&
        words[1] == command.action)
      return &command;
  return nullptr;
}

bool has(const char *letters, const OptionRule &rule) {
  return std::string_view(letters).find(rule.spelling[1]) !=
         std::string_view::npos;
}

Result<void> checkUse(const tools::CommandLine &line, const Command &command) {
  std::string name = std::string(command.object) + " " + command.action;
  for (const OptionRule &rule : optionRules) {
    bool isUsed = line.has(rule.option);
    if (!isUsed && has(command.needed, rule))
      return Error{name + ": expected " + rule.spelling};
    if (isUsed && !has(command.needed, rule) && !has(command.allowed, rule))
      return Error{name + ": " + rule.spelling +
                   " is not an option of this command"};
  }
  if (command.actionValue == Action::Destroy &&
      line.has(OPT_g) == line.has(OPT_i))
    return Error{name + ": expected either -g or -i"};
  if (line.has(OPT_g) && line.has(OPT_i))
    return Error{name + ": -g and -i exclude each other"};
  return {};
}

Result<void> readNumber(const tools::CommandLine &line, unsigned option,
                        const char *spelling, std::optional<uint32_t> &number) {
  std::optional<std::string> text = line.value(option);
  if (!text)
    return {};
  uint32_t value = 0;
  if (!parseNumber(*text, value) || value > numberMax)
    return Error{std::string(spelling) + ": expected a number of 0 to " +
                 std::to_string(numberMax) + ", got '" + *text + "'"};
  number = value;
  return {};
}

Result<void> readList(const tools::CommandLine &line, unsigned option,
                      const char *spelling, std::vector<uint32_t> &numbers) {
  std::optional<std::string> text = line.value(option);
  if (!text)
    return {};
  auto list = parseNumberList(*text, numberMax);
  if (!list)
    return Error{std::string(spelling) +
                 ": expected numbers and ranges, such as 0-5,8, got '" + *text +
                 "'"};
  numbers = *std::move(list);
  return {};
}

Result<void> readPlace(const tools::CommandLine &line, Options &options) {
  const char *file = std::getenv("DPA_CONFIG");
  options.file = line.value(OPT_config_EQ).value_or(file ? file : "");
  const bool hasFile = !options.file.empty();
  if (!hasFile &&
      (options.action == Action::Create || options.action == Action::Destroy))
    return Error{"no configuration file to change (expected --config or "
                 "DPA_CONFIG)"};
  std::optional<std::string> device = line.value(OPT_d);
  if (!device && hasFile)
    return Error{"expected -d with the name of a device"};
  options.device = device.value_or(DeviceSettings().name);
  return {};
}

Result<void> readOptions(const tools::CommandLine &line, Options &options) {
  const Command *command = findCommand(line.inputs());
  if (!command) {
    std::string words;
    for (const std::string &word : line.inputs())
      words += (words.empty() ? "" : " ") + word;
    return Error{"expected eu_group or partition, and create, destroy, query "
                 "or info, got '" +
                 words + "'"};
  }
  options.object = command->objectValue;
  options.action = command->actionValue;
  options.name = line.value(OPT_g);
  Result<void> done = checkUse(line, *command);
  if (done)
    done = readPlace(line, options);
  if (done)
    done = readNumber(line, OPT_i, "-i", options.id);
  if (done)
    done = readNumber(line, OPT_m, "-m", options.groupsMax);
  if (done)
    done = readList(line, OPT_r, "-r", options.eus);
  if (done)
    done = readList(line, OPT_v, "-v", options.vhcas);
  if (done && options.name && !isGroupName(*options.name))
    return Error{"-g: expected 1 to " + std::to_string(euGroupNameMax) +
                 " letters, digits, blanks, '_', '-' or '.', got '" +
                 *options.name + "'"};
  return done;
}

} // namespace

int fail(const std::string &message) {
  return tools::printError(program.name, {message}, 1);
}

std::variant<Options, int> readCommandLine(int argc, char **argv) {
  tools::CommandLine line(program, optionTable(), commonOptions);
  if (const std::optional<int> status = line.parse(argc, argv))
    return *status;
  Options options;
  if (Result<void> done = readOptions(line, options); !done)
    return fail(done.error().message);
  return options;
}

} // namespace dpa::eumgmt
