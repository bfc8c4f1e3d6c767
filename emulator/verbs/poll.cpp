// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the entries of completion queues (mlx5_cqe64). An entry belongs to the
// program if its opcode is valid and its owner bit is that of the pass through
// the ring.
#include "emulator/verbs/poll.h"

#include "base/uncancelled.h"
#include "emulator/verbs/queue-pair.h"

#include <array>
#include <cstring>
#include <endian.h>
#include <sched.h>

namespace dpa::verbs {
namespace {

constexpr uint32_t numberMask = 0xffffff;

/// Of the calling thread.
thread_local uint32_t emptyPollsInARow = 0;

std::byte *placeOf(const VerbsCq &cq, uint32_t index) {
  const uint32_t mask = (1u << cq.logDepth) - 1;
  return cq.ring->data() + size_t{index & mask} * DPA_CQE_SIZE;
}

uint8_t opcodeOf(const mlx5_cqe64 &entry) {
  return entry.op_own >> DPA_CQE_OPCODE_SHIFT;
}

/// Null: the card has not written it. The card writes the last word last.
const mlx5_cqe64 *entryAt(const VerbsCq &cq, uint32_t index) {
  constexpr size_t lastWordAt = DPA_CQE_SIZE - sizeof(uint64_t);
  constexpr unsigned lastByteShift = 56;
  const std::byte *at = placeOf(cq, index);
  const uint64_t word = le64toh(__atomic_load_n(
      reinterpret_cast<const uint64_t *>(at + lastWordAt), __ATOMIC_ACQUIRE));
  const auto last = static_cast<uint8_t>(word >> lastByteShift);
  const uint32_t pass = index >> cq.logDepth & 1;
  if (last >> DPA_CQE_OPCODE_SHIFT == DPA_CQE_INVALID ||
      (last & DPA_CQE_OWNER) != pass)
    return nullptr;
  return reinterpret_cast<const mlx5_cqe64 *>(at);
}

uint32_t numberOf(const mlx5_cqe64 &entry) {
  return be32toh(entry.sop_drop_qpn) & numberMask;
}

bool isSend(uint8_t opcode) {
  return opcode == DPA_CQE_SEND_DONE || opcode == DPA_CQE_SEND_ERROR;
}

ibv_wc_status statusOf(uint8_t syndrome) {
  switch (syndrome) {
  case MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR:
    return IBV_WC_LOC_LEN_ERR;
  case MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR:
    return IBV_WC_LOC_QP_OP_ERR;
  case MLX5_CQE_SYNDROME_LOCAL_PROT_ERR:
    return IBV_WC_LOC_PROT_ERR;
  case MLX5_CQE_SYNDROME_WR_FLUSH_ERR:
    return IBV_WC_WR_FLUSH_ERR;
  case MLX5_CQE_SYNDROME_MW_BIND_ERR:
    return IBV_WC_MW_BIND_ERR;
  case MLX5_CQE_SYNDROME_BAD_RESP_ERR:
    return IBV_WC_BAD_RESP_ERR;
  case MLX5_CQE_SYNDROME_LOCAL_ACCESS_ERR:
    return IBV_WC_LOC_ACCESS_ERR;
  case MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR:
    return IBV_WC_REM_INV_REQ_ERR;
  case MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR:
    return IBV_WC_REM_ACCESS_ERR;
  case MLX5_CQE_SYNDROME_REMOTE_OP_ERR:
    return IBV_WC_REM_OP_ERR;
  case MLX5_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR:
    return IBV_WC_RETRY_EXC_ERR;
  case MLX5_CQE_SYNDROME_RNR_RETRY_EXC_ERR:
    return IBV_WC_RNR_RETRY_EXC_ERR;
  case MLX5_CQE_SYNDROME_REMOTE_ABORTED_ERR:
    return IBV_WC_REM_ABORT_ERR;
  default:
    return IBV_WC_GENERAL_ERR;
  }
}

bool isError(uint8_t opcode) {
  return opcode == DPA_CQE_SEND_ERROR || opcode == DPA_CQE_RECEIVE_ERROR;
}

void finishRequest(VerbsQp &qp, TakenCompletion &taken) {
  const mlx5_cqe64 &entry = *taken.entry;
  const uint8_t opcode = opcodeOf(entry);
  const uint16_t index = be16toh(entry.wqe_counter);
  if (isSend(opcode)) {
    const SendEntry done = qp.send.complete(index);
    taken.id = done.id;
    taken.opcode = done.opcode;
    return;
  }
  taken.opcode = opcode == DPA_CQE_RECEIVED_WRITE_IMMEDIATE
                     ? IBV_WC_RECV_RDMA_WITH_IMM
                     : IBV_WC_RECV;
  taken.id = qp.sharedReceive ? qp.sharedReceive->complete(index)
                              : qp.receive.complete();
}

} // namespace

bool takeCompletion(VerbsCq &cq, TakenCompletion &taken) {
  while (const mlx5_cqe64 *entry = entryAt(cq, cq.consumer)) {
    ++cq.consumer;
    auto found = cq.queuePairs.find(numberOf(*entry));
    if (found == cq.queuePairs.end())
      continue; // its queue pair does not exist any more
    emptyPollsInARow = 0;
    taken.entry = entry;
    taken.queuePair = found->second;
    const auto *error = reinterpret_cast<const mlx5_err_cqe *>(entry);
    taken.status =
        isError(opcodeOf(*entry)) ? statusOf(error->syndrome) : IBV_WC_SUCCESS;
    finishRequest(*found->second, taken);
    return true;
  }
  return false;
}

/// A program may have completions in another queue. So it waits for frames only after as
/// many consecutive empty polls as there are queues.
void pauseAfterEmptyPoll(VerbsCq &cq) {
  constexpr uint32_t pollsBeforePause = 16;
  const bool mayWait = ++emptyPollsInARow > VerbsCq::alive();
  if (cq.card && !cq.isInherited() && cq.card->pollPorts(mayWait))
    return;
  if (cq.emptyPolls.fetch_add(1, std::memory_order_relaxed) %
          pollsBeforePause ==
      pollsBeforePause - 1)
    sched_yield();
}

void publishConsumer(VerbsCq &cq) {
  cq.record.set(DPA_DBR_CQ_CI, cq.consumer & numberMask);
}

/// Entries of others move towards the end of what the card has written, in their
/// order and with the owner bit of the new place; the consumer index then passes
/// the others.
void dropCompletions(VerbsCq &cq, uint32_t queuePair) {
  constexpr size_t lastAt = DPA_CQE_SIZE - 1;
  auto found = cq.queuePairs.find(queuePair);
  if (found == cq.queuePairs.end() || cq.direct)
    return; // a program that polls by itself knows what it has consumed
  uint32_t end = cq.consumer;
  while (end - cq.consumer < 1u << cq.logDepth && entryAt(cq, end))
    ++end;
  uint32_t kept = end;
  for (uint32_t index = end; index-- != cq.consumer;) {
    const auto *entry =
        reinterpret_cast<const mlx5_cqe64 *>(placeOf(cq, index));
    if (numberOf(*entry) == queuePair) {
      SharedReceiveRing *shared = found->second->sharedReceive;
      if (shared && !isSend(opcodeOf(*entry)))
        shared->complete(be16toh(entry->wqe_counter));
      continue;
    }
    std::byte *target = placeOf(cq, --kept);
    if (kept == index)
      continue;
    const std::byte owner = target[lastAt] & std::byte(DPA_CQE_OWNER);
    std::memcpy(target, entry, DPA_CQE_SIZE);
    target[lastAt] = (target[lastAt] & ~std::byte(DPA_CQE_OWNER)) | owner;
  }
  cq.consumer = kept;
  publishConsumer(cq);
}

uint32_t byteCountOf(const TakenCompletion &taken) {
  return be32toh(taken.entry->byte_cnt);
}

unsigned flagsOf(const TakenCompletion &taken) {
  constexpr uint32_t grhMask = 3u << 28;
  const uint8_t opcode = opcodeOf(*taken.entry);
  if (isSend(opcode) || isError(opcode))
    return 0;
  unsigned flags = (be32toh(taken.entry->flags_rqpn) & grhMask) != 0
                       ? static_cast<unsigned>(IBV_WC_GRH)
                       : 0U;
  if (opcode == DPA_CQE_RECEIVED_WRITE_IMMEDIATE ||
      opcode == DPA_CQE_RECEIVED_IMMEDIATE)
    flags |= IBV_WC_WITH_IMM;
  if (opcode == DPA_CQE_RECEIVED_INVALIDATE)
    flags |= IBV_WC_WITH_INV;
  return flags;
}

__be32 immediateOf(const TakenCompletion &taken) {
  const __be32 word = taken.entry->imm_inval_pkey;
  return opcodeOf(*taken.entry) == DPA_CQE_RECEIVED_INVALIDATE ? be32toh(word)
                                                               : word;
}

uint32_t queuePairOf(const TakenCompletion &taken) {
  return numberOf(*taken.entry);
}

uint32_t sourceQueuePairOf(const TakenCompletion &taken) {
  return be32toh(taken.entry->flags_rqpn) & numberMask;
}

uint8_t serviceLevelOf(const TakenCompletion &taken) {
  constexpr unsigned levelShift = 24;
  constexpr uint32_t levelMask = 0xf;
  return be32toh(taken.entry->flags_rqpn) >> levelShift & levelMask;
}

uint32_t vendorErrorOf(const TakenCompletion &taken) {
  if (taken.status == IBV_WC_SUCCESS)
    return 0;
  return reinterpret_cast<const mlx5_err_cqe *>(taken.entry)->vendor_err_synd;
}

namespace {

/// Only the first fields are valid in the completion of an error.
void describe(const TakenCompletion &taken, ibv_wc &completion) {
  std::memset(&completion, 0, sizeof completion);
  completion.wr_id = taken.id;
  completion.status = taken.status;
  completion.opcode = taken.opcode;
  completion.vendor_err = vendorErrorOf(taken);
  completion.qp_num = queuePairOf(taken);
  if (taken.status != IBV_WC_SUCCESS)
    return;
  completion.byte_len = byteCountOf(taken);
  if ((taken.opcode & IBV_WC_RECV) == 0)
    return;
  completion.wc_flags = flagsOf(taken);
  if ((completion.wc_flags & (IBV_WC_WITH_IMM | IBV_WC_WITH_INV)) != 0)
    completion.imm_data = immediateOf(taken);
  completion.src_qp = sourceQueuePairOf(taken);
  completion.sl = serviceLevelOf(taken);
}

int takeAll(VerbsCq &cq, int count, ibv_wc *completions) {
  std::lock_guard guard(cq.lock);
  TakenCompletion taken;
  int found = 0;
  while (found < count && takeCompletion(cq, taken))
    describe(taken, completions[found++]);
  if (found != 0)
    publishConsumer(cq);
  return found;
}

int poll(VerbsCq &cq, int count, ibv_wc *completions) {
  const int found = takeAll(cq, count, completions);
  if (found != 0)
    return found;
  pauseAfterEmptyPoll(cq);
  return takeAll(cq, count, completions);
}

} // namespace

int pollCq(ibv_cq *cq, int count, ibv_wc *completions) {
  return uncancelled([&] { return poll(ownCq(cq), count, completions); });
}

} // namespace dpa::verbs
