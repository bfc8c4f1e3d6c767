// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about windows and memory keys. The device does the work.
#include "runtime/host/api/api-call.h"
#include "runtime/host/api/hand-out.h"
#include "runtime/host/objects/window.h"

#include <libflexio/flexio.h>

using namespace dpa::host;

namespace {

bool isDomain(const char *call, FlexioProcess &process, const ibv_pd *pd) {
  if (pd && process.hostMemory().hasDomain(pd))
    return true;
  if (pd)
    logError(call, "process %s: %p is not a protection domain of its device",
             process.title().c_str(), static_cast<const void *>(pd));
  else
    logError(call, "process %s: the protection domain is NULL",
             process.title().c_str());
  return false;
}

// The new key; 0, with an entry in the log, on failure.
uint32_t createKey(const char *call, FlexioProcess &process,
                   const flexio_mkey_attr &attributes) {
  if (!isDomain(call, process, attributes.pd))
    return 0;
  if (dpa::Result<void> inside = process.memory().checkKeyRange(
          attributes.daddr, attributes.len, attributes.access);
      !inside) {
    logError(call, "process %s: %s", process.title().c_str(),
             inside.error().message.c_str());
    return 0;
  }
  constexpr auto writes =
      static_cast<unsigned>(IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
                            IBV_ACCESS_REMOTE_ATOMIC);
  constexpr auto remote = static_cast<unsigned>(
      IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
      IBV_ACCESS_REMOTE_ATOMIC); // the values of dpa::remoteAccess
  const auto access = static_cast<unsigned>(attributes.access);
  uint32_t key = process.deviceProcess().windows().createKey(
      {.domain = attributes.pd,
       .address = attributes.daddr,
       .size = attributes.len,
       .mayWrite = (access & writes) != 0,
       .remoteAccess = static_cast<uint8_t>(access & remote),
       .isRelaxed = (access & IBV_ACCESS_RELAXED_ORDERING) != 0});
  if (key == 0)
    logError(call,
             "process %s: %zu bytes at device address %s are not all in the "
             "process's data, or there are no more keys",
             process.title().c_str(), attributes.len,
             dpa::hex(attributes.daddr).c_str());
  return key;
}

} // namespace

flexio_status flexio_window_create(flexio_process *process, ibv_pd *pd,
                                   flexio_window **window) {
  return ApiCall(__func__, Given(process, pd, window), ResultPointer(window),
                 Live(processes, process))
      .status([&](const char *call, const auto &owner) {
        if (!isDomain(call, *owner, pd))
          return FLEXIO_STATUS_FAILED;
        uint32_t id = owner->deviceProcess().windows().createWindow(pd);
        if (id == 0) {
          logError(call, "process %s has no more windows (there are 65535)",
                   owner->title().c_str());
          return FLEXIO_STATUS_FAILED;
        }
        return handOut(call, *owner, windows(),
                       std::make_shared<NumberedObject>(owner, id), *window);
      });
}

flexio_status flexio_window_destroy(flexio_window *window) {
  return destroyHandle(__func__, windows, window, [](NumberedObject &gone) {
    gone.owner->deviceProcess().windows().destroyWindow(gone.number);
    return FLEXIO_STATUS_SUCCESS;
  });
}

uint32_t flexio_window_get_id(flexio_window *window) {
  return ApiCall(__func__, Given(window), Live(windows, window))
      .value(UINT32_MAX, [](auto, const auto &found) { return found->number; });
}

flexio_status flexio_device_mkey_create(flexio_process *process,
                                        flexio_mkey_attr *fattr,
                                        flexio_mkey **mkey) {
  return ApiCall(__func__, Given(process, fattr, mkey), ResultPointer(mkey),
                 Live(processes, process), attributesGiven(fattr))
      .status([&](const char *call, const auto &owner) {
        uint32_t key = createKey(call, *owner, *fattr);
        if (key == 0)
          return FLEXIO_STATUS_FAILED;
        return handOut(call, *owner, mkeys(),
                       std::make_shared<NumberedObject>(owner, key), *mkey);
      });
}

flexio_status flexio_device_mkey_destroy(flexio_mkey *mkey) {
  return destroyHandle(__func__, mkeys, mkey, [](NumberedObject &gone) {
    gone.owner->deviceProcess().windows().destroyKey(gone.number);
    return FLEXIO_STATUS_SUCCESS;
  });
}

uint32_t flexio_mkey_get_id(flexio_mkey *mkey) {
  return ApiCall(__func__, Given(mkey), Live(mkeys, mkey))
      .value(UINT32_MAX, [](auto, const auto &found) { return found->number; });
}

uint32_t flexio_process_get_dumem_id(flexio_process *process) {
  return ApiCall(__func__, Given(process), Live(processes, process))
      .value(UINT32_MAX, [](auto, const auto &found) {
        return found->deviceProcess().id();
      });
}
