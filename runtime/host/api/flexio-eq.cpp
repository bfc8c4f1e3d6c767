// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about event queues.
#include "runtime/host/api/api-call.h"
#include "runtime/host/api/hand-out.h"
#include "runtime/host/api/queue-device.h"
#include "runtime/host/objects/event-handler.h"
#include "runtime/host/objects/nic-objects.h"
#include "runtime/host/objects/queue-place.h"

#include <libflexio/flexio.h>

using namespace dpa;
using namespace dpa::host;

namespace {

// The activation id of the thread that entries start; 0: none.
Result<uint32_t> threadOf(const FlexioProcess &process,
                          const flexio_eq_attr &attributes) {
  if (!attributes.thread)
    return 0u;
  std::shared_ptr<EventHandler> handler = threads().find(attributes.thread);
  if (!handler)
    return Error{"its thread is not a live thread handle"};
  if (&handler->process() != &process)
    return Error{"its thread belongs to another process"};
  return handler->thread().activationId();
}

Result<std::shared_ptr<FlexioEq>>
create(const std::shared_ptr<FlexioProcess> &process,
       const flexio_eq_attr &attributes) {
  const Result<uint32_t> thread = threadOf(*process, attributes);
  if (!thread)
    return thread.error();
  const Result<QueuePlace> ring = placeOf(attributes.eq_ring_qmem);
  if (!ring)
    return ring.error();
  return FlexioEq::create(process, {.logDepth = attributes.log_eq_depth,
                                    .uar = attributes.uar_id,
                                    .thread = *thread,
                                    .ring = *ring});
}

} // namespace

flexio_status flexio_eq_create(flexio_process *process, ibv_context *ibv_ctx,
                               const flexio_eq_attr *fattr, flexio_eq **eq) {
  return ApiCall(__func__, Given(process, ibv_ctx, fattr, eq),
                 ResultPointer(eq), Live(processes, process),
                 attributesGiven(fattr))
      .status([&](const char *call, const auto &owner) {
        if (!isOwnDevice(call, *owner, ibv_ctx))
          return FLEXIO_STATUS_FAILED;
        Result<std::shared_ptr<FlexioEq>> made = create(owner, *fattr);
        if (made)
          return handOut(call, *owner, eventQueues(), *std::move(made), *eq);
        logError(call, "process %s: event queue: %s", owner->title().c_str(),
                 made.error().message.c_str());
        return FLEXIO_STATUS_FAILED;
      });
}

flexio_status flexio_eq_destroy(flexio_eq *eq) {
  return destroyHandle(__func__, eventQueues, eq);
}

uint32_t flexio_eq_get_eq_num(flexio_eq *eq) {
  return ApiCall(__func__, Given(eq), Live(eventQueues, eq))
      .value(UINT32_MAX,
             [](auto, const auto &found) { return found->eq->number(); });
}
