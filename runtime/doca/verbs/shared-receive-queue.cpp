// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions doca_verbs_srq_*: see shared-receive-queue.h. An entry of a linked
// list begins with a segment that names the next entry.
#include "runtime/doca/verbs/shared-receive-queue.h"

#include "runtime/doca/abi/device-objects.h"
#include "runtime/doca/verbs/attributes.h"

#include <libflexio/flexio.h>

#include <bit>

using namespace dpa::doca;

namespace {

constexpr uint32_t srqListLimit = 31; // an entry has at most 512 bytes

bool isList(const doca_verbs_srq_init_attr &attr) {
  return attr.type == DOCA_VERBS_SRQ_TYPE_LINKED_LIST;
}

/// Bytes of an entry, a power of two.
uint32_t entrySize(const doca_verbs_srq_init_attr &attr) {
  return static_cast<uint32_t>(receiveSegment) *
         std::bit_ceil(attr.listMax + (isList(attr) ? 1 : 0));
}

/// Entries: one more in a list, since its last free entry is never posted.
uint32_t entryCount(const doca_verbs_srq_init_attr &attr) {
  return std::bit_ceil(attr.requests + (isList(attr) ? 1 : 0));
}

uint64_t ringSize(const doca_verbs_srq_init_attr &attr) {
  return uint64_t{entryCount(attr)} * entrySize(attr);
}

/// Why a queue cannot be created from these; null if it can.
const char *srqProblem(const doca_verbs_srq_init_attr &attr) {
  if (!attr.pd)
    return "protection domain is not set";
  return attr.memory.problem(ringSize(attr), false);
}

doca_error_t createPool(const doca_verbs_srq_init_attr &attr,
                        doca_verbs_srq &srq) {
  flexio_wq_attr attributes = {};
  attributes.log_wq_depth =
      static_cast<uint8_t>(std::bit_width(entryCount(attr)) - 1);
  attributes.log_wq_stride =
      static_cast<uint8_t>(std::countr_zero(entrySize(attr)));
  attributes.pd = attr.pd->pd;
  attributes.rq.wq_type =
      isList(attr) ? FLEXIO_WQ_TYPE_LINKED_LIST : FLEXIO_WQ_TYPE_CYCLIC;
  attributes.wq_ring_qmem.daddr = srq.memory.rings;
  attributes.wq_dbr_qmem.daddr = srq.memory.record;
  return flexio_rmp_create(srq.memory.dpa->process, attr.pd->dev->context,
                           &attributes, &srq.pool) == FLEXIO_STATUS_SUCCESS
             ? DOCA_SUCCESS
             : DOCA_ERROR_DRIVER;
}

doca_error_t storeSrq(const doca_verbs_srq_init_attr &attr,
                      doca_verbs_srq &srq) {
  doca_abi_receive_queue object = {};
  object.ring = srq.memory.rings;
  object.doorbell_record = srq.memory.record;
  object.number = srq.number();
  object.log_depth = std::bit_width(entryCount(attr)) - 1;
  object.stride = entrySize(attr);
  object.max_sges = attr.listMax;
  object.is_list = isList(attr);
  return srq.object.copy(*srq.memory.dpa, object);
}

doca_error_t createSrq(const doca_verbs_srq_init_attr &attr,
                       doca_verbs_srq *&created) {
  auto srq = std::make_unique<doca_verbs_srq>();
  doca_error_t status = srq->memory.place(attr.memory, ringSize(attr));
  if (status == DOCA_SUCCESS)
    status = createPool(attr, *srq);
  if (status == DOCA_SUCCESS)
    status = storeSrq(attr, *srq);
  if (status != DOCA_SUCCESS)
    return status;
  srq->pdUse = Use(*attr.pd, srq->kind);
  created = publish(std::move(srq));
  return DOCA_SUCCESS;
}

} // namespace

doca_verbs_srq::~doca_verbs_srq() {
  if (pool)
    flexio_rmp_destroy(pool);
}

uint32_t doca_verbs_srq::number() const {
  return flexio_rmp_get_wq_num(pool);
}

doca_error_t
doca_verbs_srq_init_attr_create(struct doca_verbs_srq_init_attr **attr) {
  return createAttributes(__func__, attr);
}

doca_error_t
doca_verbs_srq_init_attr_destroy(struct doca_verbs_srq_init_attr *attr) {
  return destroyUnused(__func__, attr);
}

doca_error_t
doca_verbs_srq_init_attr_set_pd(struct doca_verbs_srq_init_attr *attr,
                                struct doca_verbs_pd *pd) {
  return setAttribute(__func__, attr, &doca_verbs_srq_init_attr::pd, pd,
                      live(pd));
}

doca_error_t
doca_verbs_srq_init_attr_set_srq_wr(struct doca_verbs_srq_init_attr *attr,
                                    uint32_t srq_wr) {
  return setAttribute(__func__, attr, &doca_verbs_srq_init_attr::requests,
                      srq_wr, inRange(srq_wr, 1, requestsMax - 1));
}

doca_error_t doca_verbs_srq_init_attr_set_receive_max_sges(
    struct doca_verbs_srq_init_attr *attr, uint32_t receive_max_sges) {
  return setAttribute(
      __func__, attr, &doca_verbs_srq_init_attr::listMax, receive_max_sges,
      inRange(receive_max_sges, 1, srqListLimit, DOCA_ERROR_NOT_SUPPORTED));
}

doca_error_t
doca_verbs_srq_init_attr_set_type(struct doca_verbs_srq_init_attr *attr,
                                  enum doca_verbs_srq_type srq_type) {
  return setAttribute(__func__, attr, &doca_verbs_srq_init_attr::type, srq_type,
                      inRange(srq_type, DOCA_VERBS_SRQ_TYPE_LINKED_LIST,
                              DOCA_VERBS_SRQ_TYPE_CONTIGUOUS));
}

doca_error_t
doca_verbs_srq_init_attr_set_dpa(struct doca_verbs_srq_init_attr *attr,
                                 struct doca_dpa *dpa) {
  return setMemoryDpa(__func__, attr, dpa);
}

doca_error_t
doca_verbs_srq_init_attr_set_dpa_ctx(struct doca_verbs_srq_init_attr *attr,
                                     struct doca_dpa *dpa) {
  return setMemoryDpa(__func__, attr, dpa);
}

doca_error_t doca_verbs_srq_init_attr_set_external_umem(
    struct doca_verbs_srq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset) {
  return setMemoryPlace(__func__, attr, &QueueMemoryChoice::rings,
                        external_umem, umem_offset);
}

doca_error_t doca_verbs_srq_init_attr_set_external_dbr_umem(
    struct doca_verbs_srq_init_attr *attr, struct doca_umem *external_umem,
    uint64_t umem_offset) {
  return setMemoryPlace(__func__, attr, &QueueMemoryChoice::record,
                        external_umem, umem_offset);
}

doca_error_t doca_verbs_srq_create(struct doca_verbs_context *verbs_context,
                                   struct doca_verbs_srq_init_attr *attr,
                                   struct doca_verbs_srq **srq) {
  return apiCall(
      __func__, [&] { return createSrq(*attr, *srq); }, live(verbs_context),
      live(attr), result(srq, "srq"),
      require(
          [=] {
            return attr->memory.isLive() &&
                   isLiveOrNull(attr->pd, doca_verbs_pd::kind);
          },
          DOCA_ERROR_INVALID_VALUE, "attributes refer to a destroyed object"),
      noProblem([=] { return srqProblem(*attr); }),
      require(
          [=] {
            const DpaContext *dpa = attr->memory.context();
            return dpa->isStarted && !dpa->hasFailed;
          },
          DOCA_ERROR_BAD_STATE, "DPA context is not running"));
}

doca_error_t doca_verbs_srq_destroy(struct doca_verbs_srq *srq) {
  return destroyUnused(__func__, srq);
}

uint32_t doca_verbs_srq_get_srqn(const struct doca_verbs_srq *srq) {
  return checkLive(__func__, srq, doca_verbs_srq::kind) ? 0 : srq->number();
}

doca_error_t doca_verbs_srq_get_dpa_handle(struct doca_verbs_srq *srq,
                                           struct doca_dpa *dpa,
                                           doca_dpa_dev_verbs_srq_t *handle) {
  return getDpaHandle(__func__, srq, dpa, handle);
}
