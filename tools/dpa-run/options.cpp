// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the command line of dpa-run. A setting is checked here, so that a
// mistake is reported under the option's name.
#include "tools/dpa-run/options.h"

#include "base/file-pattern.h"
#include "base/system-error.h"
#include "emulator/configuration/configuration.h"
#include "tools/command-line/option-table.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>

namespace dpa::run {
namespace {

constexpr tools::Program program = {
    "dpa-run",
    "dpa-run: runs a program on emulated DPA devices; without options there is "
    "one device, mlx5_0. Options win over the file of --config, and the model "
    "given with a device over --model.",
    "dpa-run [options] [--] <program> [<argument>...]", OwnError};

/// In the order of deviceSettings().
constexpr unsigned settingOptions[] = {
#define DPA_SETTING(id, ...) OPT_##id##_EQ,
#include "emulator/configuration/settings.def"
#undef DPA_SETTING
};

Result<void> readSettings(const tools::CommandLine &line, Options &options) {
  const unsigned *option = settingOptions;
  for (const Setting &setting : deviceSettings())
    for (const std::string &text : line.values(*option++)) {
      DeviceSettings scratch;
      std::string error;
      if (!applySetting(setting, text, scratch, error))
        return Error{std::string("--") + setting.key + ": " + error};
      std::string &variable = options.variables[setting.environment];
      options.names[setting.environment] = std::string("--") + setting.key;
      // Each --port may be for another device; of other settings, the last wins.
      if (std::string_view(setting.key) == "port" && !variable.empty())
        variable += portSeparator + text;
      else
        variable = text;
    }
  return {};
}

Result<void> readDevices(const tools::CommandLine &line, Options &options) {
  std::string list;
  for (const std::string &device : line.values(OPT_device_EQ)) {
    if (device.empty())
      return Error{"--device: expected NAME or NAME:MODEL, got nothing"};
    list += (list.empty() ? "" : ",") + device;
    std::vector<DeviceSettings> scratch;
    std::string error;
    if (!chooseDevices(list, {}, scratch, error))
      return Error{"--device: " + error};
    options.variables["DPA_DEVICES"] = list;
    options.names["DPA_DEVICES"] = "--device";
  }
  return {};
}

/// The file's path is made absolute: the program may change its folder.
Result<void> readConfig(const tools::CommandLine &line, Options &options) {
  for (const std::string &file : line.values(OPT_config_EQ)) {
    const std::unique_ptr<char, decltype(&std::free)> path(
        realpath(file.c_str(), nullptr), std::free);
    if (!path)
      return systemError(file);
    options.variables["DPA_CONFIG"] = path.get();
  }
  return {};
}

/// Absolute, since the program may change its folder.
Result<void> readFile(const tools::CommandLine &line, unsigned option,
                      const char *name, const char *variable,
                      Options &options) {
  for (const std::string &file : line.values(option)) {
    if (file.empty())
      return Error{std::string("--") + name +
                   ": expected the name of a file to write, got nothing"};
    if (!expandFilePattern(file, std::nullopt))
      return Error{std::string("--") + name + ": expected " + filePatternText +
                   ", got '" + file + "'"};
    std::error_code failure;
    const std::filesystem::path folder = std::filesystem::current_path(failure);
    if (failure)
      return Error{file + ": " + failure.message()};
    options.variables[variable] =
        (std::filesystem::path(filePatternOf(folder.string())) / file).string();
  }
  return {};
}

Result<void> readOptions(const tools::CommandLine &line, Options &options) {
  // Words that are not options can only be in an options file.
  if (const std::vector<std::string> words = line.inputs(); !words.empty())
    return Error{"unexpected word '" + words.front() +
                 "' in an options file (expected options only)"};
  Result<void> done = readSettings(line, options);
  if (done)
    done = readDevices(line, options);
  if (done)
    done = readConfig(line, options);
  if (done)
    done = readFile(line, OPT_trace_EQ, "trace", traceVariable, options);
  if (done)
    done = readFile(line, OPT_report_EQ, "report", reportVariable, options);
  options.printsConfiguration = line.has(OPT_print_config);
  if (line.has(OPT_stats))
    options.variables[statisticsVariable] = "1";
  if (done && !*options.program && !options.printsConfiguration)
    return Error{"no program given\n"
                 "note: dpa-run --help lists the options"};
  return done;
}

} // namespace

int fail(const std::string &message, ExitStatus status) {
  return tools::printError(program.name, {message}, status);
}

std::variant<Options, int> readCommandLine(int argc, char **argv) {
  tools::CommandLine line(program, optionTable(), commonOptions);
  Options options;
  if (const std::optional<int> status =
          line.parseUpToProgram(argc, argv, options.program))
    return *status;
  if (Result<void> done = readOptions(line, options); !done)
    return line.fail(done.error());
  return options;
}

} // namespace dpa::run
