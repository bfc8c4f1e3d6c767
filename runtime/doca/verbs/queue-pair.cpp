// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_verbs.h for queue pairs: a queue pair of Flex IO, whose
// rings are the library's or the program's, and what device code knows of it.
#include "runtime/doca/abi/device-objects.h"
#include "runtime/doca/common/device-memory.h"
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
  Use ringsUse;
  Use recordUse;
  Use uarUse;
  DpaContext *dpa = nullptr;
  DeviceMemory rings;
  DeviceMemory record;
  DeviceMemory object;
  flexio_qp *pair = nullptr;
  flexio_qp_attr attributes; ///< of all changes until now
};

namespace {

constexpr uint64_t receiveEntry = 16; // a data segment
constexpr uint64_t ringAlignment = 64;
constexpr uint64_t recordSize = 8;
constexpr uint8_t logOutstandingMax = 4;

struct RingSizes {
  uint64_t receive; ///< rounded up
  uint64_t total;
};

RingSizes ringSizes(const doca_verbs_qp_init_attr &attr) {
  uint64_t receive = (attr.receiveRequests * receiveEntry + ringAlignment - 1) /
                     ringAlignment * ringAlignment;
  return {receive, receive + attr.sendRequests * uint64_t{DOCA_ABI_SEND_BLOCK}};
}

bool isWithin(const doca_umem &memory, uint64_t offset, uint64_t size) {
  return offset <= memory.size && size <= memory.size - offset;
}

/// Why a queue pair cannot be made of these; null if it can.
const char *problemOf(const doca_verbs_qp_init_attr &attr) {
  bool hasMemory = attr.rings && attr.record && attr.uar;
  bool hasSomeMemory = attr.rings || attr.record || attr.uar;
  if (!attr.pd)
    return "there is no protection domain";
  if (!attr.sent || !attr.received)
    return "there is no completion context for sends or receives";
  if (attr.dpa ? hasSomeMemory : !hasMemory)
    return "expected either a DPA, or rings, doorbell record and UAR";
  if (hasMemory &&
      (!isWithin(*attr.rings, attr.ringsOffset, ringSizes(attr).total) ||
       !isWithin(*attr.record, attr.recordOffset, recordSize)))
    return "rings or doorbell record are not inside their memory";
  return nullptr;
}

/// Whether everything that the attributes name still exists.
bool isAllLive(const doca_verbs_qp_init_attr &attr) {
  auto isLive = [](const void *handle, const char *kind) {
    return !handle || liveness(handle, kind) == Liveness::Live;
  };
  return isLive(attr.pd, doca_verbs_pd::kind) &&
         isLive(attr.dpa, DpaContext::kind) &&
         isLive(attr.rings, doca_umem::kind) &&
         isLive(attr.record, doca_umem::kind) &&
         isLive(attr.uar, doca_uar::kind) &&
         isLive(attr.sent, DpaCompletion::kind) &&
         isLive(attr.received, DpaCompletion::kind);
}

bool isAllStarted(const doca_verbs_qp_init_attr &attr) {
  const DpaContext *dpa = attr.dpa ? contextOf(attr.dpa) : attr.rings->dpa;
  return dpa->isStarted && !dpa->hasFailed &&
         completionOf(attr.sent)->isStarted &&
         completionOf(attr.received)->isStarted;
}

/// Finds or allocates rings and record.
doca_error_t placeRings(const doca_verbs_qp_init_attr &attr, doca_verbs_qp &qp,
                        uint64_t &rings, uint64_t &record) {
  if (attr.dpa) {
    qp.dpa = contextOf(attr.dpa);
    doca_error_t status =
        qp.rings.allocate(*qp.dpa, nullptr, ringSizes(attr).total);
    if (status == DOCA_SUCCESS)
      status = qp.record.allocate(*qp.dpa, nullptr, ringAlignment);
    rings = qp.rings.address();
    record = qp.record.address();
    return status;
  }
  qp.dpa = attr.rings->dpa;
  qp.ringsUse = Use(*attr.rings);
  qp.recordUse = Use(*attr.record);
  qp.uarUse = Use(*attr.uar);
  rings = attr.rings->address + attr.ringsOffset;
  record = attr.record->address + attr.recordOffset;
  return DOCA_SUCCESS;
}

doca_error_t storePair(const doca_verbs_qp_init_attr &attr, doca_verbs_qp &qp,
                       uint64_t rings, uint64_t record) {
  doca_abi_queue_pair object = {};
  object.send.ring = rings + ringSizes(attr).receive;
  object.send.doorbell_record = record;
  object.send.number = flexio_qp_get_qp_num(qp.pair);
  object.send.log_depth = std::bit_width(attr.sendRequests) - 1;
  object.send.max_sges = attr.sendListMax;
  object.send.user_index = attr.userIndex;
  object.receive.ring = rings;
  object.receive.doorbell_record = record;
  object.receive.number = object.send.number;
  object.receive.log_depth = std::bit_width(attr.receiveRequests) - 1;
  object.receive.stride = receiveEntry;
  object.receive.max_sges = 1;
  object.receive.user_index = attr.userIndex;
  return qp.object.copy(*qp.dpa, object);
}

doca_error_t createPair(const doca_verbs_qp_init_attr &attr,
                        doca_verbs_qp *&created) {
  auto qp = std::make_unique<doca_verbs_qp>();
  uint64_t rings = 0;
  uint64_t record = 0;
  if (doca_error_t status = placeRings(attr, *qp, rings, record))
    return status;
  memset(&qp->attributes, 0, sizeof qp->attributes);
  qp->attributes.transport_type =
      attr.type == DOCA_VERBS_QP_TYPE_UC ? FLEXIO_QPC_ST_UC : FLEXIO_QPC_ST_RC;
  qp->attributes.uar_id = qp->dpa->uarId;
  qp->attributes.user_index = attr.userIndex;
  qp->attributes.pd = attr.pd->pd;
  qp->attributes.log_sq_depth =
      static_cast<int>(std::bit_width(attr.sendRequests)) - 1;
  qp->attributes.sq_cqn = completionOf(attr.sent)->number;
  qp->attributes.log_rq_depth =
      static_cast<int>(std::bit_width(attr.receiveRequests)) - 1;
  qp->attributes.rq_cqn = completionOf(attr.received)->number;
  qp->attributes.qp_wq_buff_qmem.daddr = rings;
  qp->attributes.qp_wq_dbr_qmem.daddr = record;
  if (flexio_qp_create(qp->dpa->process, attr.pd->dev->context, &qp->attributes,
                       &qp->pair) != FLEXIO_STATUS_SUCCESS)
    return DOCA_ERROR_DRIVER;
  qp->pdUse = Use(*attr.pd);
  qp->sentUse = Use(*completionOf(attr.sent));
  qp->receivedUse = Use(*completionOf(attr.received));
  if (doca_error_t status = storePair(attr, *qp, rings, record))
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
  changeRight(DOCA_VERBS_QP_ATTR_ALLOW_REMOTE_WRITE,
              IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC,
              change.allowsWrite);
  changeRight(DOCA_VERBS_QP_ATTR_ALLOW_REMOTE_READ, IBV_ACCESS_REMOTE_READ,
              change.allowsRead);
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
  uint16_t retries = 0;
  if (mask & DOCA_VERBS_QP_ATTR_RETRY_CNT)
    retries = change.retries;
  if (mask & DOCA_VERBS_QP_ATTR_RNR_RETRY)
    retries = std::max(retries, change.rnrRetries);
  if (mask & (DOCA_VERBS_QP_ATTR_RETRY_CNT | DOCA_VERBS_QP_ATTR_RNR_RETRY))
    to.retry_count = static_cast<uint8_t>(retries);
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
  attributes.log_rra_max = logOutstandingMax;
  attributes.log_sra_max = logOutstandingMax;
  attributes.next_state = flexioStates[change.nextState];
  flexio_qp_attr_opt_param_mask optional = {.qp_access_mask = true,
                                            .min_rnr_nak_timer = false};
  if (flexio_qp_modify(qp.pair, &attributes, &optional) !=
      FLEXIO_STATUS_SUCCESS)
    return DOCA_ERROR_DRIVER;
  qp.attributes = attributes;
  return DOCA_SUCCESS;
}

constexpr int allMaskBits = (DOCA_VERBS_QP_ATTR_AH_ATTR << 1) - 1;

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
              DOCA_ERROR_INVALID_VALUE, "an object of the attributes is gone"),
      [=](const char *call) {
        const char *problem = problemOf(*verbs_qp_init_attr);
        if (problem)
          sdkLog(DOCA_LOG_LEVEL_ERROR, call, "%s", problem);
        return problem ? DOCA_ERROR_INVALID_VALUE : DOCA_SUCCESS;
      },
      require([=] { return verbs_qp_init_attr->isExternal == 1; },
              DOCA_ERROR_NOT_SUPPORTED,
              "queue pairs of host code are not supported "
              "(external_datapath_en is not 1)"),
      require([=] { return isAllStarted(*verbs_qp_init_attr); },
              DOCA_ERROR_BAD_STATE,
              "the DPA or a completion context does not run"));
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
          "attr_mask lacks NEXT_STATE, or has bits that are not supported"));
}

uint32_t doca_verbs_qp_get_qpn(const struct doca_verbs_qp *verbs_qp) {
  return checkLive(__func__, verbs_qp, doca_verbs_qp::kind)
             ? 0
             : flexio_qp_get_qp_num(verbs_qp->pair);
}

doca_error_t doca_verbs_qp_get_dpa_handle(struct doca_verbs_qp *verbs_qp,
                                          struct doca_dpa *dpa,
                                          doca_dpa_dev_verbs_qp_t *qp_handle) {
  return apiCall(
      __func__,
      [&] {
        *qp_handle = verbs_qp->object.address();
        return DOCA_SUCCESS;
      },
      live(verbs_qp), usableDpa(dpa), result(qp_handle, "qp_handle"),
      require([=] { return verbs_qp->dpa == contextOf(dpa); },
              DOCA_ERROR_INVALID_VALUE,
              "the queue pair was made for another DPA context"));
}
