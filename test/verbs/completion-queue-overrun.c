// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A completion queue that overruns is an error of its own and of each queue pair that
// uses it, whether or not that one has anything to complete. Others continue.
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs
// RUN: dpa-run -- %t 2>%t.err | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s <%t.err
// LOG: completion queue 0x{{[0-9a-f]+}} is full: overrun
#include "Inputs/verbs-pair.h"

#include <poll.h>

static struct pair pair; /* its second queue pair completes elsewhere */
static struct ibv_qp *idle;
static unsigned queue_errors, fatal_errors;

static enum ibv_qp_state state_of(struct ibv_qp *qp) {
  struct ibv_qp_attr attr;
  struct ibv_qp_init_attr settings;

  CHECK(ibv_query_qp(qp, &attr, IBV_QP_STATE, &settings) == 0);
  return attr.qp_state;
}

static struct ibv_qp *create(struct ibv_cq *cq) {
  struct ibv_qp_init_attr settings = {
      .send_cq = cq,
      .recv_cq = cq,
      .cap = {.max_send_wr = 64, .max_recv_wr = 64, .max_send_sge = 1},
      .qp_type = IBV_QPT_RC};
  struct ibv_qp *qp = ibv_create_qp(pair.pd, &settings);

  CHECK(qp);
  return qp;
}

static void write_signalled(void) {
  struct ibv_sge from = element(&pair, 0, 0, 8);
  struct ibv_send_wr wr = {.opcode = IBV_WR_RDMA_WRITE,
                           .sg_list = &from,
                           .num_sge = 1,
                           .send_flags = IBV_SEND_SIGNALED,
                           .wr.rdma = {.remote_addr = (uintptr_t)pair.memory[1],
                                       .rkey = pair.mr[1]->rkey}};
  struct ibv_send_wr *bad;

  CHECK(ibv_post_send(pair.qp[0], &wr, &bad) == 0);
}

static void take_event(struct ibv_cq *cq) {
  struct pollfd ready = {pair.context->async_fd, POLLIN, 0};
  struct ibv_async_event event;

  CHECK(poll(&ready, 1, 60000) == 1);
  CHECK(ibv_get_async_event(pair.context, &event) == 0);
  if (event.event_type == IBV_EVENT_CQ_ERR) {
    CHECK(event.element.cq == cq);
    queue_errors++;
  } else {
    CHECK(event.event_type == IBV_EVENT_QP_FATAL);
    CHECK(event.element.qp == pair.qp[0] || event.element.qp == idle);
    fatal_errors++;
  }
  ibv_ack_async_event(&event);
}

int main(void) {
  struct ibv_cq *small;

  open_pair(&pair);
  CHECK((small = ibv_create_cq(pair.context, 15, NULL, NULL, 0)));
  pair.qp[0] = create(small);
  pair.qp[1] = create(pair.cq);
  idle = create(small);
  connect_pair(&pair);
  to_init(idle);
  to_ready(idle, idle->qp_num, pair.gid);
  for (int i = 0; i < 40; i++)
    write_signalled();
  while (queue_errors + fatal_errors < 3)
    take_event(small);
  printf("%u queue, %u queue pairs\n", queue_errors, fatal_errors);
  // CHECK: 1 queue, 2 queue pairs
  printf("states %d and %d, the other end %d\n", state_of(pair.qp[0]),
         state_of(idle), state_of(pair.qp[1]));
  // CHECK: states 6 and 6, the other end 3
  CHECK(ibv_destroy_qp(idle) == 0);
  CHECK(ibv_destroy_qp(pair.qp[0]) == 0);
  pair.qp[0] = NULL;
  CHECK(ibv_destroy_cq(small) == 0);
  close_pair(&pair);
  return 0;
}
