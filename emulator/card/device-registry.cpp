// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The devices of this program: by name from the configuration, and by the verbs
// context that a stand-in has opened. The one part that knows the embedded
// firmware.
#include "base/fork-generation.h"
#include "base/log-line.h"
#include "emulator/card/emulated-device.h"
#include "emulator/card/firmware.h"
#include "emulator/trace/trace.h"

#include <atomic>
#include <map>
#include <mutex>
#include <new>

namespace dpa {
namespace {

/// A child of fork() begins without devices and contexts: it finds none that its
/// parent has opened.
struct Registry {
  struct Named {
    /// While the device is being opened, which may take long: in a replay, a function
    /// of a card waits for its recorded moment, and others are opened meanwhile. Taken
    /// before that of its owner, which is on no vport.
    std::mutex opening;
    std::weak_ptr<EmulatedDevice> device; ///< under Registry::lock
  };
  /// Of what follows, for a moment.
  std::mutex lock;
  std::map<std::string, Named> devices; ///< entries are never removed
  /// Null: the context is closed.
  std::map<const void *, std::shared_ptr<Device>> contexts;
};

/// Never destroyed: a program's exit handlers may still close its devices.
Registry &registry() {
  return perProgram<Registry>();
}

std::shared_ptr<EmulatedDevice> findOpen(const std::string &name) {
  Registry &all = registry();
  std::lock_guard guard(all.lock);
  auto found = all.devices.find(name);
  return found == all.devices.end() ? nullptr : found->second.device.lock();
}

Registry::Named &entryOf(const std::string &name) {
  Registry &all = registry();
  std::lock_guard guard(all.lock);
  return all.devices[name];
}

std::shared_ptr<EmulatedDevice> open(const std::string &name,
                                     std::string &error);

std::shared_ptr<EmulatedDevice> create(const std::string &name,
                                       std::string &error) {
  auto devices = loadConfiguration(error);
  if (!devices)
    return nullptr;
  for (DeviceSettings &settings : *devices)
    if (settings.name == name) {
      std::shared_ptr<EmulatedDevice> owner; // of the vport
      if (settings.isOnVport()) {
        owner =
            open(std::string(vportOf(settings.ports.front()).device), error);
        if (!owner)
          return nullptr;
      }
      return EmulatedDevice::create(std::move(settings), embeddedFirmware(),
                                    error, owner);
    }
  error = "emulated device '" + name + "' does not exist";
  return nullptr;
}

std::shared_ptr<EmulatedDevice> open(const std::string &name,
                                     std::string &error) {
  Registry::Named &entry = entryOf(name);
  std::lock_guard opening(entry.opening);
  auto device = findOpen(name);
  if (device)
    return device;
  device = create(name, error);
  std::lock_guard guard(registry().lock);
  entry.device = device;
  return device;
}

/// Once for each program.
void warnOfUnknownVariables() {
  static std::atomic<bool> areReported = false;
  const std::vector<std::string> warnings = unknownVariables();
  if (!warnings.empty() && !areReported.exchange(true))
    for (const std::string &warning : warnings)
      printLine("dpa-emulator", "warning", "%s", warning.c_str());
}

/// The result of body(); null, with a message, if it ran out of memory.
template <typename Body> auto orNoMemory(std::string &error, Body body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    error = "out of memory"; // fits without allocation
    return decltype(body())();
  }
}

} // namespace

bool isTraced() {
  return trace::isOn();
}

void traceEnd(std::string_view why) noexcept {
  if (trace::isOn())
    trace::add({.kind = trace::Kind::Crash}, why);
}

std::vector<std::string> deviceNames(std::string &error) {
  return orNoMemory(error, [&] {
    warnOfUnknownVariables();
    std::vector<std::string> names;
    auto devices = loadConfiguration(error);
    if (devices)
      for (DeviceSettings &device : *devices)
        names.push_back(std::move(device.name));
    return names;
  });
}

std::shared_ptr<Device> openDevice(const std::string &name,
                                   std::string &error) {
  return orNoMemory(
      error, [&]() -> std::shared_ptr<Device> { return open(name, error); });
}

std::shared_ptr<Device> findDevice(const std::string &name) {
  return findOpen(name);
}

void bindContext(const void *context, std::shared_ptr<Device> device) {
  Registry &all = registry();
  std::lock_guard guard(all.lock);
  all.contexts[context] = std::move(device);
}

void unbindContext(const void *context) {
  Registry &all = registry();
  std::shared_ptr<Device> device; // destroyed after the lock is free
  std::lock_guard guard(all.lock);
  auto found = all.contexts.find(context);
  if (found != all.contexts.end())
    device.swap(found->second);
}

std::shared_ptr<Device> deviceOfContext(const void *context) {
  Registry &all = registry();
  std::lock_guard guard(all.lock);
  auto found = all.contexts.find(context);
  return found == all.contexts.end() ? nullptr : found->second;
}

bool isClosedContext(const void *context) {
  Registry &all = registry();
  std::lock_guard guard(all.lock);
  auto found = all.contexts.find(context);
  return found != all.contexts.end() && !found->second;
}

} // namespace dpa
