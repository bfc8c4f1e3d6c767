// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any text as configuration file, and changes of it: an addition is
// present, changes nothing else, and can be removed.
#include "emulator/configuration/configuration-edit.h"

#include <cstdint>
#include <cstdlib>

namespace {

using dpa::DeviceSettings;
using Devices = std::vector<DeviceSettings>;

std::optional<Devices> parse(const std::string &text) {
  std::string error;
  auto devices = dpa::parseConfiguration(text, "file", error);
  if (!devices && !error.starts_with("file:"))
    std::abort();
  return devices;
}

dpa::EuPartition newPartition() {
  return {65001, {0, 2, 3}, {1, 5}, 7};
}

dpa::EuGroup newGroup() {
  return {65002, "new", {0, 1, 4}};
}

/// True if an entry has the number of the new one: it would be removed first.
template <typename Each>
bool hasNumber(const std::vector<Each> &list, uint32_t number) {
  for (const Each &each : list)
    if (each.id == number)
      return true;
  return false;
}

/// Adds to a device with `add`, and removes it again with `remove`; `expected` is the configuration
/// with the addition. A failed addition leaves the text unchanged.
template <typename Add, typename Remove>
void change(const std::string &text, const Devices &before,
            const Devices &expected, Add add, Remove remove) {
  std::string changed = text;
  std::string error;
  if (!add(changed, error)) {
    if (error.empty() || changed != text)
      std::abort();
    return;
  }
  if (parse(changed) != expected)
    std::abort();
  if (!remove(changed, error) || parse(changed) != before ||
      (changed != text && changed != text + "\n"))
    std::abort();
}

void changeDevice(const std::string &text, const Devices &before,
                  size_t index) {
  const std::string &name = before[index].name;
  const dpa::EuGroup group = newGroup();
  const dpa::EuPartition partition = newPartition();
  if (!hasNumber(before[index].groups, group.id)) {
    Devices expected = before;
    expected[index].groups.push_back(group);
    change(
        text, before, expected,
        [&](std::string &changed, std::string &error) {
          return dpa::addGroup(changed, name, group, error);
        },
        [&](std::string &changed, std::string &error) {
          return dpa::removeGroup(changed, name, group.id, error);
        });
  }
  if (before[index].card.empty() &&
      !hasNumber(before[index].partitions, partition.id)) {
    Devices expected = before;
    for (DeviceSettings &device : expected)
      if (device.name == name || device.card == name)
        device.partitions.push_back(partition);
    change(
        text, before, expected,
        [&](std::string &changed, std::string &error) {
          return dpa::addPartition(changed, name, partition, error);
        },
        [&](std::string &changed, std::string &error) {
          return dpa::removePartition(changed, name, partition.id, error);
        });
  }
}

/// Removing what was there leaves a text that can be read.
void removeOld(const std::string &text, const DeviceSettings &device) {
  std::string error;
  for (const dpa::EuGroup &group : device.groups) {
    std::string changed = text;
    if (dpa::removeGroup(changed, device.name, group.id, error) &&
        !parse(changed))
      std::abort();
  }
  for (const dpa::EuPartition &partition : device.partitions) {
    std::string changed = text;
    if (dpa::removePartition(changed, device.name, partition.id, error) &&
        !parse(changed))
      std::abort();
  }
}

/// Changing any text, even an invalid one, does no harm.
void changeAnyText(std::string text) {
  std::string error;
  dpa::addPartition(text, "a", newPartition(), error);
  dpa::addGroup(text, "a", newGroup(), error);
  dpa::removePartition(text, "a", 0, error);
  dpa::removeGroup(text, "a", 0, error);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  const auto devices = parse(text);
  if (!devices) {
    changeAnyText(text);
    return 0;
  }
  std::string error;
  for (size_t i = 0; i < devices->size(); ++i) {
    (void)dpa::checkSettings((*devices)[i], error);
    changeDevice(text, *devices, i);
    removeOld(text, (*devices)[i]);
  }
  return 0;
}
