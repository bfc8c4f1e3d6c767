// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the configuration: the TOML file, then the choice of devices and the
// settings of the environment over it. Errors name the file and line, or the
// variable, and the value.
#include "emulator/configuration.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace dpa {
namespace {

bool isDeviceName(std::string_view name) {
  constexpr std::string_view Allowed = "abcdefghijklmnopqrstuvwxyz"
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-.";
  return !name.empty() && name.size() <= DeviceNameSizeMax &&
         name.find_first_not_of(Allowed) == std::string_view::npos;
}

std::string badName(std::string_view name) {
  return "expected a device name of 1 to 63 letters, digits, '_', '-' or '.', "
         "got '" +
         std::string(name) + "'";
}

const Setting *findSetting(std::string_view key) {
  for (const Setting &setting : deviceSettings())
    if (key == setting.key)
      return &setting;
  return nullptr;
}

DeviceSettings *findDevice(std::vector<DeviceSettings> &devices,
                           std::string_view name) {
  auto found = std::find_if(devices.begin(), devices.end(),
                            [&](const auto &d) { return d.name == name; });
  return found == devices.end() ? nullptr : &*found;
}

/// Fills devices from a parsed file.
class FileReader {
public:
  FileReader(const std::string &file, std::string &error)
      : File(file), Error(error) {}

  bool read(const toml::table &root, std::vector<DeviceSettings> &devices) {
    for (const auto &[key, node] : root) {
      if (key.str() != "device")
        return fail(key.source(), "unknown key '" + std::string(key.str()) +
                                      "' (expected [[device]])");
      const toml::array *list = node.as_array();
      if (!list)
        return fail(node.source(), "expected [[device]], not a single value");
      for (const toml::node &item : *list)
        if (!readDevice(item, devices))
          return false;
    }
    return true;
  }

private:
  bool readDevice(const toml::node &item,
                  std::vector<DeviceSettings> &devices) {
    const toml::table *table = item.as_table();
    if (!table)
      return fail(item.source(), "expected [[device]], not a list of values");
    DeviceSettings settings;
    settings.name.clear();
    for (const auto &[key, node] : *table)
      if (!readSetting(key, node, settings))
        return false;
    if (settings.name.empty())
      return fail(item.source(), "a device without a name");
    if (findDevice(devices, settings.name))
      return fail(item.source(), "a second device '" + settings.name + "'");
    devices.push_back(std::move(settings));
    return true;
  }

  bool readSetting(const toml::key &key, const toml::node &node,
                   DeviceSettings &settings) {
    std::string name(key.str());
    std::string text;
    if (!valueText(node, text))
      return fail(node.source(), name + ": expected a number or a string");
    if (name == "name") {
      if (!isDeviceName(text))
        return fail(node.source(), "name: " + badName(text));
      settings.name = text;
      return true;
    }
    const Setting *setting = findSetting(name);
    if (!setting)
      return fail(key.source(), "unknown key '" + name + "'");
    std::string problem;
    if (!applySetting(*setting, text, settings, problem))
      return fail(node.source(), name + ": " + problem);
    return true;
  }

  /// The text that the same setting would have in the environment.
  static bool valueText(const toml::node &node, std::string &text) {
    if (const auto *string = node.as_string()) {
      text = string->get();
      return true;
    }
    if (!node.is_number())
      return false;
    std::ostringstream stream;
    if (const auto *integer = node.as_integer())
      stream << integer->get();
    else
      stream << node.as_floating_point()->get();
    text = stream.str();
    return true;
  }

  bool fail(const toml::source_region &where, const std::string &what) {
    Error = File + ":" + std::to_string(where.begin.line) + ": " + what;
    return false;
  }

  const std::string &File;
  std::string &Error;
};

std::optional<std::vector<DeviceSettings>> readFile(const std::string &file,
                                                    std::string &error) {
  constexpr size_t SizeMax = size_t(1) << 20;
  std::string text;
  std::unique_ptr<FILE, int (*)(FILE *)> stream(std::fopen(file.c_str(), "rbe"),
                                                std::fclose);
  std::array<char, 4096> chunk;
  while (stream && !std::feof(stream.get()) && !std::ferror(stream.get()) &&
         text.size() <= SizeMax)
    text.append(chunk.data(),
                std::fread(chunk.data(), 1, chunk.size(), stream.get()));
  if (!stream || std::ferror(stream.get())) {
    error = file + ": " + std::strerror(errno);
    return std::nullopt;
  }
  if (text.size() > SizeMax) {
    error = file + ": expected a configuration of at most " +
            std::to_string(SizeMax) + " bytes, got more";
    return std::nullopt;
  }
  return parseConfiguration(text, file, error);
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

} // namespace

std::optional<std::vector<DeviceSettings>>
parseConfiguration(std::string_view text, const std::string &file,
                   std::string &error) {
  toml::parse_result parsed = toml::parse(text, file);
  if (!parsed) {
    error = file + ":" + std::to_string(parsed.error().source().begin.line) +
            ": " + std::string(parsed.error().description());
    return std::nullopt;
  }
  std::vector<DeviceSettings> devices;
  if (!FileReader(file, error).read(parsed.table(), devices))
    return std::nullopt;
  return devices;
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

std::optional<std::vector<DeviceSettings>>
loadConfiguration(std::string &error) {
  DeviceSettings defaults;
  std::optional<std::vector<DeviceSettings>> devices(std::in_place, 1);
  if (const char *file = variable("DPA_CONFIG"))
    devices = readFile(file, error);
  if (!devices || !applyEnvironment(defaults, error))
    return std::nullopt;
  for (DeviceSettings &device : *devices)
    if (!applyEnvironment(device, error))
      return std::nullopt;
  const char *choice = variable("DPA_DEVICES");
  if (choice && !chooseDevices(choice, defaults, *devices, error)) {
    error = "DPA_DEVICES: " + error;
    return std::nullopt;
  }
  for (const DeviceSettings &device : *devices)
    if (!checkSettings(device, error))
      return std::nullopt;
  return devices;
}

} // namespace dpa
