// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about queue pairs.
#include "base/bytes.h"
#include "runtime/host/api/api-call.h"
#include "runtime/host/api/hand-out.h"
#include "runtime/host/api/queue-device.h"
#include "runtime/host/objects/queue-pairs.h"

#include <libflexio/flexio.h>

#include <bit>

using namespace dpa;
using namespace dpa::host;

namespace {

Result<std::shared_ptr<FlexioQp>>
createQp(const std::shared_ptr<FlexioProcess> &process,
         const QueueDevice &device, const flexio_qp_attr &attributes) {
  const ibv_pd *domain =
      attributes.pd || device.number != 0 ? attributes.pd : process->pd();
  if (!device.device->hostMemory().hasDomain(domain))
    return Error{hex(std::bit_cast<uintptr_t>(domain)) +
                 " is not a protection domain of its device"};
  return FlexioQp::create(process, device.device, device.number, domain,
                          attributes);
}

flexio_qp_state shownState(QueuePairState state) {
  switch (state) {
  case QueuePairState::Reset:
  case QueuePairState::Init:
  case QueuePairState::ReadyToReceive:
  case QueuePairState::ReadyToSend:
    return static_cast<flexio_qp_state>(state);
  case QueuePairState::SendDrained:
    return FLEXIO_QP_STATE_RTS;
  case QueuePairState::SendError:
  case QueuePairState::Error:
    break;
  }
  return FLEXIO_QP_STATE_ERR;
}

} // namespace

flexio_status flexio_qp_create(flexio_process *process, ibv_context *ibv_ctx,
                               flexio_qp_attr *qp_fattr, flexio_qp **qp_ptr) {
  return ApiCall(__func__, Given(process, ibv_ctx, qp_fattr, qp_ptr),
                 ResultPointer(qp_ptr), Live(processes, process),
                 attributesGiven(qp_fattr))
      .status([&](const char *call, const auto &owner) {
        std::optional<QueueDevice> device = queueDevice(call, *owner, ibv_ctx);
        if (!device)
          return FLEXIO_STATUS_FAILED;
        Result<std::shared_ptr<FlexioQp>> created =
            createQp(owner, *device, *qp_fattr);
        if (created)
          return handOut(call, *owner, queuePairs(), *std::move(created),
                         *qp_ptr);
        logError(call, "process %s: queue pair: %s", owner->title().c_str(),
                 created.error().message.c_str());
        return FLEXIO_STATUS_FAILED;
      });
}

flexio_status flexio_qp_destroy(flexio_qp *qp) {
  return destroyHandle(__func__, queuePairs, qp);
}

uint32_t flexio_qp_get_qp_num(flexio_qp *qp) {
  return ApiCall(__func__, Given(qp), Live(queuePairs, qp))
      .value(UINT32_MAX,
             [](auto, const auto &found) { return found->number(); });
}

flexio_status flexio_qp_modify(flexio_qp *qp, flexio_qp_attr *fattr,
                               flexio_qp_attr_opt_param_mask *mask) {
  return ApiCall(__func__, Given(qp, fattr, mask), Live(queuePairs, qp),
                 attributesGiven(fattr))
      .status([&](const char *call, const auto &found) {
        constexpr flexio_qp_attr_opt_param_mask none = {};
        Result<void> changed = found->modify(*fattr, mask ? *mask : none);
        if (changed)
          return FLEXIO_STATUS_SUCCESS;
        logError(call, "process %s: queue pair 0x%x: %s",
                 found->process().title().c_str(), found->number(),
                 changed.error().message.c_str());
        return FLEXIO_STATUS_FAILED;
      });
}

flexio_qp_state flexio_qp_state_get(flexio_qp *qp) {
  return ApiCall(__func__, Given(qp), Live(queuePairs, qp))
      .value(FLEXIO_QP_STATE_ERR, [](auto, const auto &found) {
        return shownState(found->state());
      });
}
