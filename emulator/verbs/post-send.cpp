// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes lists of send requests into the ring.
#include "emulator/verbs/post-send.h"

#include "base/uncancelled.h"
#include "emulator/verbs/address-handles.h"
#include "emulator/verbs/window-requests.h"

#include <array>
#include <cerrno>
#include <endian.h>

namespace dpa::verbs {
namespace {

/// What the request of an opcode consists of, and which types of queue pairs have
/// it.
struct Form {
  ibv_wr_opcode verb;
  uint8_t opcode; ///< of the WQE
  ibv_wc_opcode completion;
  bool hasUc;
  bool hasUd;
  bool hasRemote;
  bool isAtomic;
  bool mayInline;
};

constexpr std::array forms = {
    Form{IBV_WR_RDMA_WRITE, DPA_WQE_RDMA_WRITE, IBV_WC_RDMA_WRITE, true, false,
         true, false, true},
    Form{IBV_WR_RDMA_WRITE_WITH_IMM, DPA_WQE_RDMA_WRITE_IMMEDIATE,
         IBV_WC_RDMA_WRITE, true, false, true, false, true},
    Form{IBV_WR_SEND, DPA_WQE_SEND, IBV_WC_SEND, true, true, false, false,
         true},
    Form{IBV_WR_SEND_WITH_IMM, DPA_WQE_SEND_IMMEDIATE, IBV_WC_SEND, true, true,
         false, false, true},
    Form{IBV_WR_SEND_WITH_INV, DPA_WQE_SEND_INVALIDATE, IBV_WC_SEND, false,
         false, false, false, true},
    Form{IBV_WR_RDMA_READ, DPA_WQE_RDMA_READ, IBV_WC_RDMA_READ, false, false,
         true, false, false},
    Form{IBV_WR_ATOMIC_CMP_AND_SWP, DPA_WQE_COMPARE_AND_SWAP, IBV_WC_COMP_SWAP,
         false, false, true, true, false},
    Form{IBV_WR_ATOMIC_FETCH_AND_ADD, DPA_WQE_FETCH_AND_ADD, IBV_WC_FETCH_ADD,
         false, false, true, true, false},
};

/// Null: queue pairs of this type do not have it.
const Form *formOf(ibv_wr_opcode verb, ibv_qp_type type) {
  for (const Form &form : forms)
    if (form.verb == verb &&
        (type == IBV_QPT_RC || (type == IBV_QPT_UC && form.hasUc) ||
         (type == IBV_QPT_UD && form.hasUd)))
      return &form;
  return nullptr;
}

/// The immediate is in the order of the network, a key in that of the host.
__be32 immediateOf(const ibv_send_wr &request) {
  return request.opcode == IBV_WR_SEND_WITH_INV
             ? htobe32(request.invalidate_rkey)
             : request.imm_data;
}

bool hasImmediate(ibv_wr_opcode verb) {
  return verb == IBV_WR_SEND_WITH_IMM || verb == IBV_WR_RDMA_WRITE_WITH_IMM ||
         verb == IBV_WR_SEND_WITH_INV;
}

int addInline(SendRing &ring, std::span<const ibv_sge> elements) {
  std::array<ibv_data_buf, DPA_WQE_MAX_SEGMENTS> buffers;
  if (elements.size() > buffers.size())
    return ENOMEM;
  for (size_t i = 0; i < elements.size(); ++i)
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    buffers[i] = {.addr = reinterpret_cast<void *>(elements[i].addr),
                  .length = elements[i].length};
  return ring.addInline(std::span(buffers).first(elements.size()));
}

bool isOfWindow(ibv_wr_opcode verb) {
  return verb == IBV_WR_BIND_MW || verb == IBV_WR_LOCAL_INV;
}

/// Binds or invalidates a memory window.
int writeWindowRequest(VerbsQp &qp, const ibv_send_wr &request) {
  bool binds = request.opcode == IBV_WR_BIND_MW;
  if (qp.qp_base.qp_type == IBV_QPT_UD)
    return EINVAL;
  int problem =
      qp.send.open({.id = request.wr_id,
                    .opcode = DPA_WQE_NOP,
                    .completion = binds ? IBV_WC_BIND_MW : IBV_WC_LOCAL_INV,
                    .flags = request.send_flags});
  if (problem == 0)
    problem = binds ? bindTo(*static_cast<VerbsMw *>(request.bind_mw.mw),
                             request.bind_mw.rkey, request.bind_mw.bind_info)
                    : invalidateWindow(qp.qp_base.pd, request.invalidate_rkey);
  if (problem == 0)
    qp.send.close();
  return problem;
}

int write(VerbsQp &qp, const ibv_send_wr &request) {
  if (isOfWindow(request.opcode))
    return writeWindowRequest(qp, request);
  const Form *form = formOf(request.opcode, qp.qp_base.qp_type);
  if (!form || request.num_sge < 0)
    return EINVAL;
  SendRing &ring = qp.send;
  if (int problem = ring.open({.id = request.wr_id,
                               .opcode = form->opcode,
                               .completion = form->completion,
                               .flags = request.send_flags,
                               .immediate = hasImmediate(request.opcode)
                                                ? immediateOf(request)
                                                : 0}))
    return problem;
  if (qp.qp_base.qp_type == IBV_QPT_UD) {
    if (!request.wr.ud.ah)
      return EINVAL;
    ring.setAddress(vectorOf(request.wr.ud.ah), request.wr.ud.remote_qpn,
                    request.wr.ud.remote_qkey);
  }
  if (form->isAtomic) {
    const auto &atomic = request.wr.atomic;
    bool swaps = request.opcode == IBV_WR_ATOMIC_CMP_AND_SWP;
    ring.setRemote(atomic.remote_addr, atomic.rkey);
    ring.setAtomic(swaps ? atomic.swap : atomic.compare_add,
                   swaps ? atomic.compare_add : 0);
  } else if (form->hasRemote) {
    ring.setRemote(request.wr.rdma.remote_addr, request.wr.rdma.rkey);
  }
  const std::span<const ibv_sge> elements(request.sg_list,
                                          static_cast<size_t>(request.num_sge));
  bool isInline = form->mayInline && (request.send_flags & IBV_SEND_INLINE);
  const int problem =
      isInline ? addInline(ring, elements) : ring.addElements(elements);
  if (problem == 0)
    ring.close();
  return problem;
}

int post(VerbsQp &qp, ibv_send_wr *first, ibv_send_wr **bad) {
  if (qp.isInherited()) {
    *bad = first;
    return ENODEV;
  }
  std::lock_guard guard(qp.sendLock);
  int status = checkSendState(qp);
  if (status != 0) {
    *bad = first;
    return status;
  }
  for (ibv_send_wr *each = first; each && status == 0; each = each->next) {
    status = write(qp, *each);
    if (status != 0)
      *bad = each;
  }
  ringDoorbell(qp);
  return status;
}

} // namespace

int checkSendState(const VerbsQp &qp) {
  if (!qp.card)
    return ENODEV;
  const ibv_qp_state state = qp.state.load(std::memory_order_acquire);
  bool maySend = state == IBV_QPS_RTS || state == IBV_QPS_SQD ||
                 state == IBV_QPS_SQE || state == IBV_QPS_ERR;
  return maySend ? 0 : EINVAL;
}

void ringDoorbell(VerbsQp &qp) {
  qp.record.set(DPA_DBR_SEND, qp.send.producer());
  qp.card->ring(qp.send.producer());
}

int postSend(ibv_qp *qp, ibv_send_wr *first, ibv_send_wr **bad) {
  return uncancelled([&] { return post(ownQp(qp), first, bad); });
}

} // namespace dpa::verbs
