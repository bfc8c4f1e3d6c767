// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device list of libibverbs: the devices of the configuration, their names
// and numbers.
#include "emulator/verbs/device-list.h"

#include "base/log-line.h"
#include "base/uncancelled.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <endian.h>
#include <mutex>
#include <new>
#include <pthread.h>

using namespace dpa::verbs;

namespace dpa::verbs {
namespace {

/// All devices that the program has ever seen.
struct DeviceTable {
  std::mutex lock;
  std::vector<std::unique_ptr<VerbsDevice>> devices;
};

/// Never destroyed: exit handlers of the program may still use its devices.
DeviceTable &table() {
  static DeviceTable *const theTable = new DeviceTable;
  return *theTable;
}

/// fork() waits until the lock is free: its child finds the same devices.
[[gnu::constructor]] void makeTable() {
  table();
  pthread_atfork([] { table().lock.lock(); }, [] { table().lock.unlock(); },
                 [] { table().lock.unlock(); });
}

void copyText(char *target, size_t size, const std::string &text) {
  std::snprintf(target, size, "%s", text.c_str());
}

std::unique_ptr<VerbsDevice> makeDevice(const std::string &name,
                                        uint32_t index) {
  std::unique_ptr<VerbsDevice> device(new VerbsDevice());
  device->node_type = IBV_NODE_CA;
  device->transport_type = IBV_TRANSPORT_IB;
  device->index = index;
  std::string verbsName = "uverbs" + std::to_string(index);
  copyText(device->name, sizeof device->name, name);
  copyText(device->dev_name, sizeof device->dev_name, verbsName);
  copyText(device->dev_path, sizeof device->dev_path,
           "/sys/class/infiniband_verbs/" + verbsName);
  copyText(device->ibdev_path, sizeof device->ibdev_path,
           "/sys/class/infiniband/" + name);
  return device;
}

/// The one struct for a name, made when it is first seen.
VerbsDevice *deviceOfName(const std::string &name) {
  DeviceTable &all = table();
  std::lock_guard guard(all.lock);
  for (auto &device : all.devices)
    if (name == device->name)
      return device.get();
  all.devices.push_back(
      makeDevice(name, static_cast<uint32_t>(all.devices.size())));
  return all.devices.back().get();
}

} // namespace

void printError(const std::string &what) {
  dpa::printLine("dpa-verbs", "error", "%s", what.c_str());
}

uint64_t deviceGuid(const ibv_device *device) {
  // 02:44:50 is a locally administered vendor part.
  constexpr uint64_t base = 0x024450fffe410000;
  return base + static_cast<const VerbsDevice *>(device)->index;
}

namespace {

bool isEmulated(const ibv_device *device) {
  DeviceTable &all = table();
  std::lock_guard guard(all.lock);
  for (auto &known : all.devices)
    if (known.get() == device)
      return true;
  return false;
}

ibv_device **listDevices(int *count) try {
  std::string error;
  std::vector<std::string> names = dpa::deviceNames(error);
  if (count)
    *count = 0;
  if (!error.empty()) {
    printError(error);
    errno = EINVAL;
    return nullptr;
  }
  std::vector<ibv_device *> devices;
  devices.reserve(names.size());
  for (const std::string &name : names)
    devices.push_back(deviceOfName(name));
  auto **list = static_cast<ibv_device **>(
      std::calloc(names.size() + 1, sizeof(ibv_device *)));
  if (!list)
    throw std::bad_alloc();
  std::copy(devices.begin(), devices.end(), list);
  if (count)
    *count = static_cast<int>(names.size());
  return list;
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

} // namespace
} // namespace dpa::verbs

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

bool dpa_verbs_is_emulated(const ibv_device *device) {
  return dpa::uncancelled([&] { return isEmulated(device); });
}

ibv_device **ibv_get_device_list(int *count) {
  return dpa::uncancelled([&] { return listDevices(count); });
}

void ibv_free_device_list(ibv_device **list) {
  dpa::uncancelled([&] {
    // NOLINTNEXTLINE(bugprone-multi-level-implicit-pointer-conversion)
    std::free(static_cast<void *>(list));
    return true;
  });
}

const char *ibv_get_device_name(ibv_device *device) {
  return device->name;
}

int ibv_get_device_index(ibv_device *device) {
  return static_cast<int>(static_cast<VerbsDevice *>(device)->index);
}

__be64 ibv_get_device_guid(ibv_device *device) {
  return htobe64(deviceGuid(device));
}

} // extern "C"
