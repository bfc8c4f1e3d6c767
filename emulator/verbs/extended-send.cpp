// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that ibv_qp_ex points to. A request begins with its operation and
// ends with its data; the address of a datagram may come before or after the data.
// The send lock is held from wr_start to wr_complete or wr_abort. Requests after
// one that was refused are ignored; wr_complete returns why.
#include "emulator/verbs/extended-send.h"

#include "base/uncancelled.h"
#include "emulator/verbs/address-handles.h"
#include "emulator/verbs/post-send.h"
#include "emulator/verbs/window-requests.h"

#include <cerrno>
#include <endian.h>

namespace dpa::verbs {
namespace {

VerbsQp &own(ibv_qp_ex *qp) {
  return *static_cast<VerbsQp *>(qp);
}

void start(ibv_qp_ex *qp) {
  uncancelled([&] {
    own(qp).sendLock.lock();
    own(qp).requests = {
        .begin = own(qp).send.position(),
        .isOpen = false,
        .error = own(qp).isInherited() ? ENODEV : checkSendState(own(qp))};
    return true;
  });
}

/// The last request ends.
void closeRequest(VerbsQp &qp) {
  if (qp.requests.isOpen && qp.requests.error == 0)
    qp.send.close();
  qp.requests.isOpen = false;
}

int complete(ibv_qp_ex *qp) {
  return uncancelled([&] {
    VerbsQp &self = own(qp);
    closeRequest(self);
    const int status = self.requests.error;
    if (status == 0)
      ringDoorbell(self);
    else
      self.send.goBack(self.requests.begin);
    self.sendLock.unlock();
    return status;
  });
}

void abandon(ibv_qp_ex *qp) {
  uncancelled([&] {
    own(qp).send.goBack(own(qp).requests.begin);
    own(qp).sendLock.unlock();
    return true;
  });
}

/// False: an earlier request was refused, or this one is.
bool begin(ibv_qp_ex *qp, uint8_t opcode, ibv_wc_opcode completion,
           __be32 immediate = 0) {
  VerbsQp &self = own(qp);
  closeRequest(self);
  if (self.requests.error != 0)
    return false;
  self.requests.error = self.send.open({.id = qp->wr_id,
                                        .opcode = opcode,
                                        .completion = completion,
                                        .flags = qp->wr_flags,
                                        .immediate = immediate});
  self.requests.isOpen = self.requests.error == 0;
  return self.requests.isOpen;
}

void beginRemote(ibv_qp_ex *qp, uint8_t opcode, ibv_wc_opcode completion,
                 uint32_t key, uint64_t address, __be32 immediate = 0) {
  if (begin(qp, opcode, completion, immediate))
    own(qp).send.setRemote(address, key);
}

void compareAndSwap(ibv_qp_ex *qp, uint32_t key, uint64_t address,
                    uint64_t compare, uint64_t swap) {
  beginRemote(qp, DPA_WQE_COMPARE_AND_SWAP, IBV_WC_COMP_SWAP, key, address);
  if (own(qp).requests.isOpen)
    own(qp).send.setAtomic(swap, compare);
}

void fetchAndAdd(ibv_qp_ex *qp, uint32_t key, uint64_t address, uint64_t add) {
  beginRemote(qp, DPA_WQE_FETCH_AND_ADD, IBV_WC_FETCH_ADD, key, address);
  if (own(qp).requests.isOpen)
    own(qp).send.setAtomic(add, 0);
}

void rdmaRead(ibv_qp_ex *qp, uint32_t key, uint64_t address) {
  beginRemote(qp, DPA_WQE_RDMA_READ, IBV_WC_RDMA_READ, key, address);
}

void rdmaWrite(ibv_qp_ex *qp, uint32_t key, uint64_t address) {
  beginRemote(qp, DPA_WQE_RDMA_WRITE, IBV_WC_RDMA_WRITE, key, address);
}

void rdmaWriteImmediate(ibv_qp_ex *qp, uint32_t key, uint64_t address,
                        __be32 immediate) {
  beginRemote(qp, DPA_WQE_RDMA_WRITE_IMMEDIATE, IBV_WC_RDMA_WRITE, key, address,
              immediate);
}

void send(ibv_qp_ex *qp) {
  begin(qp, DPA_WQE_SEND, IBV_WC_SEND);
}

void sendImmediate(ibv_qp_ex *qp, __be32 immediate) {
  begin(qp, DPA_WQE_SEND_IMMEDIATE, IBV_WC_SEND, immediate);
}

void sendInvalidate(ibv_qp_ex *qp, uint32_t key) {
  begin(qp, DPA_WQE_SEND_INVALIDATE, IBV_WC_SEND, htobe32(key));
}

void bindWindow(ibv_qp_ex *qp, ibv_mw *window, uint32_t key,
                const ibv_mw_bind_info *target) {
  uncancelled([&] {
    if (begin(qp, DPA_WQE_NOP, IBV_WC_BIND_MW))
      own(qp).requests.error =
          bindTo(*static_cast<VerbsMw *>(window), key, *target);
    return true;
  });
}

void invalidate(ibv_qp_ex *qp, uint32_t key) {
  uncancelled([&] {
    if (begin(qp, DPA_WQE_NOP, IBV_WC_LOCAL_INV))
      own(qp).requests.error = invalidateWindow(qp->qp_base.pd, key);
    return true;
  });
}

void setAddress(ibv_qp_ex *qp, ibv_ah *ah, uint32_t remoteQp, uint32_t qkey) {
  if (own(qp).requests.isOpen)
    own(qp).send.setAddress(vectorOf(ah), remoteQp, qkey);
}

/// Runs a setter of the open request.
template <typename Body> void set(ibv_qp_ex *qp, Body body) {
  VerbsQp &self = own(qp);
  if (self.requests.isOpen && self.requests.error == 0)
    self.requests.error = body(self.send);
}

void setInlineList(ibv_qp_ex *qp, size_t count, const ibv_data_buf *buffers) {
  set(qp, [&](SendRing &ring) {
    return ring.addInline(std::span(buffers, count));
  });
}

void setInline(ibv_qp_ex *qp, void *address, size_t length) {
  const ibv_data_buf buffer{.addr = address, .length = length};
  setInlineList(qp, 1, &buffer);
}

void setElements(ibv_qp_ex *qp, size_t count, const ibv_sge *elements) {
  set(qp, [&](SendRing &ring) {
    return ring.addElements(std::span(elements, count));
  });
}

void setElement(ibv_qp_ex *qp, uint32_t key, uint64_t address,
                uint32_t length) {
  const ibv_sge element{.addr = address, .length = length, .lkey = key};
  setElements(qp, 1, &element);
}

constexpr uint64_t datagramOperations =
    IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM;
constexpr uint64_t unreliableOperations =
    datagramOperations | IBV_QP_EX_WITH_BIND_MW | IBV_QP_EX_WITH_LOCAL_INV |
    IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM;
constexpr uint64_t reliableOperations =
    unreliableOperations | IBV_QP_EX_WITH_RDMA_READ |
    IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP | IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD |
    IBV_QP_EX_WITH_SEND_WITH_INV;

} // namespace

bool supportsSendOperations(ibv_qp_type type, uint64_t operations) {
  const uint64_t all = type == IBV_QPT_RC   ? reliableOperations
                       : type == IBV_QPT_UC ? unreliableOperations
                                            : datagramOperations;
  return (operations & ~all) == 0;
}

void setSendFunctions(VerbsQp &qp) {
  const ibv_qp_type type = qp.qp_base.qp_type;
  qp.wr_start = start;
  qp.wr_complete = complete;
  qp.wr_abort = abandon;
  qp.wr_send = send;
  qp.wr_send_imm = sendImmediate;
  qp.wr_set_sge = setElement;
  qp.wr_set_sge_list = setElements;
  qp.wr_set_inline_data = setInline;
  qp.wr_set_inline_data_list = setInlineList;
  if (type == IBV_QPT_UD) {
    qp.wr_set_ud_addr = setAddress;
    return;
  }
  qp.wr_rdma_write = rdmaWrite;
  qp.wr_rdma_write_imm = rdmaWriteImmediate;
  qp.wr_bind_mw = bindWindow;
  qp.wr_local_inv = invalidate;
  if (type != IBV_QPT_RC)
    return;
  qp.wr_rdma_read = rdmaRead;
  qp.wr_atomic_cmp_swp = compareAndSwap;
  qp.wr_atomic_fetch_add = fetchAndAdd;
  qp.wr_send_inv = sendInvalidate;
}

} // namespace dpa::verbs
