// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of queue pairs by DevX commands: their states, and entries that are posted by hand.
#ifndef DPA_TEST_VERBS_INPUTS_DEVX_QUEUE_PAIRS_H
#define DPA_TEST_VERBS_INPUTS_DEVX_QUEUE_PAIRS_H

#include "devx-queues.h"

/* From RESET to RTR, through port 1. */
static inline void to_receive(struct devx *devx, struct devx_qp *pair,
                              uint32_t peer) {
  union ibv_gid gid;

  CHECK(ibv_query_gid(devx->context, 1, 1, &gid) == 0);
  begin(RST2INIT);
  put(0x48, 24, pair->number);
  put(0x2a8, 8, 1);   /* vhca_port_num */
  put(0x550, 3, 0x7); /* rre, rwe, rae */
  CHECK(modify(pair->object) == 0);
  begin(INIT2RTR);
  put(0x48, 24, pair->number);
  put(0x100, 3, 3); /* mtu: 1024 */
  put(0x168, 24, peer);
  put(0x1c8, 8, 1); /* src_addr_index */
  put(0x1d8, 8, 7); /* hop_limit */
  memcpy(command + 64, gid.raw, 16);
  put(0x2a8, 8, 1);
  put(0x548, 3, 2);    /* log_rra_max */
  put(0x563, 5, 1);    /* min_rnr_nak */
  put(0x568, 24, 100); /* next_rcv_psn */
  CHECK(modify(pair->object) == 0);
}

/* From RESET to RTS. */
static inline void to_ready(struct devx *devx, struct devx_qp *pair,
                            uint32_t peer) {
  to_receive(devx, pair, peer);
  begin(RTR2RTS);
  put(0x48, 24, pair->number);
  put(0x1c0, 5, 14);   /* ack_timeout */
  put(0x448, 3, 2);    /* log_sra_max */
  put(0x44d, 3, 7);    /* retry_count */
  put(0x450, 3, 7);    /* rnr_retry */
  put(0x488, 24, 100); /* next_send_psn */
  CHECK(modify(pair->object) == 0);
}

/* Of a write or a send. */
struct devx_work {
  uint64_t from, to;
  uint32_t lkey, rkey, size;
};

/* An entry in the ring and its index in the record; then the doorbell. */
static inline void post_entry(struct devx *devx, struct devx_qp *pair,
                              uint8_t opcode, struct devx_work work) {
  uint8_t *entry = devx->rings + pair->rings +
                   (RECEIVE_STRIDE << QP_LOG_DEPTH) +
                   64 * (pair->posted % (1 << QP_LOG_DEPTH));
  struct mlx5_wqe_raddr_seg remote = {.raddr = htobe64(work.to),
                                      .rkey = htobe32(work.rkey)};
  uint32_t words[2];

  memset(entry, 0, 64);
  mlx5dv_set_ctrl_seg((struct mlx5_wqe_ctrl_seg *)entry, pair->posted, opcode,
                      0, pair->number, MLX5_WQE_CTRL_CQ_UPDATE,
                      opcode == MLX5_OPCODE_SEND ? 2 : 3, 0, 0);
  if (opcode != MLX5_OPCODE_SEND)
    memcpy(entry + 16, &remote, 16);
  mlx5dv_set_data_seg(
      (struct mlx5_wqe_data_seg *)(entry +
                                   (opcode == MLX5_OPCODE_SEND ? 16 : 32)),
      work.size, work.lkey, work.from);
  pair->posted++;
  __atomic_store_n(&pair->words[1], htobe32(pair->posted), __ATOMIC_RELEASE);
  memcpy(words, entry, sizeof words);
  write_register(devx->uar->reg_addr, be32toh(words[0]), be32toh(words[1]));
}

#endif
