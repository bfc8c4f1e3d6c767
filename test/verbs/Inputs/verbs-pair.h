// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of libibverbs: a device, memory and two connected queue pairs in one
// process. Anything that fails ends the program with the line.
#ifndef DPA_TEST_EMULATOR_INPUTS_VERBS_PAIR_H
#define DPA_TEST_EMULATOR_INPUTS_VERBS_PAIR_H

#include <endian.h>
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: %s (errno %d)\n", __FILE__, __LINE__,            \
              #condition, errno);                                              \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

enum { MEMORY_SIZE = 1 << 20 };

struct pair {
  struct ibv_context *context;
  struct ibv_pd *pd;
  struct ibv_cq *cq;
  struct ibv_srq *srq;
  struct ibv_qp *qp[2];
  struct ibv_mr *mr[2];
  char *memory[2];
  union ibv_gid gid;
  enum ibv_qp_type type;
};

static inline void open_pair(struct pair *pair) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  int all = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
            IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;

  CHECK(list && list[0]);
  CHECK((pair->context = ibv_open_device(list[0])));
  ibv_free_device_list(list);
  CHECK((pair->pd = ibv_alloc_pd(pair->context)));
  CHECK((pair->cq = ibv_create_cq(pair->context, 1000, NULL, NULL, 0)));
  for (int i = 0; i < 2; i++) {
    CHECK((pair->memory[i] = aligned_alloc(4096, MEMORY_SIZE)));
    memset(pair->memory[i], 0, MEMORY_SIZE);
    CHECK((pair->mr[i] =
               ibv_reg_mr(pair->pd, pair->memory[i], MEMORY_SIZE, all)));
  }
  CHECK(ibv_query_gid(pair->context, 1, 1, &pair->gid) == 0);
}

/* The queue pairs complete into the pair's queue. */
static inline void create_queue_pairs(struct pair *pair, enum ibv_qp_type type,
                                      int sq_sig_all) {
  struct ibv_qp_init_attr settings = {.send_cq = pair->cq,
                                      .recv_cq = pair->cq,
                                      .srq = pair->srq,
                                      .cap = {.max_send_wr = 64,
                                              .max_recv_wr = 64,
                                              .max_send_sge = 4,
                                              .max_recv_sge = 4,
                                              .max_inline_data = 200},
                                      .qp_type = type,
                                      .sq_sig_all = sq_sig_all};

  pair->type = type;
  for (int i = 0; i < 2; i++)
    CHECK((pair->qp[i] = ibv_create_qp(pair->pd, &settings)));
}

static inline void to_init_on(struct ibv_qp *qp, uint8_t port) {
  struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT,
                             .port_num = port,
                             .qkey = 0x11111111,
                             .qp_access_flags = IBV_ACCESS_REMOTE_WRITE |
                                                IBV_ACCESS_REMOTE_READ |
                                                IBV_ACCESS_REMOTE_ATOMIC};
  int own = qp->qp_type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS;

  CHECK(ibv_modify_qp(qp, &attr,
                      IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | own) ==
        0);
}

static inline void to_init(struct ibv_qp *qp) {
  to_init_on(qp, 1);
}

struct ready {
  uint8_t port;
  enum ibv_mtu mtu;
  uint8_t timeout; /* of acknowledgements, as in struct ibv_qp_attr */
};

static const struct ready usual = {
    .port = 1, .mtu = IBV_MTU_1024, .timeout = 14 /* 67 ms */};

static inline void to_ready_as(struct ibv_qp *qp, uint32_t peer,
                               union ibv_gid gid, struct ready ready) {
  struct ibv_qp_attr attr = {
      .qp_state = IBV_QPS_RTR,
      .path_mtu = ready.mtu,
      .dest_qp_num = peer,
      .rq_psn = 100,
      .max_dest_rd_atomic = 4,
      .min_rnr_timer = 1,
      .ah_attr = {.is_global = 1,
                  .port_num = ready.port,
                  .grh = {.dgid = gid, .sgid_index = 1, .hop_limit = 1}}};
  int mask = IBV_QP_STATE;
  int connected = IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;

  if (qp->qp_type != IBV_QPT_UD)
    mask |= connected;
  if (qp->qp_type == IBV_QPT_RC)
    mask |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
  CHECK(ibv_modify_qp(qp, &attr, mask) == 0);
  attr = (struct ibv_qp_attr){.qp_state = IBV_QPS_RTS,
                              .sq_psn = 100,
                              .timeout = ready.timeout,
                              .retry_cnt = 7,
                              .rnr_retry = 7,
                              .max_rd_atomic = 4};
  mask = IBV_QP_STATE | IBV_QP_SQ_PSN;
  if (qp->qp_type == IBV_QPT_RC)
    mask |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
            IBV_QP_MAX_QP_RD_ATOMIC;
  CHECK(ibv_modify_qp(qp, &attr, mask) == 0);
}

static inline void to_ready(struct ibv_qp *qp, uint32_t peer,
                            union ibv_gid gid) {
  to_ready_as(qp, peer, gid, usual);
}

static inline void connect_pair(struct pair *pair) {
  for (int i = 0; i < 2; i++)
    to_init(pair->qp[i]);
  for (int i = 0; i < 2; i++)
    to_ready(pair->qp[i], pair->qp[1 - i]->qp_num, pair->gid);
}

static inline struct ibv_sge element(struct pair *pair, int side, size_t offset,
                                     size_t length) {
  struct ibv_sge sge = {.addr = (uintptr_t)pair->memory[side] + offset,
                        .length = (uint32_t)length,
                        .lkey = pair->mr[side]->lkey};
  return sge;
}

static inline void post_receive(struct pair *pair, int side, uint64_t id,
                                size_t offset, size_t length) {
  struct ibv_sge sge = element(pair, side, offset, length);
  struct ibv_recv_wr wr = {.wr_id = id, .sg_list = &sge, .num_sge = 1};
  struct ibv_recv_wr *bad;

  if (pair->srq)
    CHECK(ibv_post_srq_recv(pair->srq, &wr, &bad) == 0);
  else
    CHECK(ibv_post_recv(pair->qp[side], &wr, &bad) == 0);
}

/* Waits up to a minute for a completion. */
static inline struct ibv_wc next_completion(struct ibv_cq *cq) {
  struct ibv_wc wc;
  time_t end = time(NULL) + 60;
  int count;

  while ((count = ibv_poll_cq(cq, 1, &wc)) == 0)
    CHECK(time(NULL) < end);
  CHECK(count == 1);
  return wc;
}

/* Status of a request of queue pair 0. After an error both are made ready again. */
static inline const char *status_of(struct pair *pair,
                                    struct ibv_send_wr *request) {
  struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RESET};
  struct ibv_send_wr *bad;
  struct ibv_wc wc;

  CHECK(ibv_post_send(pair->qp[0], request, &bad) == 0);
  wc = next_completion(pair->cq);
  if (wc.status != IBV_WC_SUCCESS) {
    for (int i = 0; i < 2; i++)
      CHECK(ibv_modify_qp(pair->qp[i], &attr, IBV_QP_STATE) == 0);
    connect_pair(pair);
  }
  return ibv_wc_status_str(wc.status);
}

static inline void close_pair(struct pair *pair) {
  for (int i = 0; i < 2; i++)
    CHECK(!pair->qp[i] || ibv_destroy_qp(pair->qp[i]) == 0);
  CHECK(!pair->srq || ibv_destroy_srq(pair->srq) == 0);
  for (int i = 0; i < 2; i++) {
    CHECK(ibv_dereg_mr(pair->mr[i]) == 0);
    free(pair->memory[i]);
  }
  CHECK(ibv_destroy_cq(pair->cq) == 0);
  CHECK(ibv_dealloc_pd(pair->pd) == 0);
  CHECK(ibv_close_device(pair->context) == 0);
}

#endif
