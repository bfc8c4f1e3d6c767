/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * DOCA DPA Verbs: work requests of queue pairs, shared receive queues and Ethernet queues from device
 * code. Of libdoca_dpa_dev_verbs.a. Queues are created by libdoca_verbs, whose *_get_dpa_handle()
 * return the handles. Posting stores a request in the ring and returns its index, which is the WQE
 * counter of its completion (16 bits); a commit hands what is posted to the card. Completions that
 * were not created, because a request is not SIGNALED, give no room back: the program takes care that
 * a queue has at most as many requests as entries. A commit has the fence that makes the requests
 * visible; the lightweight form has none, and the program fences itself. No queue is thread safe.
 * Lengths are in bytes, keys those of registered memory. C and C++, device only.
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

/** The key of an entry that ends a list which is shorter than the queue allows. */
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

/** What a send request waits for. */
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

/** A piece of memory. */
struct doca_dpa_dev_verbs_sge {
  uint64_t addr;
  uint32_t length;
  uint32_t lkey;
};

/** A send request; its setters fill it. */
struct doca_dpa_dev_verbs_send_wr {
  uint8_t opaque[64];
} __attribute__((__packed__, __aligned__(8)));

/** A receive request; its setters fill it. */
struct doca_dpa_dev_verbs_recv_wr {
  uint8_t opaque[12];
} __attribute__((__packed__, __aligned__(8)));

/* --- Fields of requests --- */

/** Sets where its data are; the list must exist until the request is posted. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_sg_list(
    struct doca_dpa_dev_verbs_send_wr *send_wr,
    struct doca_dpa_dev_verbs_sge *value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_sg_list() set. */
DOCA_EXPERIMENTAL struct doca_dpa_dev_verbs_sge *
doca_dpa_dev_verbs_send_wr_get_sg_list(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the number of entries of that list. */
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

/** Sets the flags. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_send_flags(
    struct doca_dpa_dev_verbs_send_wr *send_wr, unsigned int value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_send_flags() set. */
DOCA_EXPERIMENTAL unsigned int doca_dpa_dev_verbs_send_wr_get_send_flags(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets what it waits for. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_fence_mode(
    struct doca_dpa_dev_verbs_send_wr *send_wr,
    enum doca_dpa_dev_verbs_send_wr_fm value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_fence_mode() set. */
DOCA_EXPERIMENTAL enum doca_dpa_dev_verbs_send_wr_fm
doca_dpa_dev_verbs_send_wr_get_fence_mode(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the immediate, of the opcodes with one. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_imm_data(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint32_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_imm_data() set. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_send_wr_get_imm_data(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets a key to invalidate; no opcode uses it. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_invalidate_rkey(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint32_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_invalidate_rkey() set. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_send_wr_get_invalidate_rkey(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the remote address, of writes and reads. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_rdma_remote_addr(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint64_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_rdma_remote_addr() set. */
DOCA_EXPERIMENTAL uint64_t doca_dpa_dev_verbs_send_wr_get_rdma_remote_addr(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets its key. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_rdma_rkey(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint32_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_rdma_rkey() set. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_send_wr_get_rdma_rkey(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the remote address, of atomic operations; 8-byte aligned. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_atomic_remote_addr(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint64_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_atomic_remote_addr() set. */
DOCA_EXPERIMENTAL uint64_t doca_dpa_dev_verbs_send_wr_get_atomic_remote_addr(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the number that is added. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_atomic_compare_add(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint64_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_atomic_compare_add() set. */
DOCA_EXPERIMENTAL uint64_t doca_dpa_dev_verbs_send_wr_get_atomic_compare_add(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets a number to store; no opcode uses it. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_atomic_swap(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint64_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_atomic_swap() set. */
DOCA_EXPERIMENTAL uint64_t doca_dpa_dev_verbs_send_wr_get_atomic_swap(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets the key of the remote address of atomic operations. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_send_wr_set_atomic_rkey(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint32_t value);

/** Returns what doca_dpa_dev_verbs_send_wr_set_atomic_rkey() set. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_send_wr_get_atomic_rkey(
    const struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Sets where its data are; the list must exist until the request is posted. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_recv_wr_set_sg_list(
    struct doca_dpa_dev_verbs_recv_wr *recv_wr,
    struct doca_dpa_dev_verbs_sge *value);

/** Returns what doca_dpa_dev_verbs_recv_wr_set_sg_list() set. */
DOCA_EXPERIMENTAL struct doca_dpa_dev_verbs_sge *
doca_dpa_dev_verbs_recv_wr_get_sg_list(
    const struct doca_dpa_dev_verbs_recv_wr *recv_wr);

/** Sets the number of entries of that list. */
DOCA_EXPERIMENTAL void doca_dpa_dev_verbs_recv_wr_set_sg_num_sge(
    struct doca_dpa_dev_verbs_recv_wr *recv_wr, uint32_t value);

/** Returns what doca_dpa_dev_verbs_recv_wr_set_sg_num_sge() set. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_recv_wr_get_sg_num_sge(
    const struct doca_dpa_dev_verbs_recv_wr *recv_wr);

/* --- Queue pairs --- */

/** Posts a send request. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_qp_post_send_wr(
    doca_dpa_dev_verbs_qp_t qp, struct doca_dpa_dev_verbs_send_wr *send_wr);

/** Posts a send request in the format of the card, 16 to 1024 bytes as its control segment says, in which only the index is set. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_verbs_qp_post_send_raw_wqe(doca_dpa_dev_verbs_qp_t qp, void *wqe);

/** Posts a receive request. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_qp_post_recv_wr(
    doca_dpa_dev_verbs_qp_t qp, struct doca_dpa_dev_verbs_recv_wr *recv_wr);

/** Posts a receive request in the format of the card, `size` bytes, at most those of an entry. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_qp_post_recv_raw_wqe(
    doca_dpa_dev_verbs_qp_t qp, void *wqe, uint64_t size);

/** Posts the next `num_wr` entries as they are in the ring. Returns the index of the first. */
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

/** Returns the rings, for inspection: send ring and its blocks of 64 bytes, receive ring, its entries and their size. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_qp_get_wq(doca_dpa_dev_verbs_qp_t qp, uintptr_t *sq_buf,
                             uint32_t *sq_num, uintptr_t *rq_buf,
                             uint32_t *rq_num, uint32_t *rwqe_size);

/** Returns the doorbell record, for inspection: two big-endian counters, of receives and sends. */
DOCA_EXPERIMENTAL uint32_t *
doca_dpa_dev_verbs_qp_get_dbr_addr(doca_dpa_dev_verbs_qp_t qp);

/** Returns the number of the queue pair. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_verbs_qp_get_qpn(doca_dpa_dev_verbs_qp_t qp);

/** Returns its user index. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_verbs_qp_get_user_index(doca_dpa_dev_verbs_qp_t qp);

/* --- Shared receive queues --- */

/** Posts a receive request; the type is that of the queue. Returns 0, and posts nothing, if a linked list has no entry that was
 * given back. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_srq_post_recv_wr(
    doca_dpa_dev_verbs_srq_t srq, enum doca_dpa_dev_verbs_srq_type type,
    struct doca_dpa_dev_verbs_recv_wr *recv_wr);

/** Posts a receive request in the format of the card, without the segment that links it. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_srq_post_recv_raw_wqe(
    doca_dpa_dev_verbs_srq_t srq, enum doca_dpa_dev_verbs_srq_type type,
    void *wqe, uint64_t size);

/** Commits the receive requests. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_srq_commit_recv(doca_dpa_dev_verbs_srq_t srq);

/** Commits the receive requests, without a fence. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_srq_lw_commit_recv(doca_dpa_dev_verbs_srq_t srq);

/** Gives an entry of a linked list back, by the WQE counter of its completion. Only for queues of that type, which otherwise run dry. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_srq_linked_list_ack_wr(doca_dpa_dev_verbs_srq_t srq,
                                          uint32_t wr_count);

/** Returns the number of the queue. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_verbs_srq_get_srqn(doca_dpa_dev_verbs_srq_t srq);

/** Returns the ring, for inspection: address, entries, size of an entry. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_srq_get_wq(doca_dpa_dev_verbs_srq_t srq, uintptr_t *wq_buf,
                              uint32_t *wqe_num, uint32_t *wqe_size);

/** Returns the doorbell record, for inspection. */
DOCA_EXPERIMENTAL uint32_t *
doca_dpa_dev_verbs_srq_get_dbr_addr(doca_dpa_dev_verbs_srq_t srq);

/* --- Ethernet queues --- */

/** Posts a frame; the opcode is SEND. */
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

/** Returns its user index. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_verbs_eth_sq_get_user_index(doca_dpa_dev_verbs_eth_sq_t eth_sq);

/** Returns the ring, for inspection: address and blocks of 64 bytes. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_eth_sq_get_wq(doca_dpa_dev_verbs_eth_sq_t eth_sq,
                                 uintptr_t *wq_buf, uint32_t *wqe_num);

/** Posts a receive request. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_verbs_eth_rq_post_recv_wr(
    doca_dpa_dev_verbs_eth_rq_t eth_rq,
    struct doca_dpa_dev_verbs_recv_wr *recv_wr);

/** Posts the next `num_wr` entries as they are in the ring. Returns the index of the first. */
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

/** Returns its user index. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_verbs_eth_rq_get_user_index(doca_dpa_dev_verbs_eth_rq_t eth_rq);

/** Returns the ring, for inspection: address, entries, size of an entry. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_verbs_eth_rq_get_wq(doca_dpa_dev_verbs_eth_rq_t eth_rq,
                                 uintptr_t *wq_buf, uint32_t *wqe_num,
                                 uint32_t *wqe_size);

/** Returns the doorbell record, for inspection. */
DOCA_EXPERIMENTAL uintptr_t
doca_dpa_dev_verbs_eth_rq_get_dbr_addr(doca_dpa_dev_verbs_eth_rq_t eth_rq);

#ifdef __cplusplus
}
#endif

#endif
