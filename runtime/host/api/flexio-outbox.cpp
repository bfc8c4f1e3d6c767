// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about UARs and outboxes.
#include "runtime/host/api/api-call.h"
#include "runtime/host/api/hand-out.h"
#include "runtime/host/objects/nic-objects.h"
#include "runtime/host/process/device-context.h"

#include <libflexio/flexio.h>

using namespace dpa;
using namespace dpa::host;

namespace {

flexio_status failed(const char *call, const FlexioProcess &process,
                     const char *kind, const std::string &error) {
  logError(call, "process %s: cannot create %s: %s", process.title().c_str(),
           kind, error.c_str());
  return FLEXIO_STATUS_FAILED;
}

} // namespace

flexio_uar *flexio_process_get_uar(flexio_process *process) {
  return ApiCall(__func__, Given(process), Live(processes, process))
      .pointer<flexio_uar>(
          [](auto, const auto &found) { return uarOf(*found); });
}

flexio_status flexio_uar_create(flexio_process *process, flexio_uar **uar) {
  return ApiCall(__func__, Given(process, uar), ResultPointer(uar),
                 Live(processes, process))
      .status([&](const char *call, const auto &owner) {
        std::string error;
        auto made = std::make_shared<FlexioUar>(
            owner, owner->deviceProcess().createUar(error));
        if (!made->uar)
          return failed(call, *owner, "a UAR", error);
        return handOut(call, *owner, uars(), std::move(made), *uar);
      });
}

flexio_status flexio_uar_destroy(flexio_uar *uar) {
  return ApiCall(__func__, Given(uar)).status([&](const char *call) {
    if (!uar || uars().isInherited(uar))
      return FLEXIO_STATUS_SUCCESS;
    std::shared_ptr<FlexioUar> found = uars().expect(call, uar);
    if (found && !found->uar) {
      logError(call, "UAR 0x%x is the default UAR of process %s", found->id(),
               found->process().title().c_str());
      return FLEXIO_STATUS_FAILED;
    }
    return found && uars().remove(uar) ? FLEXIO_STATUS_SUCCESS
                                       : FLEXIO_STATUS_FAILED;
  });
}

flexio_status flexio_uar_extend(flexio_uar *in_uar, ibv_context *to_extend,
                                flexio_uar **extended) {
  return ApiCall(__func__, Given(in_uar, to_extend, extended),
                 ResultPointer(extended), Live(uars, in_uar))
      .status([&](const char *call, const auto &found) {
        std::shared_ptr<Device> device = deviceOf(call, to_extend);
        if (!device)
          return FLEXIO_STATUS_FAILED;
        std::string error = "the device is its own";
        std::unique_ptr<ExtendedUar> uar;
        if (device.get() != &found->process().device())
          uar = found->owner->deviceProcess().extendUar(device, error);
        if (!uar)
          return failed(call, found->process(), "an extended UAR", error);
        auto made = std::make_shared<FlexioUar>(found->owner);
        made->device = uar->device();
        made->uar = std::move(uar);
        return handOut(call, found->process(), uars(), std::move(made),
                       *extended);
      });
}

flexio_uar_device_id flexio_uar_get_extended_id(flexio_uar *uar) {
  return ApiCall(__func__, Given(uar), Live(uars, uar))
      .value(UINT32_MAX, [](const char *call, const auto &found) {
        if (found->device != 0)
          return found->device;
        logError(call, "UAR 0x%x is not extended to another device",
                 found->id());
        return UINT32_MAX;
      });
}

uint32_t flexio_uar_get_id(flexio_uar *uar) {
  return ApiCall(__func__, Given(uar), Live(uars, uar))
      .value(UINT32_MAX, [](auto, const auto &found) { return found->id(); });
}

flexio_status flexio_outbox_create(flexio_process *process,
                                   flexio_outbox_attr *fattr,
                                   flexio_outbox **outbox) {
  return ApiCall(__func__, Given(process, fattr, outbox), ResultPointer(outbox),
                 Live(processes, process), attributesGiven(fattr))
      .status([&](const char *call, const auto &owner) {
        std::string error;
        auto made = std::make_shared<FlexioOutbox>(
            owner,
            owner->deviceProcess().createOutbox(fattr->en_pcc != 0, error));
        if (!made->outbox)
          return failed(call, *owner, "an outbox", error);
        return handOut(call, *owner, outboxes(), std::move(made), *outbox);
      });
}

flexio_status flexio_outbox_destroy(flexio_outbox *outbox) {
  return destroyHandle(__func__, outboxes, outbox);
}

uint32_t flexio_outbox_get_id(flexio_outbox *outbox) {
  return ApiCall(__func__, Given(outbox), Live(outboxes, outbox))
      .value(UINT32_MAX,
             [](auto, const auto &found) { return found->outbox->id(); });
}

flexio_uar *flexio_outbox_get_uar(flexio_outbox *outbox) {
  return ApiCall(__func__, Given(outbox), Live(outboxes, outbox))
      .pointer<flexio_uar>(
          [](auto, const auto &found) { return uarOf(found->process()); });
}
