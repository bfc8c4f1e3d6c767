// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Connections: see connection.h.
#include "runtime/doca/rdma/connection.h"

#include "runtime/doca/rdma/rdma.h"

#include <libflexio/flexio.h>

#include <bit>
#include <cstring>

using namespace dpa::doca;

namespace {

constexpr uint32_t firstPacketNumber = 0;
constexpr uint32_t minRnrTimer = 1;   // 10 microseconds
constexpr uint8_t retryCount = 7;     // without acknowledgement
constexpr uint8_t logOutstanding = 4; // reads and atomics, the largest
constexpr size_t connectionRecordSize = 8;

int remoteRights(uint32_t permissions) {
  int rights = 0;
  if (permissions & DOCA_ACCESS_FLAG_RDMA_READ)
    rights |= IBV_ACCESS_REMOTE_READ;
  if (permissions & DOCA_ACCESS_FLAG_RDMA_WRITE)
    rights |= IBV_ACCESS_REMOTE_WRITE;
  if (permissions & DOCA_ACCESS_FLAG_RDMA_ATOMIC)
    rights |= IBV_ACCESS_REMOTE_ATOMIC;
  return rights;
}

uint8_t logOfQueue(uint32_t size) {
  return static_cast<uint8_t>(std::bit_width(size) - 1);
}

/// The MTU of a context, or of its port.
bool chooseMtu(const doca_rdma &rdma, uint32_t &mtu) {
  if (rdma.settings.mtu >= 0) {
    mtu = rdma.settings.mtu;
    return true;
  }
  ibv_port_attr port;
  if (ibv_query_port(rdma.dev->context, 1, &port))
    return false;
  mtu = port.active_mtu - IBV_MTU_256 + DOCA_MTU_SIZE_256_BYTES;
  return true;
}

doca_error_t driverStatus(flexio_status status) {
  return status == FLEXIO_STATUS_SUCCESS ? DOCA_SUCCESS : DOCA_ERROR_DRIVER;
}

} // namespace

bool dpa::doca::readConnection(const void *bytes, size_t size,
                               ConnectionDescription &description) {
  return importBytes(bytes, size, ExportKind::Connection, description) &&
         description.mtu <= DOCA_MTU_SIZE_4K_BYTES;
}

doca_rdma_connection::~doca_rdma_connection() {
  removeObject(this, kind);
  if (pair_)
    flexio_qp_destroy(pair_);
}

doca_error_t doca_rdma_connection::create(uint32_t number) {
  id = number;
  DpaContext &dpa = *rdma.context.dpa;
  const RdmaSettings &settings = rdma.settings;
  doca_error_t status = ring_.allocate(
      dpa, nullptr, size_t{settings.sendQueueSize} * DOCA_ABI_SEND_BLOCK);
  if (status == DOCA_SUCCESS)
    status = record_.allocate(dpa, nullptr, connectionRecordSize);
  if (status != DOCA_SUCCESS)
    return status;
  flexio_qp_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.transport_type = FLEXIO_QPC_ST_RC;
  attributes.uar_id = dpa.uarId;
  attributes.user_index = id;
  attributes.qp_access_mask = remoteRights(settings.permissions);
  attributes.pd = rdma.dev->pd;
  attributes.log_sq_depth = logOfQueue(settings.sendQueueSize);
  attributes.sq_cqn = rdma.completionNumber();
  attributes.rq_cqn = rdma.completionNumber();
  attributes.rq_type = FLEXIO_QP_QPC_RQ_TYPE_SRQ_RMP_XRC_SRQ_XRQ;
  attributes.rmpqn = flexio_rmp_get_wq_num(rdma.receives);
  attributes.qp_wq_buff_qmem.daddr = ring_.address();
  attributes.qp_wq_dbr_qmem.daddr = record_.address();
  status = driverStatus(
      flexio_qp_create(dpa.process, rdma.dev->context, &attributes, &pair_));
  if (status != DOCA_SUCCESS)
    return status;
  attributes.next_state = FLEXIO_QP_STATE_INIT;
  attributes.vhca_port_num = 1;
  status = driverStatus(flexio_qp_modify(pair_, &attributes, nullptr));
  return status == DOCA_SUCCESS ? describe() : status;
}

doca_error_t doca_rdma_connection::describe() {
  ConnectionDescription own = {.kind = ExportKind::Connection,
                               .version = exportVersion,
                               .number = flexio_qp_get_qp_num(pair_),
                               .firstPacket = firstPacketNumber,
                               .gid = {},
                               .mtu = 0,
                               .reserved = 0};
  ibv_gid gid = {};
  if (ibv_query_gid(rdma.dev->context, 1,
                    static_cast<int>(rdma.settings.gidIndex), &gid) ||
      !chooseMtu(rdma, mtu_))
    return DOCA_ERROR_DRIVER;
  memcpy(own.gid, gid.raw, sizeof own.gid);
  own.mtu = mtu_;
  description = exportBytes(own);
  return DOCA_SUCCESS;
}

doca_error_t doca_rdma_connection::connect(const ConnectionDescription &peer) {
  flexio_qp_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.vhca_port_num = 1;
  attributes.remote_qp_num = peer.number;
  attributes.next_rcv_psn = peer.firstPacket;
  attributes.next_send_psn = firstPacketNumber;
  attributes.gid_table_index = static_cast<uint8_t>(rdma.settings.gidIndex);
  memcpy(attributes.rgid_or_rip.raw, peer.gid, sizeof peer.gid);
  attributes.path_mtu = static_cast<flexio_qp_qpc_mtu>(
      FLEXIO_QP_QPC_MTU_BYTES_256 + std::min(mtu_, peer.mtu));
  attributes.min_rnr_nak_timer = minRnrTimer;
  attributes.retry_count = retryCount;
  attributes.rnr_retry_count_plus_1 =
      static_cast<uint8_t>(rdma.settings.rnrRetryCount + 1);
  attributes.log_rra_max = logOutstanding;
  attributes.log_sra_max = logOutstanding;
  attributes.grh = 1;
  for (flexio_qp_state state : {FLEXIO_QP_STATE_RTR, FLEXIO_QP_STATE_RTS}) {
    attributes.next_state = state;
    if (flexio_qp_modify(pair_, &attributes, nullptr) != FLEXIO_STATUS_SUCCESS)
      return DOCA_ERROR_DRIVER;
  }
  isConnected = true;
  return DOCA_SUCCESS;
}

doca_abi_queue_pair doca_rdma_connection::object() const {
  doca_abi_queue_pair pair = {};
  pair.send.ring = ring_.address();
  pair.send.number = flexio_qp_get_qp_num(pair_);
  pair.send.log_depth = logOfQueue(rdma.settings.sendQueueSize);
  pair.send.max_sges = 1;
  pair.send.result = rdma.memory->resultAddress;
  pair.send.result_key = rdma.memory->resultKey.key();
  pair.send.user_index = id;
  return pair;
}
