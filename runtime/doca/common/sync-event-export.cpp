// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_sync_event.h that export events and import them.
#include "base/fork-generation.h"
#include "runtime/doca/abi/device-objects.h"
#include "runtime/doca/common/memory-export.h"
#include "runtime/doca/common/sync-event.h"

#include <unistd.h>

using namespace dpa::doca;

namespace {

/// Events that were exported to this program, by the address of their number: the
/// address in a description is only used to find one of them.
struct ExportedEvents {
  std::mutex lock;
  std::map<const void *, doca_sync_event *> events;
};

/// Stores a description of the event, unless there is one.
doca_error_t describeEvent(doca_sync_event &event, doca_dev &dev,
                           ExportKind kind, const std::string *&bytes) {
  ExportedMemory description = {.kind = kind,
                                .version = exportVersion,
                                .address =
                                    reinterpret_cast<uint64_t>(event.number),
                                .length = sizeof(uint64_t),
                                .program = static_cast<uint64_t>(getpid()),
                                .key = 0,
                                .access = 0};
  doca_error_t status = event.keyOn(dev, description.key);
  if (status != DOCA_SUCCESS)
    return status;
  auto &exported = dpa::perProgram<ExportedEvents>();
  std::lock_guard lock(exported.lock);
  if (kind == ExportKind::SyncEvent)
    exported.events.try_emplace(event.number, &event);
  bytes = &event.exported
               .try_emplace({static_cast<uint32_t>(kind), &dev},
                            exportBytes(description))
               .first->second;
  return DOCA_SUCCESS;
}

/// Where the program wants the description.
struct Destination {
  const uint8_t **data;
  size_t *size;

  doca_error_t give(doca_sync_event &event, doca_dev &dev,
                    ExportKind kind) const {
    const std::string *bytes = nullptr;
    doca_error_t status = describeEvent(event, dev, kind, bytes);
    if (status == DOCA_SUCCESS) {
      *data = reinterpret_cast<const uint8_t *>(bytes->data());
      *size = bytes->size();
    }
    return status;
  }
};

doca_error_t exportPci(const char *call, doca_sync_event *event, doca_dev *dev,
                       const Destination &to) {
  return apiCall(
      call, [&] { return to.give(*event, *dev, ExportKind::SyncEvent); },
      live(event), live(dev), result(to.data, "data"), result(to.size, "sz"),
      started(event),
      require(
          [=] {
            return event->publishers.remotePci || event->subscribers.remotePci;
          },
          DOCA_ERROR_NOT_SUPPORTED,
          "sync event does not have a location remote_pci"));
}

doca_error_t importEvent(doca_dev &dev, const ExportedMemory &from,
                         doca_sync_event **event) {
  auto &exported = dpa::perProgram<ExportedEvents>();
  std::lock_guard lock(exported.lock);
  auto found = exported.events.find(pointerTo(from.address));
  if (from.program != static_cast<uint64_t>(getpid()) ||
      found == exported.events.end())
    return DOCA_ERROR_NOT_SUPPORTED;
  auto made = std::make_unique<doca_sync_event>();
  made->number = found->second->number;
  made->originalUse = Use(*found->second, made->kind);
  made->devices.push_back(&dev);
  made->deviceUses.emplace_back(dev, made->kind);
  made->publishers.program = true;
  made->subscribers.program = true;
  *event = publish(std::move(made));
  return DOCA_SUCCESS;
}

} // namespace

void dpa::doca::forgetExportedEvent(const doca_sync_event &event) {
  auto &exported = dpa::perProgram<ExportedEvents>();
  std::lock_guard lock(exported.lock);
  auto found = exported.events.find(event.number);
  if (found != exported.events.end() && found->second == &event)
    exported.events.erase(found);
}

doca_error_t doca_sync_event_export_to_remote_net(struct doca_sync_event *event,
                                                  const uint8_t **data,
                                                  size_t *sz) {
  return apiCall(
      __func__,
      [&] {
        return Destination{data, sz}.give(*event, *event->devices.front(),
                                          ExportKind::RemoteEvent);
      },
      live(event), result(data, "data"), result(sz, "sz"), started(event),
      require([=] { return event->publishers.remoteNet; },
              DOCA_ERROR_NOT_SUPPORTED,
              "sync event does not have the publisher location remote_net"),
      require([=] { return !event->devices.empty(); }, DOCA_ERROR_NOT_SUPPORTED,
              "sync event does not have a location with a device"));
}

doca_error_t doca_sync_event_export_to_remote_pci(struct doca_sync_event *event,
                                                  struct doca_dev *dev,
                                                  const uint8_t **data,
                                                  size_t *sz) {
  return exportPci(__func__, event, dev, {data, sz});
}

doca_error_t doca_sync_event_export_to_dpu(struct doca_sync_event *event,
                                           struct doca_dev *dev,
                                           const uint8_t **data, size_t *sz) {
  return exportPci(__func__, event, dev, {data, sz});
}

doca_error_t
doca_sync_event_create_from_export(struct doca_dev *dev, const uint8_t *data,
                                   size_t sz, struct doca_sync_event **event) {
  return apiCall(
      __func__,
      [&] {
        ExportedMemory from = {};
        return importBytes(data, sz, ExportKind::SyncEvent, from)
                   ? importEvent(*dev, from, event)
                   : DOCA_ERROR_INVALID_VALUE;
      },
      live(dev), notNull(data, "data"), result(event, "event"));
}

doca_error_t doca_sync_event_remote_net_create_from_export(
    struct doca_dev *dev, const uint8_t *data, size_t sz,
    struct doca_sync_event_remote_net **event) {
  return apiCall(
      __func__,
      [&] {
        ExportedMemory from = {};
        if (!importBytes(data, sz, ExportKind::RemoteEvent, from))
          return DOCA_ERROR_INVALID_VALUE;
        auto made = std::make_unique<doca_sync_event_remote_net>();
        made->address = from.address;
        made->key = from.key;
        made->deviceUse = Use(*dev, made->kind);
        *event = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      live(dev), notNull(data, "data"), result(event, "event"));
}

doca_error_t
doca_sync_event_remote_net_destroy(struct doca_sync_event_remote_net *event) {
  return destroyUnused(__func__, event);
}

doca_error_t doca_sync_event_remote_net_get_dpa_handle(
    struct doca_sync_event_remote_net *event, struct doca_dpa *dpa,
    doca_dpa_dev_sync_event_remote_net_t *dpa_remote_event) {
  return apiCall(
      __func__,
      [&] {
        return event->handles.get(
            *contextOf(dpa),
            [&](DeviceMemory &memory) {
              doca_abi_remote_event object = {};
              object.address = event->address;
              object.key = event->key;
              return memory.copy(*contextOf(dpa), object);
            },
            *dpa_remote_event);
      },
      live(event), usableDpa(dpa),
      result(dpa_remote_event, "dpa_remote_event"));
}

doca_error_t doca_sync_event_remote_net_export_to_dpa(
    struct doca_sync_event_remote_net *event, struct doca_dpa *dpa,
    doca_dpa_dev_sync_event_remote_net_t *dpa_remote_event) {
  return doca_sync_event_remote_net_get_dpa_handle(event, dpa,
                                                   dpa_remote_event);
}
