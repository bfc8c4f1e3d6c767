// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of devices and settings.
#include "emulator/configuration/configuration-lookup.h"

#include <algorithm>

namespace dpa {

bool isDeviceName(std::string_view name) {
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz"
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-.";
  return !name.empty() && name.size() <= deviceNameSizeMax &&
         name.find_first_not_of(allowed) == std::string_view::npos;
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

void DeviceSettings::setPort(uint32_t number, PortSettings port) {
  if (ports.size() < number)
    ports.resize(number);
  ports[number - 1] = std::move(port);
  messages.portIsUp = ports.front().kind != PortKind::Down;
}

const EuPartition *DeviceSettings::partition() const {
  if (card.empty())
    return nullptr;
  auto found = std::ranges::find_if(partitions, [&](const EuPartition &each) {
    return std::ranges::binary_search(each.vhcas, vhca);
  });
  return found == partitions.end() ? nullptr : &*found;
}

uint32_t DeviceSettings::unitCount() const {
  if (card.empty())
    return executionUnits;
  const EuPartition *own = partition();
  return own ? static_cast<uint32_t>(own->eus.size()) : 0;
}

} // namespace dpa
