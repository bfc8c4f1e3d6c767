// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of send and receive queues by DevX commands: they are created, frames are sent and received.
#ifndef DPA_TEST_VERBS_INPUTS_DEVX_WORK_QUEUES_H
#define DPA_TEST_VERBS_INPUTS_DEVX_WORK_QUEUES_H

#include "devx-queues.h"

enum { WQ_LOG_DEPTH = 4, FRAME_SIZE = 100 };

struct devx_wq {
  struct mlx5dv_devx_obj *object;
  uint32_t number;
  uint16_t posted;
  size_t ring, record;
  uint32_t *words;
};

struct devx_tis {
  struct mlx5dv_devx_obj *domain, *object;
  uint32_t number;
};

static inline void open_tis(struct devx *devx, struct devx_tis *tis) {
  uint32_t number;

  begin(ALLOC_TRANSPORT_DOMAIN);
  CHECK((tis->domain = create(devx, &number)));
  begin(CREATE_TIS);
  put(0x228, 24, number);
  CHECK((tis->object = create(devx, &tis->number)));
}

static inline void place_wq(struct devx *devx, struct devx_wq *wq,
                            unsigned log_stride) {
  wq->posted = 0;
  wq->ring = take(devx, (size_t)1 << (WQ_LOG_DEPTH + log_stride));
  wq->record = take(devx, 8);
  wq->words = (uint32_t *)(devx->rings + wq->record);
}

static inline void sq_command(struct devx *devx, struct devx_wq *wq,
                              struct devx_cq *cq, struct devx_tis *tis) {
  begin(CREATE_SQ);
  wq_fields(devx, 6, WQ_LOG_DEPTH, wq->ring, wq->record);
  put(0x2e8, 24, devx->uar->page_id);
  put(0x128, 24, 0x77); /* user_index */
  put(0x148, 24, cq->number);
  put(0x200, 16, 1); /* tis_lst_sz */
  put(0x268, 24, tis->number);
}

static inline void rq_command(struct devx *devx, struct devx_wq *wq,
                              struct devx_cq *cq) {
  begin(CREATE_RQ);
  wq_fields(devx, 4, WQ_LOG_DEPTH, wq->ring, wq->record);
  put(0x103, 1, 1); /* vsd */
  put(0x148, 24, cq->number);
}

static inline int change_state(struct devx_wq *wq, unsigned opcode,
                               unsigned from, unsigned to) {
  begin(opcode);
  put(0x40, 4, from);
  put(0x48, 24, wq->number);
  put(0x108, 4, to);
  return modify(wq->object);
}

/* A receive queue that is ready, and a TIR that leads to it. */
static inline struct mlx5dv_devx_obj *create_receive_queue(struct devx *devx,
                                                           struct devx_wq *wq,
                                                           struct devx_cq *cq) {
  struct mlx5dv_devx_obj *tir;

  place_wq(devx, wq, 4);
  rq_command(devx, wq, cq);
  CHECK((wq->object = create(devx, &wq->number)));
  CHECK(change_state(wq, MODIFY_RQ, 0, 1) == 0);
  begin(CREATE_TIR);
  put(0x1e8, 24, wq->number); /* inline_rqn */
  CHECK((tir = create(devx, NULL)));
  return tir;
}

struct devx_rule {
  struct mlx5dv_dr_domain *receiving;
  struct mlx5dv_dr_table *table;
  struct mlx5dv_dr_matcher *matcher;
  struct mlx5dv_dr_action *action;
  struct mlx5dv_dr_rule *rule;
};

/* All frames reach the TIR. */
static inline struct devx_rule direct_all(struct devx *devx,
                                          struct mlx5dv_devx_obj *tir) {
  static struct {
    struct mlx5dv_flow_match_parameters match;
    uint8_t bytes[64];
  } all = {.match.match_sz = 64};
  struct devx_rule made;

  CHECK((made.receiving = mlx5dv_dr_domain_create(
             devx->context, MLX5DV_DR_DOMAIN_TYPE_NIC_RX)));
  CHECK((made.table = mlx5dv_dr_table_create(made.receiving, 0)));
  CHECK(
      (made.matcher = mlx5dv_dr_matcher_create(made.table, 0, 0, &all.match)));
  CHECK((made.action = mlx5dv_dr_action_create_dest_devx_tir(tir)));
  CHECK((made.rule =
             mlx5dv_dr_rule_create(made.matcher, &all.match, 1, &made.action)));
  return made;
}

static inline void end_rule(const struct devx_rule *rule) {
  CHECK(mlx5dv_dr_rule_destroy(rule->rule) == 0);
  CHECK(mlx5dv_dr_action_destroy(rule->action) == 0);
  CHECK(mlx5dv_dr_matcher_destroy(rule->matcher) == 0);
  CHECK(mlx5dv_dr_table_destroy(rule->table) == 0);
  CHECK(mlx5dv_dr_domain_destroy(rule->receiving) == 0);
}

/* A buffer of 128 bytes. */
static inline void post_buffer(struct devx *devx, struct devx_wq *wq,
                               uint32_t key, char *buffer) {
  struct mlx5_wqe_data_seg *entry =
      (struct mlx5_wqe_data_seg *)(devx->rings + wq->ring) +
      wq->posted % (1 << WQ_LOG_DEPTH);

  mlx5dv_set_data_seg(entry, 128, key, (uintptr_t)buffer);
  wq->posted++;
  __atomic_store_n(&wq->words[0], htobe32(wq->posted), __ATOMIC_RELEASE);
}

static inline void send_with(struct devx *devx, struct devx_wq *wq, char *frame,
                             uint32_t key) {
  uint8_t *entry =
      devx->rings + wq->ring + 64 * (wq->posted % (1 << WQ_LOG_DEPTH));
  uint32_t words[2];

  memset(entry, 0, 64);
  mlx5dv_set_ctrl_seg((struct mlx5_wqe_ctrl_seg *)entry, wq->posted,
                      MLX5_OPCODE_SEND, 0, wq->number, MLX5_WQE_CTRL_CQ_UPDATE,
                      3, 0, 0);
  mlx5dv_set_data_seg((struct mlx5_wqe_data_seg *)(entry + 32), FRAME_SIZE, key,
                      (uintptr_t)frame);
  wq->posted++;
  __atomic_store_n(&wq->words[1], htobe32(wq->posted), __ATOMIC_RELEASE);
  memcpy(words, entry, sizeof words);
  write_register(devx->uar->reg_addr, be32toh(words[0]), be32toh(words[1]));
}

/* A frame of an own Ethernet type, filled with a byte. */
static inline char *fill_frame(char *frame, char filling) {
  memset(frame, filling, FRAME_SIZE);
  memcpy(frame, "\2\0\0\0\0\1\2\0\0\0\0\2\x88\xb5", 14);
  return frame;
}

#endif
