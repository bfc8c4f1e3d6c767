// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about windows and memory keys. The device does the work.
#include "runtime/host/api/guard.h"
#include "runtime/host/objects/window.h"
#include "runtime/host/support/expected-object.h"

#include <libflexio/flexio.h>

using namespace dpa;
using namespace dpa::host;

namespace dpa::host {

Handles<FlexioWindow> &windows() {
  static auto &table = *new Handles<FlexioWindow>;
  return table;
}

Handles<FlexioMkey> &mkeys() {
  static auto &table = *new Handles<FlexioMkey>;
  return table;
}

void forgetWindows(const FlexioProcess &process) {
  auto isOfProcess = [&](const auto &object) {
    return object.process().get() == &process;
  };
  while (const void *handle = windows().findIf(isOfProcess).first)
    windows().remove(handle);
  while (const void *handle = mkeys().findIf(isOfProcess).first)
    mkeys().remove(handle);
}

} // namespace dpa::host

namespace {

bool isDomain(const char *call, FlexioProcess &process, const ibv_pd *pd) {
  if (pd && process.hostMemory().hasDomain(pd))
    return true;
  if (pd)
    logError(call, "process %s: %p is no protection domain of its device",
             process.title().c_str(), static_cast<const void *>(pd));
  else
    logError(call, "process %s: the protection domain is NULL",
             process.title().c_str());
  return false;
}

} // namespace

flexio_status flexio_window_create(flexio_process *process, ibv_pd *pd,
                                   flexio_window **window) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!window) {
      logError(call, "the result pointer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    *window = nullptr;
    std::shared_ptr<FlexioProcess> owner = processOf(call, process);
    if (!owner || !isDomain(call, *owner, pd))
      return FLEXIO_STATUS_FAILED;
    uint32_t id = owner->windows().createWindow(pd);
    if (id == 0) {
      logError(call, "process %s has no more windows (there are 65535)",
               owner->title().c_str());
      return FLEXIO_STATUS_FAILED;
    }
    auto created = std::make_shared<FlexioWindow>(std::move(owner), id);
    *window = reinterpret_cast<flexio_window *>(created.get());
    windows().add(*window, std::move(created));
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status flexio_window_destroy(flexio_window *window) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!window)
      return FLEXIO_STATUS_SUCCESS;
    std::shared_ptr<FlexioWindow> gone =
        expectedObject(call, windows().remove(window), window, "window");
    if (!gone)
      return FLEXIO_STATUS_FAILED;
    gone->process()->windows().destroyWindow(gone->id());
    return FLEXIO_STATUS_SUCCESS;
  });
}

uint32_t flexio_window_get_id(flexio_window *window) {
  return guarded(__func__, UINT32_MAX, [&, call = __func__] {
    std::shared_ptr<FlexioWindow> object =
        expectedObject(call, windows().find(window), window, "window");
    return object ? object->id() : UINT32_MAX;
  });
}

flexio_status flexio_device_mkey_create(flexio_process *process,
                                        flexio_mkey_attr *fattr,
                                        flexio_mkey **mkey) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!mkey) {
      logError(call, "the result pointer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    *mkey = nullptr;
    std::shared_ptr<FlexioProcess> owner = processOf(call, process);
    if (!owner)
      return FLEXIO_STATUS_FAILED;
    if (!fattr) {
      logError(call, "the attributes are NULL");
      return FLEXIO_STATUS_FAILED;
    }
    if (!isDomain(call, *owner, fattr->pd))
      return FLEXIO_STATUS_FAILED;
    if (Result<void> inside =
            owner->checkKeyRange(fattr->daddr, fattr->len, fattr->access);
        !inside) {
      logError(call, "process %s: %s", owner->title().c_str(),
               inside.error().message.c_str());
      return FLEXIO_STATUS_FAILED;
    }
    constexpr auto writes =
        static_cast<unsigned>(IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
                              IBV_ACCESS_REMOTE_ATOMIC);
    uint32_t key = owner->windows().createKey(
        {.domain = fattr->pd,
         .address = fattr->daddr,
         .size = fattr->len,
         .mayWrite = (static_cast<unsigned>(fattr->access) & writes) != 0});
    if (key == 0) {
      logError(call,
               "process %s: %zu bytes at device address %s are not all in the "
               "process's data, or there are no more keys",
               owner->title().c_str(), fattr->len, hex(fattr->daddr).c_str());
      return FLEXIO_STATUS_FAILED;
    }
    auto created = std::make_shared<FlexioMkey>(std::move(owner), key);
    *mkey = reinterpret_cast<flexio_mkey *>(created.get());
    mkeys().add(*mkey, std::move(created));
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status flexio_device_mkey_destroy(flexio_mkey *mkey) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!mkey)
      return FLEXIO_STATUS_SUCCESS;
    std::shared_ptr<FlexioMkey> gone =
        expectedObject(call, mkeys().remove(mkey), mkey, "memory key");
    if (!gone)
      return FLEXIO_STATUS_FAILED;
    gone->process()->windows().destroyKey(gone->key());
    return FLEXIO_STATUS_SUCCESS;
  });
}

uint32_t flexio_mkey_get_id(flexio_mkey *mkey) {
  return guarded(__func__, UINT32_MAX, [&, call = __func__] {
    std::shared_ptr<FlexioMkey> object =
        expectedObject(call, mkeys().find(mkey), mkey, "memory key");
    return object ? object->key() : UINT32_MAX;
  });
}

uint32_t flexio_process_get_dumem_id(flexio_process *process) {
  return guarded(__func__, UINT32_MAX, [&, call = __func__] {
    std::shared_ptr<FlexioProcess> object = processOf(call, process);
    return object ? object->memoryId() : UINT32_MAX;
  });
}
