/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * DOCA DPA Verbs: work requests of queue pairs, shared receive queues and Ethernet queues from device
 * code. Of libdoca_dpa_dev_verbs.a. Queues are created by libdoca_verbs, whose *_get_dpa_handle()
 * return the handles.
 * - Posting writes a request to the ring and returns its index, which is the WQE counter of its
 *   completion (16 bits). A commit rings the doorbell for all posted requests.
 * - The program must not post more requests than the queue has free entries. An entry is free when its
 *   request or a later one has completed; only SIGNALED and failed requests create completions.
 * - A commit includes the fence that makes the requests visible to the card. The lightweight form (lw)
 *   does not: the program must issue the fence.
 * - Queues are not thread safe. Lengths are in bytes; keys are those of registered memory.
 * C and C++, device only.
 */
#ifndef DOCA_DPA_DEV_VERBS_H
#define DOCA_DPA_DEV_VERBS_H

#include <doca_dpa_dev.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A queue pair. */
typedef uint64_t doca_dpa_dev_verbs_qp_t;
/** A shared receive queue. */
typedef uint64_t doca_dpa_dev_verbs_srq_t;
/** A send queue for Ethernet frames. */
typedef uint64_t doca_dpa_dev_verbs_eth_sq_t;
/** A receive queue for Ethernet frames. */
typedef uint64_t doca_dpa_dev_verbs_eth_rq_t;

/** The key of an entry that terminates a scatter list. */
#define DOCA_DPA_DEV_VERBS_SGE_TERMINATING_LKEY 0x100

/** Operations of send requests. */
enum doca_dpa_dev_verbs_send_wr_opcode {
  DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_WRITE = 0x8,
  DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_WRITE_WITH_IMM = 0x9,
  DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_SEND = 0xA,
  DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_SEND_WITH_IMM = 0xB,
  DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_READ = 0x10,
  DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_ATOMIC_FETCH_ADD = 0x12,
};

/** Flags of send requests, to be combined. */
enum doca_dpa_dev_verbs_send_wr_flags {
  /** A completion is created, successful or not; otherwise only after an error. */
  DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SIGNALED = 1 << 1,
  DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SOLICITED = 1 << 2,
};

/** Fence modes of send requests. */
enum doca_dpa_dev_verbs_send_wr_fm {
  DOCA_DPA_DEV_VERBS_SEND_WR_FM_NO_FENCE = 0,
  DOCA_DPA_DEV_VERBS_SEND_WR_FM_INITIATOR_SMALL_FENCE = 1,
  DOCA_DPA_DEV_VERBS_SEND_WR_FM_FENCE = 2,
  DOCA_DPA_DEV_VERBS_SEND_WR_FM_STRONG_ORDERING_FENCE = 3,
  DOCA_DPA_DEV_VERBS_SEND_WR_FM_FENCE_AND_INITIATOR_SMALL_FENCE = 4,
};

/** Kinds of shared receive queues. */
enum doca_dpa_dev_verbs_srq_type {
  DOCA_DPA_DEV_VERBS_SRQ_TYPE_LINKED_LIST = 0,
  DOCA_DPA_DEV_VERBS_SRQ_TYPE_CONTIGUOUS = 1,
};

/** A scatter/gather entry: `length` bytes at `addr`, in registered memory with key `lkey`. */
struct doca_dpa_dev_verbs_sge {
  uint64_t addr;
  uint32_t length;
  uint32_t lkey;
};

/** A send request; opaque, filled by its setters. */
struct doca_dpa_dev_verbs_send_wr {
  uint8_t opaque[64];
} __attribute__((__packed__, __aligned__(8)));

/** A receive request; opaque, filled by its setters. */
struct doca_dpa_dev_verbs_recv_wr {
  uint8_t opaque[12];
} __attribute__((__packed__, __aligned__(8)));

/* --- Fields of requests --- */

/** Sets the list of scatter/gather entries, which must exist until the request is posted. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_sg_list(
    struct doca_dpa_dev_verbs_send_wr *send_wr,
    struct doca_dpa_dev_verbs_sge *value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_sg_list() set. */
DOCA_EXPERIMENTAL struct doca_dpa_dev_verbs_sge *
doca_dpa_dev_verbs_send_wr_get_sg_list(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the number of scatter/gather entries. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_sg_num_sge(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint32_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_sg_num_sge() set. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_send_wr_get_sg_num_sge(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the operation. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_opcode(
    struct doca_dpa_dev_verbs_send_wr *send_wr,
    enum doca_dpa_dev_verbs_send_wr_opcode value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_opcode() set. */
DOCA_EXPERIMENTAL enum doca_dpa_dev_verbs_send_wr_opcode
doca_dpa_dev_verbs_send_wr_get_opcode(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the flags: enum doca_dpa_dev_verbs_send_wr_flags. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_send_flags(
    struct doca_dpa_dev_verbs_send_wr *send_wr, unsigned int value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_send_flags() set. */
DOCA_EXPERIMENTAL unsigned int doca_dpa_dev_verbs_send_wr_get_send_flags(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the fence mode. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_fence_mode(
    struct doca_dpa_dev_verbs_send_wr *send_wr,
    enum doca_dpa_dev_verbs_send_wr_fm value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_fence_mode() set. */
DOCA_EXPERIMENTAL enum doca_dpa_dev_verbs_send_wr_fm
doca_dpa_dev_verbs_send_wr_get_fence_mode(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the immediate, for opcodes with an immediate. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_imm_data(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint32_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_imm_data() set. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_send_wr_get_imm_data(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the key to invalidate. No supported opcode uses it. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_invalidate_rkey(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint32_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_invalidate_rkey() set. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_send_wr_get_invalidate_rkey(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the remote address of a write or read. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_rdma_remote_addr(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint64_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_rdma_remote_addr() set. */
DOCA_EXPERIMENTAL uint64_t doca_dpa_dev_verbs_send_wr_get_rdma_remote_addr(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the key of the remote address of a write or read. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_rdma_rkey(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint32_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_rdma_rkey() set. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_send_wr_get_rdma_rkey(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the remote address of an atomic operation, aligned to 8 bytes. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_atomic_remote_addr(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint64_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_atomic_remote_addr() set. */
DOCA_EXPERIMENTAL uint64_t doca_dpa_dev_verbs_send_wr_get_atomic_remote_addr(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the number to add. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_atomic_compare_add(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint64_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_atomic_compare_add() set. */
DOCA_EXPERIMENTAL uint64_t doca_dpa_dev_verbs_send_wr_get_atomic_compare_add(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the number to swap in. No supported opcode uses it. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_atomic_swap(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint64_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_atomic_swap() set. */
DOCA_EXPERIMENTAL uint64_t doca_dpa_dev_verbs_send_wr_get_atomic_swap(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the key of the remote address of an atomic operation. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_atomic_rkey(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint32_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_atomic_rkey() set. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_send_wr_get_atomic_rkey(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the list of scatter/gather entries, which must exist until the request is posted. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_recv_wr_set_sg_list(
    struct doca_dpa_dev_verbs_recv_wr *recv_wr,
    struct doca_dpa_dev_verbs_sge *value);

/** Returns what doca_dpa_dev_verbs_recv_wr_set_sg_list() set. */
DOCA_EXPERIMENTAL struct doca_dpa_dev_verbs_sge *
doca_dpa_dev_verbs_recv_wr_get_sg_list(
    const struct doca_dpa_dev_verbs_recv_wr *recv_wr);

/** Sets the number of scatter/gather entries. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_recv_wr_set_sg_num_sge(
    struct doca_dpa_dev_verbs_recv_wr *recv_wr, uint32_t value);

/** Returns what doca_dpa_dev_verbs_recv_wr_set_sg_num_sge() set. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_recv_wr_get_sg_num_sge(
    const struct doca_dpa_dev_verbs_recv_wr *recv_wr);

/* --- Queue pairs --- */

/** Posts a send request. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_qp_post_send_wr(
    doca_dpa_dev_verbs_qp_t qp, struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Posts a send request in the format of the card, of 16 to 1024 bytes as given by its control segment.
 * Only the index in the control segment is overwritten. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_verbs_qp_post_send_raw_wqe(doca_dpa_dev_verbs_qp_t qp, void *wqe);

/** Posts a receive request. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_qp_post_recv_wr(
    doca_dpa_dev_verbs_qp_t qp, struct doca_dpa_dev_verbs_recv_wr *recv_wr);

/** Posts a receive request in the format of the card; `size` is at most the size of an entry. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_qp_post_recv_raw_wqe(
    doca_dpa_dev_verbs_qp_t qp, void *wqe, uint64_t size);

/** Posts the next `num_wr` entries of the ring unchanged. Returns the index of the first one. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_qp_post_recv_raw_ack(
    doca_dpa_dev_verbs_qp_t qp, uint64_t num_wr);

/** Commits the send requests. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_qp_commit_send(doca_dpa_dev_verbs_qp_t qp);

/** Commits the send requests, without a fence. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_qp_lw_commit_send(doca_dpa_dev_verbs_qp_t qp);

/** Commits the receive requests. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_qp_commit_recv(doca_dpa_dev_verbs_qp_t qp);

/** Commits the receive requests, without a fence. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_qp_lw_commit_recv(doca_dpa_dev_verbs_qp_t qp);

/** Stores the rings: address of the send ring and its number of 64-byte blocks; address of the receive
 * ring, its number of entries, and their size in bytes. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_qp_get_wq(doca_dpa_dev_verbs_qp_t qp, uintptr_t *sq_buf,
                             uint32_t *sq_num, uintptr_t *rq_buf,
                             uint32_t *rq_num, uint32_t *rwqe_size);

/** Returns the doorbell record: two big-endian counters, of receives and sends. */
DOCA_EXPERIMENTAL uint32_t *
doca_dpa_dev_verbs_qp_get_dbr_addr(doca_dpa_dev_verbs_qp_t qp);

/** Returns the number of the queue pair. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_verbs_qp_get_qpn(doca_dpa_dev_verbs_qp_t qp);

/** Returns the user index of the queue. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_verbs_qp_get_user_index(doca_dpa_dev_verbs_qp_t qp);

/* --- Shared receive queues --- */

/** Posts a receive request; `type` must be the type of the queue. Returns 0 without posting if all entries
 * of a linked list are in use. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_srq_post_recv_wr(
    doca_dpa_dev_verbs_srq_t srq, enum doca_dpa_dev_verbs_srq_type type,
    struct doca_dpa_dev_verbs_recv_wr *recv_wr);

/** Posts a receive request of `size` bytes in the format of the card, without the segment for the link. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_srq_post_recv_raw_wqe(
    doca_dpa_dev_verbs_srq_t srq, enum doca_dpa_dev_verbs_srq_type type,
    void *wqe, uint64_t size);

/** Commits the receive requests. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_srq_commit_recv(doca_dpa_dev_verbs_srq_t srq);

/** Commits the receive requests, without a fence. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_srq_lw_commit_recv(doca_dpa_dev_verbs_srq_t srq);

/** Releases an entry of a linked list, by the WQE counter of its completion. Required in queues of this
 * type. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_srq_linked_list_ack_wr(doca_dpa_dev_verbs_srq_t srq,
                                          uint32_t wr_count);

/** Returns the number of the queue. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_verbs_srq_get_srqn(doca_dpa_dev_verbs_srq_t srq);

/** Stores the ring: address, number of entries, size of an entry in bytes. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_srq_get_wq(doca_dpa_dev_verbs_srq_t srq, uintptr_t *wq_buf,
                              uint32_t *wqe_num, uint32_t *wqe_size);

/** Returns the doorbell record. */
DOCA_EXPERIMENTAL uint32_t *
doca_dpa_dev_verbs_srq_get_dbr_addr(doca_dpa_dev_verbs_srq_t srq);

/* --- Ethernet queues --- */

/** Posts a frame; the opcode must be SEND. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_eth_sq_post_send_wr(
    doca_dpa_dev_verbs_eth_sq_t eth_sq,
    struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Commits the frames. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_eth_sq_commit_send(doca_dpa_dev_verbs_eth_sq_t eth_sq);

/** Commits the frames, without a fence. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_eth_sq_lw_commit_send(doca_dpa_dev_verbs_eth_sq_t eth_sq);

/** Returns the number of the queue. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_verbs_eth_sq_get_sqn(doca_dpa_dev_verbs_eth_sq_t eth_sq);

/** Returns the user index of the queue. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_verbs_eth_sq_get_user_index(doca_dpa_dev_verbs_eth_sq_t eth_sq);

/** Stores the ring: address and number of 64-byte blocks. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_eth_sq_get_wq(doca_dpa_dev_verbs_eth_sq_t eth_sq,
                                 uintptr_t *wq_buf, uint32_t *wqe_num);

/** Posts a receive request. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_eth_rq_post_recv_wr(
    doca_dpa_dev_verbs_eth_rq_t eth_rq,
    struct doca_dpa_dev_verbs_recv_wr *recv_wr);

/** Posts the next `num_wr` entries of the ring unchanged. Returns the index of the first one. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_eth_rq_post_recv_raw_ack(
    doca_dpa_dev_verbs_eth_rq_t eth_rq, uint64_t num_wr);

/** Commits the receive requests. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_eth_rq_commit_recv(doca_dpa_dev_verbs_eth_rq_t eth_rq);

/** Commits the receive requests, without a fence. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_eth_rq_lw_commit_recv(doca_dpa_dev_verbs_eth_rq_t eth_rq);

/** Returns the number of the queue. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_verbs_eth_rq_get_rqn(doca_dpa_dev_verbs_eth_rq_t eth_rq);

/** Returns the user index of the queue. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_verbs_eth_rq_get_user_index(doca_dpa_dev_verbs_eth_rq_t eth_rq);

/** Stores the ring: address, number of entries, size of an entry in bytes. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_eth_rq_get_wq(doca_dpa_dev_verbs_eth_rq_t eth_rq,
                                 uintptr_t *wq_buf, uint32_t *wqe_num,
                                 uint32_t *wqe_size);

/** Returns the doorbell record. */
DOCA_EXPERIMENTAL uintptr_t
doca_dpa_dev_verbs_eth_rq_get_dbr_addr(doca_dpa_dev_verbs_eth_rq_t eth_rq);

#ifdef __cplusplus
}
#endif

#endif
