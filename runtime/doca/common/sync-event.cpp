// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_sync_event.h that create, describe, start and stop
// events, and their handles for device code: see sync-event.h.
#include "runtime/doca/common/sync-event.h"

#include "runtime/doca/abi/device-objects.h"
#include "runtime/doca/common/buffer.h"

#include <algorithm>

using namespace dpa::doca;

namespace {

constexpr uint64_t windowBlock = 64; // what windows are made of, in bytes
constexpr uint32_t eventAccess =
    DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_READ |
    DOCA_ACCESS_FLAG_RDMA_WRITE | DOCA_ACCESS_FLAG_RDMA_ATOMIC;

void addDevice(doca_sync_event &event, doca_dev *dev) {
  if (std::ranges::find(event.devices, dev) != event.devices.end())
    return;
  event.devices.push_back(dev);
  event.deviceUses.emplace_back(*dev, event.kind);
}

doca_error_t addProgram(const char *call, doca_sync_event *event,
                        EventLocations doca_sync_event::*locations,
                        doca_dev *dev) {
  return apiCall(
      call,
      [&] {
        addDevice(*event, dev);
        (event->*locations).program = true;
        return DOCA_SUCCESS;
      },
      live(event), live(dev), stopped(event));
}

doca_error_t addDpa(const char *call, doca_sync_event *event,
                    EventLocations doca_sync_event::*locations, doca_dpa *dpa) {
  return apiCall(
      call,
      [&] {
        addDevice(*event, contextOf(dpa)->dev);
        (event->*locations).dpa = true;
        return DOCA_SUCCESS;
      },
      live(event), liveDpa(dpa), stopped(event));
}

doca_error_t addRemote(const char *call, doca_sync_event *event,
                       EventLocations doca_sync_event::*locations,
                       bool EventLocations::*location) {
  return apiCall(
      call,
      [&] {
        event->*locations.*location = true;
        return DOCA_SUCCESS;
      },
      live(event), stopped(event));
}

doca_error_t setNumber(doca_sync_event &event, void *address) {
  event.number = static_cast<std::atomic<uint64_t> *>(address);
  return DOCA_SUCCESS;
}

auto isAligned(const void *address) {
  return require(
      [=] {
        return reinterpret_cast<uint64_t>(address) % sizeof(uint64_t) == 0;
      },
      DOCA_ERROR_INVALID_VALUE, "address is not aligned to 8 bytes");
}

doca_error_t startEvent(const char *call, doca_sync_event *event) {
  return apiCall(
      call, [&] { return doca_ctx_start(&event->context); }, live(event),
      stopped(event));
}

} // namespace

doca_sync_event::~doca_sync_event() {
  release();
}

doca_error_t doca_sync_event::startContext() {
  if (!publishers.any() || !subscribers.any()) {
    sdkLog(DOCA_LOG_LEVEL_ERROR, "doca_sync_event_start",
           "sync event does not have a publisher and a subscriber");
    return DOCA_ERROR_INVALID_VALUE;
  }
  for (doca_dev *dev : devices) {
    uint32_t key = 0;
    if (doca_error_t status = keyOn(*dev, key)) {
      keys_.clear();
      return status;
    }
  }
  isStarted = true;
  return DOCA_SUCCESS;
}

doca_error_t doca_sync_event::stopContext() {
  const doca_error_t status = unused(this)("doca_ctx_stop");
  if (status == DOCA_SUCCESS)
    release();
  return status;
}

void doca_sync_event::release() {
  handles_.clear();
  keys_.clear();
  forgetExportedEvent(*this);
  exported.clear();
  isStarted = false;
}

doca_error_t doca_sync_event::keyOn(doca_dev &dev, uint32_t &key) {
  std::lock_guard lock(lock_);
  std::unique_ptr<MemoryKey> &held = keys_[&dev];
  if (!held) {
    auto made = std::make_unique<MemoryKey>();
    uint64_t block = reinterpret_cast<uint64_t>(number) & ~(windowBlock - 1);
    if (doca_error_t status =
            made->registerHost(dev, pointerTo(block), windowBlock, eventAccess))
      return status;
    held = std::move(made);
  }
  key = held->key();
  return DOCA_SUCCESS;
}

doca_error_t doca_sync_event::deviceHandle(DpaContext &dpa, uint64_t &handle) {
  return handles_.get(
      dpa,
      [&](DeviceMemory &memory) {
        doca_abi_sync_event object = {};
        object.address = reinterpret_cast<uint64_t>(number);
        object.window = dpa.windowId;
        doca_error_t status = keyOn(*dpa.dev, object.key);
        return status ? status : memory.copy(dpa, object);
      },
      handle);
}

doca_error_t doca_sync_event_create(struct doca_sync_event **event) {
  return apiCall(
      __func__,
      [&] {
        *event = publish(std::make_unique<doca_sync_event>());
        return DOCA_SUCCESS;
      },
      result(event, "event"));
}

doca_error_t doca_sync_event_destroy(struct doca_sync_event *event) {
  return destroyUnused(__func__, event);
}

doca_error_t doca_sync_event_start(struct doca_sync_event *event) {
  return startEvent(__func__, event);
}

doca_error_t doca_sync_event_stop(struct doca_sync_event *event) {
  return apiCall(
      __func__, [&] { return doca_ctx_stop(&event->context); }, live(event),
      started(event), unused(event));
}

struct doca_ctx *doca_sync_event_as_ctx(struct doca_sync_event *event) {
  return checkLive(__func__, event, doca_sync_event::kind) ? nullptr
                                                           : &event->context;
}

doca_error_t
doca_sync_event_add_publisher_location_cpu(struct doca_sync_event *event,
                                           struct doca_dev *dev) {
  return addProgram(__func__, event, &doca_sync_event::publishers, dev);
}

doca_error_t
doca_sync_event_add_subscriber_location_cpu(struct doca_sync_event *event,
                                            struct doca_dev *dev) {
  return addProgram(__func__, event, &doca_sync_event::subscribers, dev);
}

doca_error_t
doca_sync_event_add_publisher_location_dpa(struct doca_sync_event *event,
                                           struct doca_dpa *dpa) {
  return addDpa(__func__, event, &doca_sync_event::publishers, dpa);
}

doca_error_t
doca_sync_event_add_subscriber_location_dpa(struct doca_sync_event *event,
                                            struct doca_dpa *dpa) {
  return addDpa(__func__, event, &doca_sync_event::subscribers, dpa);
}

doca_error_t doca_sync_event_add_publisher_location_remote_net(
    struct doca_sync_event *event) {
  return addRemote(__func__, event, &doca_sync_event::publishers,
                   &EventLocations::remoteNet);
}

doca_error_t doca_sync_event_add_publisher_location_remote_pci(
    struct doca_sync_event *event) {
  return addRemote(__func__, event, &doca_sync_event::publishers,
                   &EventLocations::remotePci);
}

doca_error_t doca_sync_event_add_subscriber_location_remote_pci(
    struct doca_sync_event *event) {
  return addRemote(__func__, event, &doca_sync_event::subscribers,
                   &EventLocations::remotePci);
}

doca_error_t
doca_sync_event_add_publisher_location_dpu(struct doca_sync_event *event) {
  return addRemote(__func__, event, &doca_sync_event::publishers,
                   &EventLocations::remotePci);
}

doca_error_t
doca_sync_event_add_subscriber_location_dpu(struct doca_sync_event *event) {
  return addRemote(__func__, event, &doca_sync_event::subscribers,
                   &EventLocations::remotePci);
}

doca_error_t doca_sync_event_set_addr(struct doca_sync_event *event,
                                      uint64_t *addr) {
  return apiCall(
      __func__, [&] { return setNumber(*event, addr); }, live(event),
      notNull(addr, "addr"), stopped(event), isAligned(addr));
}

doca_error_t doca_sync_event_set_doca_buf(struct doca_sync_event *event,
                                          struct doca_buf *buf) {
  return apiCall(
      __func__,
      [&] {
        event->bufferUse = Use(*buf->map, doca_sync_event::kind);
        return setNumber(*event, buf->data);
      },
      live(event), live(buf), stopped(event),
      require(
          [=] {
            return buf->dataLength >= sizeof(uint64_t) && !buf->map->dpa &&
                   !buf->map->isRemote;
          },
          DOCA_ERROR_INVALID_VALUE,
          "buffer has less than 8 bytes of data, or is not in host "
          "memory of this program"),
      [=](const char *call) { return isAligned(buf->data)(call); });
}

doca_error_t
doca_sync_event_get_dpa_handle(struct doca_sync_event *event,
                               struct doca_dpa *dpa,
                               doca_dpa_dev_sync_event_t *dpa_dev_se_handle) {
  return apiCall(
      __func__,
      [&] { return event->deviceHandle(*contextOf(dpa), *dpa_dev_se_handle); },
      live(event), usableDpa(dpa),
      result(dpa_dev_se_handle, "dpa_dev_se_handle"), started(event));
}

doca_error_t
doca_sync_event_export_to_dpa(struct doca_sync_event *event,
                              struct doca_dpa *dpa,
                              doca_dpa_dev_sync_event_t *dpa_dev_se_handle) {
  return doca_sync_event_get_dpa_handle(event, dpa, dpa_dev_se_handle);
}
