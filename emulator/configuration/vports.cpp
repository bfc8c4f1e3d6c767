// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ports of the kind vport: whether the device that they name can have them.
#include "emulator/configuration/configuration-lookup.h"

#include <algorithm>

namespace dpa {
namespace {

/// What is wrong with the vport of a device; empty: nothing.
std::string problemOf(const DeviceSettings &device,
                      const DeviceSettings *owner) {
  const VportName name = vportOf(device.ports.front());
  const std::string ownerName(name.device);
  if (device.ports.size() > 1)
    return "a device on a vport has one port";
  if (!owner)
    return "device '" + ownerName + "' does not exist";
  if (owner->isOnVport())
    return "device '" + ownerName +
           "' is itself on a vport (expected one with an uplink)";
  if (device.seed != owner->seed || device.quantum != owner->quantum ||
      device.recordFile != owner->recordFile ||
      device.replayFile != owner->replayFile)
    return "seed, quantum, record or replay differs from that of '" +
           ownerName + "' (expected the same for all functions of a card)";
  auto same =
      std::ranges::find(owner->vports, name.number, &VportSettings::number);
  if (same != owner->vports.end())
    return "vport " + std::to_string(name.number) + " of '" + ownerName +
           "' is that of device '" + same->device + "'";
  return "";
}

} // namespace

bool connectVports(std::vector<DeviceSettings> &devices, std::string &error) {
  for (DeviceSettings &device : devices)
    device.vports.clear();
  for (const DeviceSettings &device : devices) {
    if (device.ports.size() > 1 && device.ports[1].kind == PortKind::Vport) {
      error = device.name + "/2: vport: expected port 1";
      return false;
    }
    if (!device.isOnVport())
      continue;
    const VportName name = vportOf(device.ports.front());
    DeviceSettings *owner = findDevice(devices, name.device);
    if (const std::string problem = problemOf(device, owner);
        !problem.empty()) {
      error = device.name + ": vport: " + problem;
      return false;
    }
    owner->vports.push_back({.number = name.number,
                             .device = device.name,
                             .port = device.ports.front()});
  }
  return true;
}

} // namespace dpa
