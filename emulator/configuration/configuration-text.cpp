// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Settings to TOML. A setting whose values are words has the word that changes
// nothing; the others have a function here.
#include "emulator/configuration/configuration-text.h"

#include "emulator/configuration/log-text.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace dpa {
namespace {

std::string sizeText(uint64_t bytes) {
  constexpr unsigned kiB = 10;
  constexpr unsigned miB = 20;
  return bytes % (uint64_t(1) << miB) == 0
             ? std::to_string(bytes >> miB) + "MiB"
             : std::to_string(bytes >> kiB) + "KiB";
}

std::string secondsText(uint64_t milliseconds) {
  constexpr uint64_t perSecond = 1000;
  std::string text = std::to_string(milliseconds / perSecond);
  if (milliseconds % perSecond == 0)
    return text;
  const std::string rest =
      std::to_string(perSecond + milliseconds % perSecond).substr(1);
  return text + "." + rest.substr(0, rest.find_last_not_of('0') + 1);
}

/// The limit of the watchdog has no text unless it was set: its default does not
/// hold for event handlers, but one that is set does.
struct ValueText {
  const char *key;
  /// Empty: not set.
  std::string (*text)(const DeviceSettings &settings);
};

constexpr ValueText valueTexts[] = {
    {"eus", [](const auto &of) { return std::to_string(of.executionUnits); }},
    {"heap", [](const auto &of) { return sizeText(of.heapSize); }},
    {"budget",
     [](const auto &of) { return std::to_string(of.instructionBudget); }},
    {"watchdog",
     [](const auto &of) {
       return of.limitsHandlers ? secondsText(of.watchdogMilliseconds) : "";
     }},
    {"call-timeout",
     [](const auto &of) { return secondsText(of.callTimeoutMilliseconds); }},
    {"threads", [](const auto &of) { return std::to_string(of.hostThreads); }},
    {"seed",
     [](const auto &of) { return of.seed ? std::to_string(*of.seed) : ""; }},
    {"quantum",
     [](const auto &of) {
       return of.quantum ? std::to_string(of.quantum) : "";
     }},
    {"record",
     [](const auto &of) { return std::string(of.recordFile.view()); }},
    {"replay",
     [](const auto &of) { return std::string(of.replayFile.view()); }},
    {"coredump",
     [](const auto &of) { return std::string(of.coreDumpFolder.view()); }},
    {"log", [](const auto &of) { return logSettingsText(of.messages.log); }},
    {"state",
     [](const auto &of) { return std::string(of.stateFolder.view()); }},
    {"coverage",
     [](const auto &of) { return std::string(of.coverageFile.view()); }},
    {"profile", [](const auto &of) { return profileText(of.profile); }},
    {"gdb", [](const auto &of) { return std::string(of.gdb.view()); }},
};

/// The word of what a good value is that is the value.
std::string wordOf(const Setting &setting, const DeviceSettings &settings) {
  std::istringstream words(setting.expected);
  for (std::string word; words >> word;) {
    if (word.ends_with(','))
      word.pop_back();
    DeviceSettings same = settings;
    std::string error;
    if (setting.parse(word, same, error) && same == settings)
      return word;
  }
  return "";
}

std::string textOf(const Setting &setting, const DeviceSettings &settings) {
  const auto *found = std::ranges::find(
      valueTexts, std::string_view(setting.key),
      [](const ValueText &each) { return std::string_view(each.key); });
  return found == std::end(valueTexts) ? wordOf(setting, settings)
                                       : found->text(settings);
}

/// As a number if TOML has it, else as a string.
std::string valueOf(const std::string &text) {
  constexpr size_t digitsMax = 18;
  if (text.size() <= digitsMax &&
      text.find_first_not_of("0123456789") == text.npos &&
      (text.size() == 1 || !text.starts_with('0')))
    return text;
  std::string quoted = "\"";
  for (const char c : text) {
    char escaped[8] = {c};
    if (c == '"' || c == '\\')
      std::snprintf(escaped, sizeof escaped, "\\%c", c);
    else if (static_cast<unsigned char>(c) < ' ' || c == '\x7f')
      std::snprintf(escaped, sizeof escaped, "\\u%04x", c);
    quoted += escaped;
  }
  return quoted + "\"";
}

std::string line(const char *key, const std::string &text) {
  return std::string(key) + " = " + valueOf(text) + "\n";
}

/// A list if there are several.
std::string portsLine(const std::vector<PortSettings> &ports) {
  if (ports.size() == 1)
    return line("port", portText(ports.front()));
  std::string list;
  for (const PortSettings &port : ports)
    list += (list.empty() ? "" : ", ") + valueOf(portText(port));
  return "port = [" + list + "]\n";
}

std::string deviceText(const DeviceSettings &device) {
  std::string text = "[[device]]\n" + line("name", device.name);
  const bool isCard = device.card.empty();
  if (!isCard)
    text +=
        line("card", device.card) + line("vhca", std::to_string(device.vhca));
  for (const Setting &setting : deviceSettings()) {
    const std::string_view key = setting.key;
    const bool isOfCard = key == "model" || key == "eus";
    const std::string value = textOf(setting, device);
    if (key == "port")
      text += portsLine(device.ports);
    else if (!value.empty() && (isCard || !isOfCard))
      text += line(setting.key, value);
  }
  if (isCard)
    for (const EuPartition &partition : device.partitions)
      text += blockText(partition);
  for (const EuGroup &group : device.groups)
    text += blockText(group);
  return text;
}

} // namespace

std::optional<std::string>
configurationText(const std::vector<DeviceSettings> &devices,
                  std::string &error) {
  std::string text;
  for (const DeviceSettings &device : devices) {
    if (!device.card.empty() &&
        std::ranges::find(devices, device.card, &DeviceSettings::name) ==
            devices.end()) {
      error = "device '" + device.name + "' is a function of '" + device.card +
              "', which is not among the chosen devices";
      return std::nullopt;
    }
    text += (text.empty() ? "" : "\n") + deviceText(device);
  }
  return text;
}

std::string blockText(const EuPartition &partition) {
  return "[[device.partition]]\nid = " + std::to_string(partition.id) +
         "\nvhcas = \"" + numberListText(partition.vhcas) + "\"\neus = \"" +
         numberListText(partition.eus) +
         "\"\ngroups = " + std::to_string(partition.groupsMax) + "\n";
}

std::string blockText(const EuGroup &group) {
  return "[[device.group]]\nid = " + std::to_string(group.id) + "\nname = \"" +
         group.name + "\"\neus = \"" + numberListText(group.eus) + "\"\n";
}

} // namespace dpa
