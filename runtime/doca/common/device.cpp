// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Listing, opening and closing devices: the first part of doca_dev.h.
#include "runtime/doca/common/device.h"

#include "runtime/doca/common/api-call.h"

#include <infiniband/verbs.h>

#include <cstring>
#include <span>
#include <vector>

using namespace dpa::doca;

namespace {

/// A list as the program gets it: entries, then NULL.
constexpr const char *listKind = "devinfo list";

/// The devices that verbs lists.
struct VerbsDevices {
  int count = 0;
  ibv_device **list = ibv_get_device_list(&count);

  VerbsDevices() = default;
  VerbsDevices(const VerbsDevices &) = delete;
  VerbsDevices &operator=(const VerbsDevices &) = delete;
  ~VerbsDevices() {
    if (list)
      ibv_free_device_list(list);
  }
  std::span<ibv_device *> all() const {
    return {list, list ? static_cast<size_t>(count) : 0};
  }
};

std::unique_ptr<doca_devinfo> describeDevice(const VerbsDevices &devices,
                                             const std::string &name) {
  auto info = std::make_unique<doca_devinfo>();
  info->name = name;
  while (info->number < devices.all().size() &&
         name != ibv_get_device_name(devices.all()[info->number]))
    ++info->number;
  return info;
}

doca_error_t createDeviceList(doca_devinfo ***list, uint32_t *count) {
  VerbsDevices devices;
  if (!devices.list)
    return DOCA_ERROR_NOT_FOUND;
  auto entries = std::make_unique<doca_devinfo *[]>(devices.all().size() + 1);
  std::vector<std::unique_ptr<doca_devinfo>> made;
  for (ibv_device *device : devices.all())
    made.push_back(describeDevice(devices, ibv_get_device_name(device)));
  for (size_t i = 0; i < made.size(); ++i)
    entries[i] = publish(std::move(made[i]));
  *count = static_cast<uint32_t>(made.size());
  *list = entries.release();
  enterObject(static_cast<const void *>(*list), listKind);
  return DOCA_SUCCESS;
}

void freeDeviceList(doca_devinfo **list) {
  for (doca_devinfo **entry = list; *entry; ++entry) {
    removeObject(*entry, doca_devinfo::kind);
    delete *entry;
  }
  delete[] list;
}

/// Opens the device with this name; null, with an error in `status`.
std::unique_ptr<doca_dev> openDevice(const std::string &name,
                                     doca_error_t &status) {
  VerbsDevices devices;
  for (ibv_device *device : devices.all()) {
    if (name != ibv_get_device_name(device))
      continue;
    auto dev = std::make_unique<doca_dev>();
    dev->info = describeDevice(devices, name);
    dev->context = ibv_open_device(device);
    dev->pd = dev->context ? ibv_alloc_pd(dev->context) : nullptr;
    status = dev->pd ? DOCA_SUCCESS : DOCA_ERROR_INITIALIZATION;
    return dev->pd ? std::move(dev) : nullptr;
  }
  status = DOCA_ERROR_NOT_CONNECTED;
  return nullptr;
}

/// Copies a string to a buffer of the program.
doca_error_t copyString(const std::string &text, char *buffer, uint32_t size) {
  if (text.size() >= size)
    return DOCA_ERROR_INVALID_VALUE;
  memcpy(buffer, text.c_str(), text.size() + 1);
  return DOCA_SUCCESS;
}

} // namespace

doca_dev::~doca_dev() {
  if (info)
    removeObject(info.get(), doca_devinfo::kind);
  if (isBorrowed)
    return;
  if (pd)
    ibv_dealloc_pd(pd);
  if (context)
    ibv_close_device(context);
}

ibv_context *doca_devinfo::open() const {
  VerbsDevices devices;
  return number < devices.all().size() ? ibv_open_device(devices.all()[number])
                                       : nullptr;
}

/// Emulated devices are functions of one card: 8 for each number.
std::string doca_devinfo::pciAddress() const {
  char text[DOCA_DEVINFO_PCI_ADDR_SIZE];
  snprintf(text, sizeof text, "0000:03:%02x.%u", number / 8 % 32, number % 8);
  return text;
}

namespace dpa::doca {

doca_dev *publishDevice(std::unique_ptr<doca_dev> dev) {
  enterObject(dev->info.get(), doca_devinfo::kind);
  return publish(std::move(dev));
}

std::unique_ptr<doca_dev> borrowDevice(ibv_pd *pd) {
  auto dev = std::make_unique<doca_dev>();
  dev->isBorrowed = true;
  dev->pd = pd;
  dev->context = pd->context;
  dev->info =
      describeDevice(VerbsDevices(), ibv_get_device_name(pd->context->device));
  return dev;
}

} // namespace dpa::doca

doca_error_t doca_devinfo_create_list(struct doca_devinfo ***dev_list,
                                      uint32_t *nb_devs) {
  return apiCall(
      __func__, [&] { return createDeviceList(dev_list, nb_devs); },
      result(dev_list, "dev_list"), result(nb_devs, "nb_devs"));
}

doca_error_t doca_devinfo_destroy_list(struct doca_devinfo **dev_list) {
  const void *handle = static_cast<const void *>(dev_list);
  return guarded(__func__, [&]() -> doca_error_t {
    if (dev_list && liveness(handle, listKind) == Liveness::Inherited)
      return DOCA_SUCCESS;
    doca_error_t status =
        checkLive("doca_devinfo_destroy_list", handle, listKind);
    if (status == DOCA_SUCCESS && removeObject(handle, listKind))
      freeDeviceList(dev_list);
    return status;
  });
}

doca_error_t doca_dev_open(struct doca_devinfo *devinfo,
                           struct doca_dev **dev) {
  return apiCall(
      __func__,
      [&] {
        doca_error_t status = DOCA_SUCCESS;
        if (auto opened = openDevice(devinfo->name, status))
          *dev = publishDevice(std::move(opened));
        return status;
      },
      result(dev, "dev"), live(devinfo));
}

doca_error_t doca_dev_close(struct doca_dev *dev) {
  return destroyUnused(__func__, dev);
}

struct doca_devinfo *doca_dev_as_devinfo(const struct doca_dev *dev) {
  return checkLive(__func__, dev, doca_dev::kind) ? nullptr : dev->info.get();
}

doca_error_t doca_devinfo_get_ibdev_name(const struct doca_devinfo *devinfo,
                                         char *ibdev_name, uint32_t size) {
  return apiCall(
      __func__, [&] { return copyString(devinfo->name, ibdev_name, size); },
      live(devinfo), notNull(ibdev_name, "ibdev_name"));
}
