// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The devices of this program: by name from the configuration, and by the verbs
// context that a stand-in has opened. The one part that knows the embedded
// firmware.
#include "emulator/emulated-device.h"
#include "emulator/firmware.h"

#include <map>

namespace dpa {
namespace {

struct Registry {
  std::mutex Lock;
  std::map<std::string, std::weak_ptr<EmulatedDevice>> Open;
  std::map<const void *, std::shared_ptr<Device>> Contexts;
};

/// Never destroyed: a program's exit handlers may still close its devices.
Registry &registry() {
  static Registry *const TheRegistry = new Registry;
  return *TheRegistry;
}

} // namespace

std::vector<std::string> deviceNames(std::string &error) {
  std::vector<std::string> names;
  auto devices = loadConfiguration(error);
  if (devices)
    for (DeviceSettings &device : *devices)
      names.push_back(std::move(device.name));
  return names;
}

std::shared_ptr<Device> openDevice(const std::string &name,
                                   std::string &error) {
  Registry &all = registry();
  std::lock_guard guard(all.Lock);
  std::weak_ptr<EmulatedDevice> &open = all.Open[name];
  if (auto device = open.lock(); device && !device->isOfParent())
    return device;
  auto devices = loadConfiguration(error);
  if (!devices)
    return nullptr;
  for (DeviceSettings &settings : *devices) {
    if (settings.name == name) {
      auto device = EmulatedDevice::create(std::move(settings),
                                           embeddedFirmware(), error);
      open = device;
      return device;
    }
  }
  error = "there is no emulated device '" + name + "'";
  return nullptr;
}

void bindContext(const void *context, std::shared_ptr<Device> device) {
  Registry &all = registry();
  std::lock_guard guard(all.Lock);
  all.Contexts[context] = std::move(device);
}

void unbindContext(const void *context) {
  Registry &all = registry();
  std::shared_ptr<Device> device; // destroyed after the lock is free
  std::lock_guard guard(all.Lock);
  auto found = all.Contexts.find(context);
  if (found == all.Contexts.end())
    return;
  device = std::move(found->second);
  all.Contexts.erase(found);
}

std::shared_ptr<Device> deviceOfContext(const void *context) {
  Registry &all = registry();
  std::lock_guard guard(all.Lock);
  auto found = all.Contexts.find(context);
  return found == all.Contexts.end() ? nullptr : found->second;
}

} // namespace dpa
