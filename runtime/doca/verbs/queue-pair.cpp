// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_verbs.h for queue pairs: a queue pair of Flex IO, whose
// rings are the library's or the program's, and what device code knows of it.
#include "runtime/doca/abi/device-objects.h"
#include "runtime/doca/verbs/attributes.h"
#include "runtime/doca/verbs/shared-receive-queue.h"
#include "runtime/doca/verbs/verbs.h"

#include <libflexio/flexio.h>

#include <algorithm>
#include <bit>
#include <cstring>

using namespace dpa::doca;

struct doca_verbs_qp : Object {
  static constexpr const char *kind = "verbs QP";
  ~doca_verbs_qp() {
    if (pair)
      flexio_qp_destroy(pair);
  }

  Use pdUse;
  Use sentUse;
  Use receivedUse;
  Use srqUse;
  QueueMemory memory{kind};
  DeviceMemory object{kind};
  flexio_qp *pair = nullptr;
  flexio_qp_attr attributes; ///< of all changes until now
};

namespace {

/// The right to atomic operations follows that to writes, unless it is set.
constexpr int writeRights = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC;

/// The number of blocks of a send ring: one block holds a request with up to two
/// pieces of memory.
uint32_t sendBlocks(const doca_verbs_qp_init_attr &attr) {
  return std::bit_ceil(attr.sendRequests * blocksOf(attr.sendListMax));
}

struct RingSizes {
  uint64_t receive; ///< rounded up; 0: the receive queue is shared
  uint64_t total;
};

RingSizes ringSizes(const doca_verbs_qp_init_attr &attr) {
  uint64_t receive =
      attr.srq ? 0
               : (attr.receiveRequests * receiveSegment + ringAlignment - 1) /
                     ringAlignment * ringAlignment;
  return {receive, receive + sendBlocks(attr) * uint64_t{DOCA_ABI_SEND_BLOCK}};
}

/// Why a queue pair cannot be created from these; null if it can.
const char *problemOf(const doca_verbs_qp_init_attr &attr) {
  if (!attr.pd)
    return "protection domain is not set";
  if (!attr.sent || !attr.received)
    return "completion context of sends or receives is not set";
  if (sendBlocks(attr) > requestsMax)
    return "send ring is larger than 2 MiB (reduce sq_wr or send_max_sges)";
  return attr.memory.problem(ringSizes(attr).total, true);
}

/// Whether everything that the attributes name still exists.
bool isAllLive(const doca_verbs_qp_init_attr &attr) {
  return isLiveOrNull(attr.pd, doca_verbs_pd::kind) && attr.memory.isLive() &&
         isLiveOrNull(attr.srq, doca_verbs_srq::kind) &&
         isLiveOrNull(attr.sent, DpaCompletion::kind) &&
         isLiveOrNull(attr.received, DpaCompletion::kind);
}

bool isAllStarted(const doca_verbs_qp_init_attr &attr) {
  return isRunning(attr.memory, attr.sent) &&
         isRunning(attr.memory, attr.received);
}

doca_error_t storePair(const doca_verbs_qp_init_attr &attr, doca_verbs_qp &qp) {
  doca_abi_queue_pair object = {};
  object.send.ring = qp.memory.rings + ringSizes(attr).receive;
  object.send.doorbell_record = qp.memory.record;
  object.send.number = flexio_qp_get_qp_num(qp.pair);
  object.send.log_depth = std::bit_width(sendBlocks(attr)) - 1;
  object.send.max_sges = attr.sendListMax;
  object.send.user_index = attr.userIndex;
  object.receive.number = object.send.number;
  object.receive.user_index = attr.userIndex;
  if (!attr.srq) {
    object.receive.ring = qp.memory.rings;
    object.receive.doorbell_record = qp.memory.record;
    object.receive.log_depth = std::bit_width(attr.receiveRequests) - 1;
    object.receive.stride = receiveSegment;
    object.receive.max_sges = 1;
  }
  return qp.object.copy(*qp.memory.dpa, object);
}

uint8_t logOf(unsigned value) {
  return static_cast<uint8_t>(std::bit_width(value) - 1);
}

void fillAttributes(const doca_verbs_qp_init_attr &attr,
                    const QueueMemory &memory, flexio_qp_attr &to) {
  memset(&to, 0, sizeof to);
  to.transport_type =
      attr.type == DOCA_VERBS_QP_TYPE_UC ? FLEXIO_QPC_ST_UC : FLEXIO_QPC_ST_RC;
  to.uar_id = memory.dpa->uarId;
  to.user_index = attr.userIndex;
  to.pd = attr.pd->pd;
  to.log_sq_depth = static_cast<int>(std::bit_width(sendBlocks(attr))) - 1;
  to.sq_cqn = completionOf(attr.sent)->number;
  to.rq_cqn = completionOf(attr.received)->number;
  to.log_sra_max = logOf(doca_verbs_qp_attr().readsMax);
  to.log_rra_max = logOf(doca_verbs_qp_attr().peerReadsMax);
  to.qp_wq_buff_qmem.daddr = memory.rings;
  to.qp_wq_dbr_qmem.daddr = memory.record;
  if (attr.srq) {
    to.rq_type = FLEXIO_QP_QPC_RQ_TYPE_SRQ_RMP_XRC_SRQ_XRQ;
    to.rmpqn = attr.srq->number();
  } else {
    to.log_rq_depth =
        static_cast<int>(std::bit_width(attr.receiveRequests)) - 1;
  }
}

doca_error_t createPair(const doca_verbs_qp_init_attr &attr,
                        doca_verbs_qp *&created) {
  auto qp = std::make_unique<doca_verbs_qp>();
  if (doca_error_t status =
          qp->memory.place(attr.memory, ringSizes(attr).total))
    return status;
  fillAttributes(attr, qp->memory, qp->attributes);
  if (flexio_qp_create(qp->memory.dpa->process, attr.pd->dev->context,
                       &qp->attributes, &qp->pair) != FLEXIO_STATUS_SUCCESS)
    return DOCA_ERROR_DRIVER;
  qp->pdUse = Use(*attr.pd, qp->kind);
  qp->sentUse = Use(*completionOf(attr.sent), qp->kind);
  qp->receivedUse = Use(*completionOf(attr.received), qp->kind);
  if (attr.srq)
    qp->srqUse = Use(*attr.srq, qp->kind);
  if (doca_error_t status = storePair(attr, *qp))
    return status;
  created = publish(std::move(qp));
  return DOCA_SUCCESS;
}

/// The attributes of a change that the mask names.
void mergeChange(const doca_verbs_qp_attr &change, int mask,
                 flexio_qp_attr &to) {
  auto changeRight = [&](int bit, int right, int isAllowed) {
    if (mask & bit)
      to.qp_access_mask =
          isAllowed ? to.qp_access_mask | right : to.qp_access_mask & ~right;
  };
  changeRight(DOCA_VERBS_QP_ATTR_ALLOW_REMOTE_WRITE, writeRights,
              change.allowsWrite);
  changeRight(DOCA_VERBS_QP_ATTR_ATOMIC_MODE, IBV_ACCESS_REMOTE_ATOMIC,
              change.atomicMode != DOCA_VERBS_QP_ATOMIC_MODE_NONE);
  changeRight(DOCA_VERBS_QP_ATTR_ALLOW_REMOTE_READ, IBV_ACCESS_REMOTE_READ,
              change.allowsRead);
  if (mask & DOCA_VERBS_QP_ATTR_MAX_QP_RD_ATOMIC)
    to.log_sra_max = logOf(change.readsMax);
  if (mask & DOCA_VERBS_QP_ATTR_MAX_DEST_RD_ATOMIC)
    to.log_rra_max = logOf(change.peerReadsMax);
  if (mask & DOCA_VERBS_QP_ATTR_PORT_NUM)
    to.vhca_port_num = static_cast<uint8_t>(change.port);
  if (mask & DOCA_VERBS_QP_ATTR_PATH_MTU)
    to.path_mtu = static_cast<flexio_qp_qpc_mtu>(
        int{FLEXIO_QP_QPC_MTU_BYTES_256} + int{change.pathMtu});
  if (mask & DOCA_VERBS_QP_ATTR_RQ_PSN)
    to.next_rcv_psn = change.peerPacket;
  if (mask & DOCA_VERBS_QP_ATTR_SQ_PSN)
    to.next_send_psn = change.ownPacket;
  if (mask & DOCA_VERBS_QP_ATTR_DEST_QP_NUM)
    to.remote_qp_num = change.peerNumber;
  if (mask & DOCA_VERBS_QP_ATTR_MIN_RNR_TIMER)
    to.min_rnr_nak_timer = change.minRnrTimer;
  if (mask & DOCA_VERBS_QP_ATTR_RETRY_CNT)
    to.retry_count = static_cast<uint8_t>(change.retries);
  if (mask & DOCA_VERBS_QP_ATTR_RNR_RETRY)
    to.rnr_retry_count_plus_1 = static_cast<uint8_t>(change.rnrRetries + 1);
  if (mask & DOCA_VERBS_QP_ATTR_ACK_TIMEOUT)
    to.ack_timeout_plus_1 = static_cast<uint8_t>(change.ackTimeout + 1);
  if (mask & DOCA_VERBS_QP_ATTR_AH_ATTR) {
    memcpy(to.rgid_or_rip.raw, change.gid.raw, sizeof change.gid.raw);
    to.gid_table_index = change.ownGid;
  }
}

constexpr flexio_qp_state flexioStates[] = {
    FLEXIO_QP_STATE_RST, FLEXIO_QP_STATE_INIT, FLEXIO_QP_STATE_RTR,
    FLEXIO_QP_STATE_RTS, FLEXIO_QP_STATE_ERR};

doca_error_t changePair(doca_verbs_qp &qp, const doca_verbs_qp_attr &change,
                        int mask) {
  flexio_qp_attr attributes = qp.attributes;
  mergeChange(change, mask, attributes);
  attributes.grh = 1;
  attributes.next_state = flexioStates[change.nextState];
  flexio_qp_attr_opt_param_mask optional = {.qp_access_mask = true,
                                            .min_rnr_nak_timer = false};
  if (flexio_qp_modify(qp.pair, &attributes, &optional) !=
      FLEXIO_STATUS_SUCCESS)
    return DOCA_ERROR_DRIVER;
  qp.attributes = attributes;
  return DOCA_SUCCESS;
}

constexpr int allMaskBits = (DOCA_VERBS_QP_ATTR_MAX_DEST_RD_ATOMIC << 1) - 1;

} // namespace

doca_error_t
doca_verbs_qp_create(struct doca_verbs_context *verbs_context,
                     struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
                     struct doca_verbs_qp **verbs_qp) {
  return apiCall(
      __func__, [&] { return createPair(*verbs_qp_init_attr, *verbs_qp); },
      live(verbs_context), live(verbs_qp_init_attr),
      result(verbs_qp, "verbs_qp"),
      require([=] { return isAllLive(*verbs_qp_init_attr); },
              DOCA_ERROR_INVALID_VALUE,
              "attributes refer to a destroyed object"),
      noProblem([=] { return problemOf(*verbs_qp_init_attr); }),
      require([=] { return verbs_qp_init_attr->isExternal == 1; },
              DOCA_ERROR_NOT_SUPPORTED, hostQueuesProblem),
      require([=] { return isAllStarted(*verbs_qp_init_attr); },
              DOCA_ERROR_BAD_STATE,
              "DPA context or a completion context is not started"));
}

doca_error_t doca_verbs_qp_destroy(struct doca_verbs_qp *verbs_qp) {
  return destroyUnused(__func__, verbs_qp);
}

doca_error_t doca_verbs_qp_modify(struct doca_verbs_qp *verbs_qp,
                                  struct doca_verbs_qp_attr *verbs_qp_attr,
                                  int attr_mask) {
  return apiCall(
      __func__,
      [&] { return changePair(*verbs_qp, *verbs_qp_attr, attr_mask); },
      live(verbs_qp), live(verbs_qp_attr),
      require(
          [=] {
            return (attr_mask & DOCA_VERBS_QP_ATTR_NEXT_STATE) &&
                   (attr_mask & ~allMaskBits) == 0;
          },
          DOCA_ERROR_INVALID_VALUE,
          "attr_mask does not have NEXT_STATE, or has unsupported bits"));
}

uint32_t doca_verbs_qp_get_qpn(const struct doca_verbs_qp *verbs_qp) {
  return checkLive(__func__, verbs_qp, doca_verbs_qp::kind)
             ? 0
             : flexio_qp_get_qp_num(verbs_qp->pair);
}

doca_error_t doca_verbs_qp_get_dpa_handle(struct doca_verbs_qp *verbs_qp,
                                          struct doca_dpa *dpa,
                                          doca_dpa_dev_verbs_qp_t *qp_handle) {
  return getDpaHandle(__func__, verbs_qp, dpa, qp_handle);
}
