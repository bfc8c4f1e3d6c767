// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that ibv_cq_ex points to. The queue's lock is held from a
// successful start until the end.
#include "emulator/verbs/extended-poll.h"

#include "base/uncancelled.h"
#include "emulator/verbs/poll.h"

#include <cerrno>

namespace dpa::verbs {
namespace {

VerbsCq &own(ibv_cq_ex *cq) {
  return *static_cast<VerbsCq *>(cq);
}

int takeNext(VerbsCq &cq) {
  if (!takeCompletion(cq, cq.taken))
    return ENOENT;
  cq.wr_id = cq.taken.id;
  cq.status = cq.taken.status;
  return 0;
}

int startPoll(ibv_cq_ex *cq, ibv_poll_cq_attr *attributes) {
  if (attributes->comp_mask != 0)
    return EINVAL;
  return uncancelled([&] {
    own(cq).lock.lock();
    int status = takeNext(own(cq));
    if (status != 0) {
      own(cq).lock.unlock();
      pauseAfterEmptyPoll(own(cq));
    }
    return status;
  });
}

int nextPoll(ibv_cq_ex *cq) {
  return uncancelled([&] { return takeNext(own(cq)); });
}

void endPoll(ibv_cq_ex *cq) {
  publishConsumer(own(cq));
  own(cq).lock.unlock();
}

ibv_wc_opcode readOpcode(ibv_cq_ex *cq) {
  return own(cq).taken.opcode;
}
uint32_t readVendorError(ibv_cq_ex *cq) {
  return vendorErrorOf(own(cq).taken);
}
uint32_t readByteCount(ibv_cq_ex *cq) {
  return byteCountOf(own(cq).taken);
}
__be32 readImmediate(ibv_cq_ex *cq) {
  return immediateOf(own(cq).taken);
}
uint32_t readQueuePair(ibv_cq_ex *cq) {
  return queuePairOf(own(cq).taken);
}
uint32_t readSourceQueuePair(ibv_cq_ex *cq) {
  return sourceQueuePairOf(own(cq).taken);
}
unsigned readFlags(ibv_cq_ex *cq) {
  return flagsOf(own(cq).taken);
}
/// RoCE has no local identifiers.
uint32_t readSourceLid(ibv_cq_ex *) {
  return 0;
}
uint8_t readServiceLevel(ibv_cq_ex *cq) {
  return serviceLevelOf(own(cq).taken);
}
uint8_t readPathBits(ibv_cq_ex *) {
  return 0;
}
} // namespace

void setPollFunctions(VerbsCq &cq, uint64_t fields) {
  auto set = [&](uint64_t field, auto &member, auto function) {
    if ((fields & field) != 0)
      member = function;
  };
  cq.start_poll = startPoll;
  cq.next_poll = nextPoll;
  cq.end_poll = endPoll;
  cq.read_opcode = readOpcode;
  cq.read_vendor_err = readVendorError;
  cq.read_wc_flags = readFlags;
  set(IBV_WC_EX_WITH_BYTE_LEN, cq.read_byte_len, readByteCount);
  set(IBV_WC_EX_WITH_IMM, cq.read_imm_data, readImmediate);
  set(IBV_WC_EX_WITH_QP_NUM, cq.read_qp_num, readQueuePair);
  set(IBV_WC_EX_WITH_SRC_QP, cq.read_src_qp, readSourceQueuePair);
  set(IBV_WC_EX_WITH_SLID, cq.read_slid, readSourceLid);
  set(IBV_WC_EX_WITH_SL, cq.read_sl, readServiceLevel);
  set(IBV_WC_EX_WITH_DLID_PATH_BITS, cq.read_dlid_path_bits, readPathBits);
}

} // namespace dpa::verbs
