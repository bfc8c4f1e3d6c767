// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies that name no queue: see copy-queue.h.
#include "runtime/doca/dpa/copy-queue.h"

#include "runtime/doca/abi/device-objects.h"

#include <libflexio/flexio.h>

namespace dpa::doca {

namespace {

constexpr uint8_t logCopies = 7; ///< as many copies may be in flight
constexpr size_t copyRecordSize = 64;

} // namespace

CopyQueue::CopyQueue(const DpaContext &dpa) {
  view_.dev = dpa.dev;
  view_.process = dpa.process;
  view_.window = dpa.window;
  view_.windowId = dpa.windowId;
  view_.uarId = dpa.uarId;
  view_.isStarted = true;
}

CopyQueue::~CopyQueue() {
  if (queue_)
    flexio_sq_destroy(queue_);
}

doca_error_t CopyQueue::create() {
  doca_error_t status = completions_.create(view_, 1U << logCopies);
  if (status == DOCA_SUCCESS)
    status = ring_.allocate(view_, nullptr,
                            size_t{DOCA_ABI_SEND_BLOCK} << logCopies);
  if (status == DOCA_SUCCESS)
    status = record_.allocate(view_, nullptr, copyRecordSize);
  if (status != DOCA_SUCCESS)
    return status;
  flexio_wq_attr attributes{};
  attributes.log_wq_depth = logCopies;
  attributes.uar_id = view_.uarId;
  attributes.pd = view_.dev->pd;
  attributes.wq_ring_qmem.memtype = FLEXIO_MEMTYPE_DPA;
  attributes.wq_ring_qmem.daddr = ring_.address();
  attributes.wq_dbr_qmem.memtype = FLEXIO_MEMTYPE_DPA;
  attributes.wq_dbr_qmem.daddr = record_.address();
  if (flexio_sq_create(view_.process, view_.dev->context, completions_.number(),
                       &attributes, &queue_) != FLEXIO_STATUS_SUCCESS)
    return DOCA_ERROR_DRIVER;
  doca_abi_copies object{};
  object.queue.send.ring = ring_.address();
  object.queue.send.number = flexio_sq_get_wq_num(queue_);
  object.queue.send.log_depth = logCopies;
  object.completion = completions_.handle();
  return object_.copy(view_, object);
}

} // namespace dpa::doca
