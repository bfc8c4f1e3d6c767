// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The configuration of this program: the file, then the choice of devices and
// the settings of the environment over it. Errors name the file, or the
// variable, and the value.
#include "emulator/configuration/configuration.h"

#include "base/nearest-name.h"
#include "emulator/configuration/configuration-lookup.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <unistd.h>

namespace dpa {
namespace {

/// Beside those of settings.def.
constexpr const char *fileVariable = "DPA_CONFIG";
constexpr const char *choiceVariable = "DPA_DEVICES";

std::optional<std::vector<DeviceSettings>> readFile(const std::string &file,
                                                    std::string &error) {
  auto text = readConfigurationText(file, error);
  return text ? parseConfiguration(*text, file, error) : std::nullopt;
}

/// Value of a variable; null if it is not set or empty.
const char *variable(const char *name) {
  const char *value = std::getenv(name);
  return value && *value ? value : nullptr;
}

bool applyEnvironment(DeviceSettings &device, std::string &error) {
  for (const Setting &setting : deviceSettings()) {
    const char *text = variable(setting.environment);
    std::string problem;
    if (text && !applySetting(setting, text, device, problem)) {
      error = std::string(setting.environment) + ": " + problem;
      return false;
    }
  }
  return true;
}

bool checkStatistics(std::string &error) {
  const char *text = variable(statisticsVariable);
  if (!text || std::string_view(text) == "0" || std::string_view(text) == "1")
    return true;
  error =
      std::string(statisticsVariable) + ": expected 0 or 1, got '" + text + "'";
  return false;
}

/// Again for all devices, when they have their names: a port may be chosen by the
/// name of its device, which has to exist.
bool applyPorts(std::vector<DeviceSettings> &devices, std::string &error) {
  const Setting &setting = *findSetting("port");
  const char *text = variable(setting.environment);
  if (!text)
    return true;
  error.clear();
  const auto choices = parsePortList(text, error);
  for (size_t i = 0; choices && error.empty() && i < choices->size(); ++i)
    if (const std::string_view name = (*choices)[i].device;
        !name.empty() && !findDevice(devices, name))
      error = "device '" + std::string(name) + "' does not exist";
  for (DeviceSettings &device : devices)
    if (error.empty())
      applySetting(setting, text, device, error);
  error.insert(0, error.empty() ? "" : std::string(setting.environment) + ": ");
  return error.empty();
}

} // namespace

std::optional<std::string> readConfigurationText(const std::string &file,
                                                 std::string &error) {
  constexpr size_t sizeMax = size_t(1) << 20;
  std::string text;
  std::unique_ptr<FILE, int (*)(FILE *)> stream(std::fopen(file.c_str(), "rbe"),
                                                std::fclose);
  std::array<char, 4096> chunk;
  while (stream && !std::feof(stream.get()) && !std::ferror(stream.get()) &&
         text.size() <= sizeMax)
    text.append(chunk.data(),
                std::fread(chunk.data(), 1, chunk.size(), stream.get()));
  if (!stream || std::ferror(stream.get())) {
    error = file + ": " + std::strerror(errno);
    return std::nullopt;
  }
  if (text.size() > sizeMax) {
    error = file + ": expected a configuration of at most " +
            std::to_string(sizeMax) + " bytes, got more";
    return std::nullopt;
  }
  return text;
}

bool chooseDevices(std::string_view choice, const DeviceSettings &defaults,
                   std::vector<DeviceSettings> &devices, std::string &error) {
  std::vector<DeviceSettings> chosen;
  while (!choice.empty()) {
    std::string_view item = choice.substr(0, choice.find(','));
    choice.remove_prefix(std::min(item.size() + 1, choice.size()));
    std::string_view name = item.substr(0, item.find(':'));
    if (!isDeviceName(name)) {
      error = badName(name);
      return false;
    }
    if (findDevice(chosen, name)) {
      error = "device '" + std::string(name) + "' is named twice";
      return false;
    }
    DeviceSettings settings = defaults;
    if (const DeviceSettings *configured = findDevice(devices, name))
      settings = *configured;
    settings.name = name;
    if (name.size() < item.size() &&
        !applySetting(*findSetting("model"), item.substr(name.size() + 1),
                      settings, error)) {
      error.insert(0, std::string(name) + ": ");
      return false;
    }
    chosen.push_back(std::move(settings));
  }
  devices = std::move(chosen);
  return true;
}

std::vector<std::string> unknownVariables() {
  std::vector<std::string_view> known{fileVariable, choiceVariable,
                                      statisticsVariable, traceVariable,
                                      reportVariable};
  for (const Setting &setting : deviceSettings())
    known.emplace_back(setting.environment);
  std::vector<std::string> warnings;
  for (char **each = environ; each && *each; ++each) {
    std::string_view name(*each);
    name = name.substr(0, name.find('='));
    if (name.starts_with("DPA_") &&
        std::ranges::find(known, name) == known.end())
      warnings.push_back(std::string(name) + ": unknown variable" +
                         suggestion(name, known));
  }
  return warnings;
}

std::optional<std::vector<DeviceSettings>>
loadConfiguration(std::string &error) {
  DeviceSettings defaults;
  defaults.name.clear(); // nothing holds for it alone
  std::optional<std::vector<DeviceSettings>> devices(std::in_place, 1);
  if (const char *file = variable(fileVariable))
    devices = readFile(file, error);
  if (!devices || !checkStatistics(error) || !applyEnvironment(defaults, error))
    return std::nullopt;
  for (DeviceSettings &device : *devices)
    if (!applyEnvironment(device, error))
      return std::nullopt;
  const char *choice = variable(choiceVariable);
  if (choice && !chooseDevices(choice, defaults, *devices, error)) {
    error = choiceVariable + (": " + error);
    return std::nullopt;
  }
  if (!applyPorts(*devices, error) || !connectVports(*devices, error))
    return std::nullopt;
  for (const DeviceSettings &device : *devices)
    if (!checkSettings(device, error))
      return std::nullopt;
  if (!checkFileNames(*devices, error))
    return std::nullopt;
  return devices;
}

} // namespace dpa
