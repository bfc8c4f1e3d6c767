// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two queue pairs take their buffers from one shared receive queue; the event of
// its limit; the last one of a queue pair in the error state.
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs
// RUN: dpa-run -- %t | FileCheck %s
#include "Inputs/verbs-pair.h"

static struct pair pair;

static void event(const char *what, enum ibv_event_type type) {
  struct ibv_async_event event;

  do {
    CHECK(ibv_get_async_event(pair.context, &event) == 0);
    ibv_ack_async_event(&event);
  } while (event.event_type == IBV_EVENT_COMM_EST);
  printf("%s %d srq %d\n", what, event.event_type == type,
         event.element.srq == pair.srq);
}

/* Of one message: the other completion is that of the send. */
static struct ibv_wc receive_one(void) {
  struct ibv_wc wc[2];

  for (int i = 0; i < 2; i++) {
    wc[i] = next_completion(pair.cq);
    CHECK(wc[i].status == IBV_WC_SUCCESS);
  }
  CHECK((wc[0].opcode & IBV_WC_RECV) != (wc[1].opcode & IBV_WC_RECV));
  return wc[wc[0].opcode & IBV_WC_RECV ? 0 : 1];
}

int main(void) {
  struct ibv_srq_init_attr settings = {.attr = {.max_wr = 100, .max_sge = 1}};
  struct ibv_srq_attr limit = {.srq_limit = 60};
  struct ibv_send_wr wr = {.opcode = IBV_WR_SEND};
  struct ibv_send_wr *bad;
  int taken[2] = {0, 0};

  open_pair(&pair);
  CHECK((pair.srq = ibv_create_srq(pair.pd, &settings)));
  create_queue_pairs(&pair, IBV_QPT_RC, 1);
  connect_pair(&pair);
  for (uint64_t i = 0; i < 100; i++)
    post_receive(&pair, 0, i, i * 64, 64);
  CHECK(ibv_modify_srq(pair.srq, &limit, IBV_SRQ_LIMIT) == 0);
  for (int i = 0; i < 50; i++) {
    CHECK(ibv_post_send(pair.qp[i % 2], &wr, &bad) == 0);
    struct ibv_wc wc = receive_one();
    CHECK(wc.wr_id < 100);
    taken[wc.qp_num == pair.qp[1]->qp_num]++;
  }
  printf("taken %d %d\n", taken[0], taken[1]);
  // CHECK: taken 25 25
  event("limit", IBV_EVENT_SRQ_LIMIT_REACHED);
  // CHECK: limit 1 srq 1
  CHECK(ibv_query_srq(pair.srq, &limit) == 0);
  printf("limit now %u\n", limit.srq_limit);
  // CHECK: limit now 0
  for (uint64_t i = 0; i < 1000; i++) {
    post_receive(&pair, 0, 1000 + i, 0, 64);
    CHECK(ibv_post_send(pair.qp[i % 2], &wr, &bad) == 0);
    receive_one();
  }
  struct ibv_qp_attr attr = {.qp_state = IBV_QPS_ERR};
  CHECK(ibv_modify_qp(pair.qp[0], &attr, IBV_QP_STATE) == 0);
  event("last", IBV_EVENT_QP_LAST_WQE_REACHED);
  // CHECK: last 1 srq 0
  close_pair(&pair);
  return 0;
}
