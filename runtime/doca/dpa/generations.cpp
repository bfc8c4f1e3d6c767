// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of DOCA 1.5 to 2.5 that later generations do not have, over
// those that they have: doca_dpa_v1.h.
#include "base/enum-value.h"
#include "runtime/doca/common/memory-export.h"
#include "runtime/doca/dpa/launch-call.h"
#include "runtime/include/doca/doca_sync_event.h"

#include <algorithm>
#include <utility>

using namespace dpa::doca;

struct doca_dpa_event : dpa::doca::Object {
  static constexpr const char *kind = "event";

  ~doca_dpa_event() {
    if (event)
      doca_sync_event_destroy(event);
  }

  doca_dpa *dpa = nullptr;
  Use dpaUse;
  doca_sync_event *event = nullptr;
};

namespace {

constexpr unsigned locationsAll = DOCA_DPA_EVENT_ACCESS_CPU |
                                  DOCA_DPA_EVENT_ACCESS_DPA |
                                  DOCA_DPA_EVENT_ACCESS_REMOTE;

/// Device code of these generations copies without naming a queue.
doca_error_t addCopies(doca_dpa &dpa) {
  auto copies = std::make_unique<CopyQueue>(dpa);
  doca_error_t status = copies->create();
  if (status == DOCA_SUCCESS)
    status = dpa.program().setCopies(copies->handle());
  if (status == DOCA_SUCCESS)
    dpa.copies = std::move(copies);
  return status;
}

/// Creates a context with its program, and starts it.
doca_error_t createStarted(doca_dev *dev, doca_dpa_app *app, doca_dpa **dpa) {
  doca_dpa *made = nullptr;
  doca_error_t status = (doca_dpa_create)(dev, &made);
  if (status != DOCA_SUCCESS)
    return status;
  status = doca_dpa_set_app(made, app);
  if (status == DOCA_SUCCESS)
    status = doca_dpa_start(made);
  if (status == DOCA_SUCCESS)
    status = addCopies(*made);
  if (status == DOCA_SUCCESS)
    *dpa = made;
  else
    doca_dpa_destroy(made);
  return status;
}

doca_error_t addPublishers(doca_dpa_event &event, unsigned locations) {
  doca_error_t status = DOCA_SUCCESS;
  if (locations & DOCA_DPA_EVENT_ACCESS_CPU)
    status =
        doca_sync_event_add_publisher_location_cpu(event.event, event.dpa->dev);
  if (status == DOCA_SUCCESS && (locations & DOCA_DPA_EVENT_ACCESS_DPA))
    status = doca_sync_event_add_publisher_location_dpa(event.event, event.dpa);
  if (status == DOCA_SUCCESS && (locations & DOCA_DPA_EVENT_ACCESS_REMOTE))
    status = doca_sync_event_add_publisher_location_remote_net(event.event);
  return status;
}

doca_error_t addSubscribers(doca_dpa_event &event, unsigned locations) {
  doca_error_t status = DOCA_SUCCESS;
  if (locations & DOCA_DPA_EVENT_ACCESS_CPU)
    status = doca_sync_event_add_subscriber_location_cpu(event.event,
                                                         event.dpa->dev);
  if (status == DOCA_SUCCESS && (locations & DOCA_DPA_EVENT_ACCESS_DPA))
    status =
        doca_sync_event_add_subscriber_location_dpa(event.event, event.dpa);
  return status;
}

doca_error_t createEvent(doca_dpa &dpa, unsigned publishers,
                         unsigned subscribers, doca_dpa_event **event) {
  auto made = std::make_unique<doca_dpa_event>();
  made->dpa = &dpa;
  made->dpaUse = Use(dpa, made->kind);
  doca_error_t status = doca_sync_event_create(&made->event);
  if (status == DOCA_SUCCESS)
    status = addPublishers(*made, publishers);
  if (status == DOCA_SUCCESS)
    status = addSubscribers(*made, subscribers);
  if (status == DOCA_SUCCESS)
    status = doca_sync_event_start(made->event);
  if (status == DOCA_SUCCESS)
    *event = publish(std::move(made));
  return status;
}

/// The description says where the number is for RDMA.
doca_error_t exportRemote(const doca_dpa_event &event,
                          doca_dpa_dev_event_remote_t &handle) {
  const uint8_t *data = nullptr;
  size_t size = 0;
  ExportedMemory number{};
  doca_error_t status =
      doca_sync_event_export_to_remote_net(event.event, &data, &size);
  if (status != DOCA_SUCCESS)
    return status;
  if (!importBytes(data, size, ExportKind::RemoteEvent, number))
    return DOCA_ERROR_UNEXPECTED;
  handle.data[0] = number.address;
  handle.data[1] = number.key;
  return DOCA_SUCCESS;
}

auto noFlags(unsigned flags) {
  return require([=] { return flags == 0; }, DOCA_ERROR_INVALID_VALUE,
                 "flags is not 0");
}

auto isLocation(unsigned location, unsigned allowed, const char *problem) {
  return require([=] { return location != 0 && (location & ~allowed) == 0; },
                 DOCA_ERROR_INVALID_VALUE, problem);
}

/// Waits until an event is in a range that goes around: `length` numbers from
/// `first` on.
doca_error_t waitInRange(doca_sync_event *event, uint64_t first,
                         uint64_t last) {
  uint64_t number = 0;
  for (;;) {
    doca_error_t status = doca_sync_event_get(event, &number);
    if (status != DOCA_SUCCESS || (number >= first && number <= last))
      return status;
    status = doca_sync_event_wait_neq_yield(event, number, UINT64_MAX);
    if (status != DOCA_SUCCESS)
      return status;
  }
}

doca_error_t waitUntil(doca_sync_event *event, uint64_t threshold,
                       unsigned comparison) {
  switch (comparison) {
  case DOCA_DPA_EVENT_CMP_EQ:
    return doca_sync_event_wait_eq(event, threshold, UINT64_MAX);
  case DOCA_DPA_EVENT_CMP_NE:
    return doca_sync_event_wait_neq(event, threshold, UINT64_MAX);
  case DOCA_DPA_EVENT_CMP_GT:
    return doca_sync_event_wait_gt(event, threshold, UINT64_MAX);
  case DOCA_DPA_EVENT_CMP_GEQ:
    return threshold == 0
               ? DOCA_SUCCESS
               : doca_sync_event_wait_gt(event, threshold - 1, UINT64_MAX);
  case DOCA_DPA_EVENT_CMP_LT:
    return threshold == 0 ? DOCA_ERROR_INVALID_VALUE
                          : waitInRange(event, 0, threshold - 1);
  case DOCA_DPA_EVENT_CMP_LEQ:
    return waitInRange(event, 0, threshold);
  default:
    return DOCA_ERROR_INVALID_VALUE;
  }
}

/// Check: the operation is one of the enumeration.
auto knownOperation(const doca_dpa_event_op &operation) {
  return require(
      [number = numberOf(operation)] {
        return number == DOCA_DPA_EVENT_OP_ADD ||
               number == DOCA_DPA_EVENT_OP_SET;
      },
      DOCA_ERROR_INVALID_VALUE,
      "operation is not a member of enum doca_dpa_event_op");
}

doca_sync_event *syncEventOf(doca_dpa_event *event) {
  return event ? event->event : nullptr;
}

/// Check: NULL, or a live event.
auto liveOrNull(const doca_dpa_event *event) {
  return [=](const char *call) {
    return event ? live(event)(call) : DOCA_SUCCESS;
  };
}

} // namespace

doca_error_t
doca_devinfo_get_is_dpa_supported(const struct doca_devinfo *devinfo) {
  return doca_dpa_cap_is_supported(devinfo);
}

doca_error_t doca_dpa_app_name_get(struct doca_dpa_app *app, char *app_name,
                                   size_t *app_name_len) {
  uint32_t size = 0;
  if (app_name_len)
    size = static_cast<uint32_t>(std::min<size_t>(*app_name_len, UINT32_MAX));
  doca_error_t status =
      doca_dpa_app_get_name(app, app_name, app_name_len ? &size : nullptr);
  if (status == DOCA_SUCCESS)
    *app_name_len = size;
  return status;
}

doca_error_t doca_dpa_create_v105(struct doca_dev *dev,
                                  struct doca_dpa_app *app,
                                  struct doca_dpa **dpa, unsigned int flags) {
  return apiCall(
      __func__, [&] { return createStarted(dev, app, dpa); },
      result(dpa, "dpa"), noFlags(flags));
}

doca_error_t doca_dpa_create_v205(struct doca_dev *dev,
                                  struct doca_dpa_app *app,
                                  struct doca_dpa **dpa) {
  return apiCall(
      __func__, [&] { return createStarted(dev, app, dpa); },
      result(dpa, "dpa"));
}

doca_error_t doca_dpa_event_create(doca_dpa_t dpa, unsigned int update_location,
                                   unsigned int wait_location,
                                   unsigned int wait_method,
                                   doca_dpa_event_t *event,
                                   unsigned int flags) {
  return apiCall(
      __func__,
      [&] { return createEvent(*dpa, update_location, wait_location, event); },
      result(event, "event"), usableDpa(dpa), noFlags(flags),
      require([=] { return wait_method == DOCA_DPA_EVENT_WAIT_DEFAULT; },
              DOCA_ERROR_INVALID_VALUE,
              "wait_method is not supported (expected "
              "DOCA_DPA_EVENT_WAIT_DEFAULT)"),
      isLocation(update_location, locationsAll,
                 "update_location is not one of DOCA_DPA_EVENT_ACCESS_*"),
      isLocation(wait_location,
                 DOCA_DPA_EVENT_ACCESS_CPU | DOCA_DPA_EVENT_ACCESS_DPA,
                 "wait_location is not DOCA_DPA_EVENT_ACCESS_CPU or _DPA"));
}

doca_error_t doca_dpa_event_destroy(doca_dpa_event_t event) {
  return destroyUnused(__func__, event);
}

doca_error_t doca_dpa_event_dev_export(doca_dpa_event_t event,
                                       doca_dpa_dev_event_t *handle) {
  return apiCall(
      __func__,
      [&] {
        return doca_sync_event_get_dpa_handle(event->event, event->dpa, handle);
      },
      result(handle, "handle"), live(event));
}

doca_error_t
doca_dpa_event_dev_remote_export(doca_dpa_event_t event,
                                 doca_dpa_dev_event_remote_t *handle) {
  return apiCall(
      __func__, [&] { return exportRemote(*event, *handle); },
      result(handle, "handle"), live(event));
}

doca_error_t doca_dpa_event_get(doca_dpa_event_t event, uint64_t *value) {
  return apiCall(
      __func__, [&] { return doca_sync_event_get(event->event, value); },
      live(event), notNull(value, "value"));
}

doca_error_t doca_dpa_event_update(doca_dpa_event_t event, uint64_t value,
                                   enum doca_dpa_event_op operation) {
  return apiCall(
      __func__,
      [&] {
        uint64_t before = 0;
        return operation == DOCA_DPA_EVENT_OP_SET
                   ? doca_sync_event_update_set(event->event, value)
                   : doca_sync_event_update_add(event->event, value, &before);
      },
      live(event), knownOperation(operation));
}

doca_error_t doca_dpa_event_wait_until(doca_dpa_event_t event,
                                       uint64_t threshold,
                                       enum doca_dpa_event_cmp comparison) {
  return apiCall(
      __func__,
      [&] { return waitUntil(event->event, threshold, numberOf(comparison)); },
      live(event));
}

// The interface has eight parameters and those of the kernel.
// NOLINTBEGIN(readability-function-size)
doca_error_t
doca_dpa_kernel_launch(doca_dpa_t dpa, doca_dpa_event_t wait_event,
                       uint64_t wait_threshold, doca_dpa_event_t comp_event,
                       uint64_t comp_count, enum doca_dpa_event_op comp_op,
                       doca_dpa_func_t *func, unsigned int nthreads, ...) {
  Arguments arguments;
  va_start(arguments.list, nthreads);
  const char *call = __func__;
  doca_error_t status = apiCall(
      call,
      [&] {
        return checkAndLaunch(call,
                              {dpa, syncEventOf(wait_event), wait_threshold,
                               syncEventOf(comp_event), comp_count,
                               comp_op == DOCA_DPA_EVENT_OP_ADD, nthreads,
                               func},
                              arguments);
      },
      liveOrNull(wait_event), liveOrNull(comp_event), knownOperation(comp_op));
  va_end(arguments.list);
  return status;
}
// NOLINTEND(readability-function-size)
