// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The configuration file: TOML to settings. Errors are "file:line: what".
#include "base/nearest-name.h"
#include "emulator/configuration/configuration-lookup.h"
#include "emulator/configuration/configuration.h"
#include "emulator/configuration/toml.h"

#include <sstream>

namespace dpa {
namespace {

/// Largest number of a function, group or partition.
constexpr uint32_t numberMax = 65535;

std::vector<std::string> deviceKeys() {
  std::vector<std::string> keys{"name", "card", "vhca", "partition", "group"};
  for (const Setting &setting : deviceSettings())
    keys.emplace_back(setting.key);
  return keys;
}

/// Fills devices from a parsed file.
class FileReader {
public:
  FileReader(const std::string &file, std::string &error)
      : file_(file), error_(error) {}

  bool read(const toml::table &root, std::vector<DeviceSettings> &devices) {
    for (const auto &[key, node] : root) {
      if (key.str() != "device")
        return fail(key.source(), "unknown key '" + std::string(key.str()) +
                                      "' (expected [[device]])");
      if (!readTables(node, "device", [&](const toml::table &table) {
            return readDevice(table, devices);
          }))
        return false;
    }
    return joinCards(devices);
  }

private:
  template <typename Read>
  bool readTables(const toml::node &node, const std::string &key, Read read) {
    const toml::array *list = node.as_array();
    if (!list)
      return fail(node.source(),
                  "expected [[" + key + "]], not a single value");
    for (const toml::node &item : *list) {
      const toml::table *table = item.as_table();
      if (!table)
        return fail(item.source(),
                    "expected [[" + key + "]], not a list of values");
      if (!read(*table))
        return false;
    }
    return true;
  }

  bool readDevice(const toml::table &table,
                  std::vector<DeviceSettings> &devices) {
    DeviceSettings settings;
    settings.name.clear();
    for (const auto &[key, node] : table)
      if (!readKey(key, node, settings))
        return false;
    if (settings.name.empty())
      return fail(table.source(),
                  "device without a name (expected the key 'name')");
    if (findDevice(devices, settings.name))
      return fail(table.source(),
                  "device '" + settings.name + "' is defined twice");
    if (settings.card.empty() != !table.contains("vhca"))
      return fail(table.source(), "device '" + settings.name +
                                      "': expected card and vhca together");
    if (!settings.card.empty())
      for (const char *key : {"model", "eus", "partition"})
        if (const toml::node *node = table.get(key))
          return fail(node->source(),
                      std::string(key) + ": is set by '" + settings.card +
                          "', the card of device '" + settings.name + "'");
    places_.push_back(table.source());
    devices.push_back(std::move(settings));
    return true;
  }

  bool readKey(const toml::key &key, const toml::node &node,
               DeviceSettings &settings) {
    std::string name(key.str());
    if (name == "partition")
      return readTables(node, "device.partition", [&](const auto &table) {
        return readPartition(table, settings);
      });
    if (name == "group")
      return readTables(node, "device.group", [&](const auto &table) {
        return readGroup(table, settings);
      });
    if (name == "vhca")
      return readNumber(key, node, settings.vhca);
    if (name == "port")
      return readPorts(node, settings);
    std::string text;
    if (!valueText(node, text))
      return fail(node.source(), name + ": expected a number or a string");
    if (name == "name" || name == "card")
      return readName(name, node, text, settings);
    const Setting *setting = findSetting(name);
    if (!setting)
      return unknown(key, deviceKeys());
    std::string problem;
    if (!applySetting(*setting, text, settings, problem))
      return fail(node.source(), name + ": " + problem);
    return true;
  }

  bool readName(const std::string &key, const toml::node &node,
                const std::string &text, DeviceSettings &settings) {
    if (!isDeviceName(text))
      return fail(node.source(), key + ": " + badName(text));
    (key == "name" ? settings.name : settings.card) = text;
    return true;
  }

  bool readPartition(const toml::table &table, DeviceSettings &settings) {
    EuPartition partition;
    for (const auto &[key, node] : table) {
      bool isFine = key.str() == "id"    ? readNumber(key, node, partition.id)
                    : key.str() == "eus" ? readList(key, node, partition.eus)
                    : key.str() == "vhcas"
                        ? readList(key, node, partition.vhcas)
                    : key.str() == "groups"
                        ? readNumber(key, node, partition.groupsMax)
                        : unknown(key, {"id", "eus", "vhcas", "groups"});
      if (!isFine)
        return false;
    }
    settings.partitions.push_back(std::move(partition));
    return true;
  }

  bool readGroup(const toml::table &table, DeviceSettings &settings) {
    EuGroup group;
    for (const auto &[key, node] : table) {
      bool isFine = key.str() == "id"     ? readNumber(key, node, group.id)
                    : key.str() == "eus"  ? readList(key, node, group.eus)
                    : key.str() == "name" ? readText(key, node, group.name)
                                          : unknown(key, {"id", "eus", "name"});
      if (!isFine)
        return false;
    }
    settings.groups.push_back(std::move(group));
    return true;
  }

  /// One port, or a list of ports.
  bool readPorts(const toml::node &node, DeviceSettings &settings) {
    const toml::array *list = node.as_array();
    if (!list)
      return readPort(node, 1, settings);
    if (list->empty() || list->size() > devicePortsMax)
      return fail(node.source(),
                  "port: expected 1 to " + std::to_string(devicePortsMax) +
                      " ports, got " + std::to_string(list->size()));
    uint32_t number = 0;
    for (const toml::node &port : *list)
      if (!readPort(port, ++number, settings))
        return false;
    return true;
  }

  bool readPort(const toml::node &node, uint32_t number,
                DeviceSettings &settings) {
    const auto *text = node.as_string();
    PortSettings port;
    std::string problem = "expected a string or a list of strings";
    if (!text || !parsePortText(text->get(), port, problem))
      return fail(node.source(), "port: " + problem);
    settings.setPort(number, std::move(port));
    return true;
  }

  bool unknown(const toml::key &key, const std::vector<std::string> &known) {
    return fail(key.source(), "unknown key '" + std::string(key.str()) + "'" +
                                  suggestion(key.str(), known));
  }

  bool readNumber(const toml::key &key, const toml::node &node,
                  uint32_t &number) {
    const auto *integer = node.as_integer();
    if (!integer || integer->get() < 0 || integer->get() > numberMax)
      return fail(node.source(), std::string(key.str()) +
                                     ": expected a number of 0 to " +
                                     std::to_string(numberMax));
    number = static_cast<uint32_t>(integer->get());
    return true;
  }

  bool readText(const toml::key &key, const toml::node &node,
                std::string &text) {
    const auto *string = node.as_string();
    if (!string)
      return fail(node.source(),
                  std::string(key.str()) + ": expected a string");
    text = string->get();
    return true;
  }

  /// "0-5,8", or one number.
  bool readList(const toml::key &key, const toml::node &node,
                std::vector<uint32_t> &numbers) {
    std::string text;
    std::optional<std::vector<uint32_t>> list;
    if (valueText(node, text))
      list = parseNumberList(text, numberMax);
    if (!list)
      return fail(node.source(),
                  std::string(key.str()) +
                      ": expected numbers and ranges, such as \"0-5,8\"" +
                      (text.empty() ? "" : ", got '" + text + "'"));
    numbers = std::move(*list);
    return true;
  }

  /// The value as a variable would have it.
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

  /// Other functions of a card have its model and share its execution units.
  bool joinCards(std::vector<DeviceSettings> &devices) {
    for (size_t i = 0; i < devices.size(); ++i) {
      DeviceSettings &device = devices[i];
      if (device.card.empty())
        continue;
      const DeviceSettings *card = findDevice(devices, device.card);
      if (!card || !card->card.empty())
        return fail(places_[i],
                    "card: device '" + device.card +
                        (card ? "' is itself a function of another card"
                              : "' does not exist"));
      device.model = card->model;
      device.executionUnits = card->executionUnits;
      device.partitions = card->partitions;
    }
    return true;
  }

  bool fail(const toml::source_region &where, const std::string &what) {
    error_ = file_ + ":" + std::to_string(where.begin.line) + ": " + what;
    return false;
  }

  const std::string &file_;
  std::string &error_;
  std::vector<toml::source_region> places_; ///< of the devices
};

} // namespace

std::optional<std::vector<DeviceSettings>>
parseConfiguration(std::string_view text, const std::string &file,
                   std::string &error) {
  toml::parse_result parsed = parseToml(text, file);
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

} // namespace dpa
