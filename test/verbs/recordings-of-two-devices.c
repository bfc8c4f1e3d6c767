// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queue pairs of two devices that a switch joins, in one recording: it has the inputs of the ports of both devices in their order. The replay
// joins no switch, and sends the same frames at the same moments.
// PROVES: R-GEN-08
// The sanitizer does not see the accesses of this program, which is not instrumented.
// UNSUPPORTED: thread-sanitizer
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: dpa-run --device=a --device=b --seed=1 --record=run.rec --port=a=unix:switch,out=a.pcap --port=b=unix:switch,out=b.pcap -- %t 2>&1 | FileCheck %s --implicit-check-not={{.}}
// RUN: FileCheck --check-prefix=RECORDING --input-file=run.rec %s
// RECORDING: {{^}}0 open 0 0{{$}}
// RECORDING: {{^}}0 port 1 {{[0-9a-f]+}} a/1 unix:switch,
// RECORDING: {{^[0-9]+}} join 4294967296 {{[0-9a-f]+}} b 256{{$}}
// RECORDING-NEXT: {{^[0-9]+}} port 4294967297 {{[0-9a-f]+}} b/1 unix:switch,
// RECORDING: {{^[0-9]+}} sent 1 {{[0-9a-f]+$}}
// RECORDING: {{^[0-9]+}} frame 4294967297 {{[0-9a-f]+ [0-9a-f]+$}}
// RECORDING: {{^[0-9]+}} sent 4294967297 {{[0-9a-f]+$}}
// RECORDING: {{^[0-9]+}} frame 1 {{[0-9a-f]+ [0-9a-f]+$}}
// RUN: dpa-run --device=a --device=b --replay=run.rec --port=a=unix:switch,out=a2.pcap --port=b=unix:switch,out=b2.pcap -- %t 2>&1 | FileCheck %s --implicit-check-not={{.}}
// RUN: cmp a.pcap a2.pcap && cmp b.pcap b2.pcap && not test -e switch
// RUN: not dpa-run --device=a --device=b --replay=run.rec --port=a=unix:switch --port=b=unix:other -- %t 2>&1 | FileCheck --check-prefix=OTHER %s
// OTHER: dpa-verbs: error: run.rec: recording is of port 'b/1 unix:switch,{{.*}}' (this device has 'b/1 unix:other')
#include "Inputs/verbs-pair.h"

enum { ROUNDS = 5, SIZE = 5000 };

static struct ibv_context *open_one(const char *name) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *context = NULL;

  for (int i = 0; list && list[i]; i++)
    if (strcmp(ibv_get_device_name(list[i]), name) == 0)
      context = ibv_open_device(list[i]);
  ibv_free_device_list(list);
  CHECK(context);
  return context;
}

struct end {
  struct ibv_context *context;
  struct ibv_pd *pd;
  struct ibv_comp_channel *channel;
  struct ibv_cq *cq;
  struct ibv_mr *mr;
  struct ibv_qp *qp;
  union ibv_gid gid;
  char memory[2 * SIZE];
};

static struct end ends[2];

static void create(struct end *end, const char *name) {
  struct ibv_qp_init_attr settings = {.cap = {.max_send_wr = 8,
                                              .max_recv_wr = 8,
                                              .max_send_sge = 1,
                                              .max_recv_sge = 1},
                                      .qp_type = IBV_QPT_RC,
                                      .sq_sig_all = 1};

  end->context = open_one(name);
  CHECK((end->pd = ibv_alloc_pd(end->context)));
  CHECK((end->channel = ibv_create_comp_channel(end->context)));
  CHECK((end->cq = ibv_create_cq(end->context, 16, NULL, end->channel, 0)));
  CHECK((end->mr = ibv_reg_mr(end->pd, end->memory, sizeof end->memory,
                              IBV_ACCESS_LOCAL_WRITE)));
  settings.send_cq = settings.recv_cq = end->cq;
  CHECK((end->qp = ibv_create_qp(end->pd, &settings)));
  CHECK(ibv_query_gid(end->context, 1, 1, &end->gid) == 0);
  to_init(end->qp);
}

static void destroy(struct end *end) {
  CHECK(ibv_destroy_qp(end->qp) == 0);
  CHECK(ibv_dereg_mr(end->mr) == 0);
  CHECK(ibv_destroy_cq(end->cq) == 0);
  CHECK(ibv_destroy_comp_channel(end->channel) == 0);
  CHECK(ibv_dealloc_pd(end->pd) == 0);
  CHECK(ibv_close_device(end->context) == 0);
}

/* Waits for the event, so that the moment of each call is that of the recording. */
static void await(struct end *end, enum ibv_wc_opcode opcode) {
  struct ibv_cq *cq;
  struct ibv_wc wc;
  void *context;

  CHECK(ibv_get_cq_event(end->channel, &cq, &context) == 0);
  ibv_ack_cq_events(cq, 1);
  CHECK(ibv_poll_cq(cq, 1, &wc) == 1);
  CHECK(wc.status == IBV_WC_SUCCESS && wc.opcode == opcode);
}

/* The first half of the memory of one end arrives in the second half of the other. */
static void send_to(struct end *from, struct end *to, int filling) {
  struct ibv_sge source = {(uintptr_t)from->memory, SIZE, from->mr->lkey};
  struct ibv_sge target = {(uintptr_t)to->memory + SIZE, SIZE, to->mr->lkey};
  struct ibv_recv_wr receive = {.sg_list = &target, .num_sge = 1};
  struct ibv_send_wr send = {
      .sg_list = &source, .num_sge = 1, .opcode = IBV_WR_SEND};
  struct ibv_recv_wr *bad_receive;
  struct ibv_send_wr *bad_send;

  memset(from->memory, filling, SIZE);
  CHECK(ibv_req_notify_cq(from->cq, 0) == 0);
  CHECK(ibv_req_notify_cq(to->cq, 0) == 0);
  CHECK(ibv_post_recv(to->qp, &receive, &bad_receive) == 0);
  CHECK(ibv_post_send(from->qp, &send, &bad_send) == 0);
  await(to, IBV_WC_RECV);
  await(from, IBV_WC_SEND);
  CHECK(memcmp(from->memory, to->memory + SIZE, SIZE) == 0);
}

int main(void) {
  create(&ends[0], "a");
  create(&ends[1], "b");
  for (int i = 0; i < 2; i++)
    to_ready(ends[i].qp, ends[1 - i].qp->qp_num, ends[1 - i].gid);
  for (int i = 0; i < ROUNDS; i++) {
    send_to(&ends[0], &ends[1], i + 1);
    send_to(&ends[1], &ends[0], i + 101);
  }
  for (int i = 1; i >= 0; i--)
    destroy(&ends[i]);
  puts("done");
  // CHECK: done
  return 0;
}
