// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starting and stopping RDMA contexts: see rdma.h.
#include "runtime/doca/rdma/rdma.h"

#include <libflexio/flexio.h>

#include <bit>
#include <cstddef>

using namespace dpa::doca;

namespace {

constexpr size_t receiveEntrySize = 16; // a data segment
constexpr size_t rdmaRecordSize = 8;

doca_error_t refuse(doca_error_t status, const char *problem) {
  sdkLog(DOCA_LOG_LEVEL_ERROR, "doca_ctx_start", "%s", problem);
  return status;
}

} // namespace

doca_rdma::~doca_rdma() {
  static_cast<void>(stopContext());
}

doca_error_t doca_rdma::allocate() {
  DpaContext &dpa = *context.dpa;
  memory = std::make_unique<RdmaMemory>();
  struct {
    DeviceMemory &memory;
    size_t size;
  } parts[] = {
      {memory->receiveRing, settings.receiveQueueSize * receiveEntrySize},
      {memory->receiveRecord, rdmaRecordSize},
      {memory->connections,
       settings.connectionsMax * sizeof(doca_abi_queue_pair)},
      {memory->result, rdmaResultSize},
      {memory->object, sizeof(doca_abi_rdma)},
  };
  for (auto &part : parts)
    if (doca_error_t status = part.memory.allocate(dpa, nullptr, part.size))
      return status;
  if (ownsCompletions)
    if (doca_error_t status =
            memory->completions.create(dpa, settings.sendQueueSize))
      return status;
  return registerResult();
}

doca_error_t doca_rdma::registerResult() {
  DpaContext &dpa = *context.dpa;
  bool isExtended = flexio_process_get_pd(dpa.process) != dpa.dev->pd;
  memory->resultAddress = isExtended
                              ? reinterpret_cast<uint64_t>(memory->hostResult)
                              : memory->result.address();
  return isExtended
             ? memory->resultKey.registerHost(*dev, memory->hostResult,
                                              rdmaResultSize,
                                              DOCA_ACCESS_FLAG_LOCAL_READ_WRITE)
             : memory->resultKey.registerDpa(*dev, dpa, memory->resultAddress,
                                             rdmaResultSize,
                                             DOCA_ACCESS_FLAG_LOCAL_READ_WRITE);
}

doca_error_t doca_rdma::createReceives() {
  flexio_wq_attr attributes = {};
  attributes.log_wq_depth =
      static_cast<uint8_t>(std::bit_width(settings.receiveQueueSize) - 1);
  attributes.log_wq_stride =
      static_cast<uint8_t>(std::countr_zero(receiveEntrySize));
  attributes.pd = dev->pd;
  attributes.rq.wq_type = FLEXIO_WQ_TYPE_CYCLIC;
  attributes.wq_ring_qmem.daddr = memory->receiveRing.address();
  attributes.wq_dbr_qmem.daddr = memory->receiveRecord.address();
  return flexio_rmp_create(context.dpa->process, dev->context, &attributes,
                           &receives) == FLEXIO_STATUS_SUCCESS
             ? DOCA_SUCCESS
             : DOCA_ERROR_DRIVER;
}

doca_error_t doca_rdma::storeObject() {
  doca_abi_rdma object = {};
  object.connections = memory->connections.address();
  object.completion = memory->completions.handle();
  object.receive.ring = memory->receiveRing.address();
  object.receive.doorbell_record = memory->receiveRecord.address();
  object.receive.number = flexio_rmp_get_wq_num(receives);
  object.receive.log_depth = std::bit_width(settings.receiveQueueSize) - 1;
  object.receive.stride = receiveEntrySize;
  object.receive.max_sges = 1;
  return memory->object.write(0, &object, sizeof object);
}

doca_error_t doca_rdma::startContext() {
  if (!context.dpa)
    return refuse(DOCA_ERROR_NOT_CONNECTED,
                  "RDMA by host code is not supported "
                  "(doca_ctx_set_datapath_on_dpa() first)");
  if (!context.dpa->isStarted || context.dpa->hasFailed)
    return refuse(DOCA_ERROR_BAD_STATE, "DPA context is not running");
  if (context.dpa->dev->info->name != dev->info->name)
    return refuse(DOCA_ERROR_INVALID_VALUE,
                  "DPA context is on another device than the RDMA context");
  if (!ownsCompletions && (!completion || !completion->isStarted))
    return refuse(DOCA_ERROR_BAD_STATE,
                  "completion context is not attached or not started");
  if (!ownsCompletions && completion->dpa != context.dpa)
    return refuse(DOCA_ERROR_INVALID_VALUE,
                  "completion context belongs to another DPA context");
  doca_error_t status = allocate();
  if (status == DOCA_SUCCESS)
    status = createReceives();
  if (status == DOCA_SUCCESS)
    status = storeObject();
  if (status != DOCA_SUCCESS)
    static_cast<void>(stopContext());
  return status;
}

doca_error_t doca_rdma::stopContext() {
  connections.clear();
  if (receives)
    flexio_rmp_destroy(std::exchange(receives, nullptr));
  memory.reset();
  return DOCA_SUCCESS;
}

doca_error_t doca_rdma::addConnection(doca_rdma_connection *&connection) {
  if (connections.size() == settings.connectionsMax)
    return DOCA_ERROR_NO_MEMORY;
  auto made = std::make_unique<doca_rdma_connection>(*this);
  auto number = static_cast<uint32_t>(connections.size());
  doca_error_t status = made->create(number);
  if (status != DOCA_SUCCESS)
    return status;
  doca_abi_queue_pair object = made->object();
  status =
      memory->connections.write(number * sizeof object, &object, sizeof object);
  uint32_t count = number + 1;
  if (status == DOCA_SUCCESS)
    status = memory->object.write(offsetof(doca_abi_rdma, count), &count,
                                  sizeof count);
  if (status != DOCA_SUCCESS)
    return status;
  connection = made.get();
  enterObject(connection, doca_rdma_connection::kind);
  connections.push_back(std::move(made));
  return DOCA_SUCCESS;
}
