// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lost packet behind which nothing is sent, or its lost acknowledgement, is
// repeated long before the timeout of acknowledgements, which is 69 s here and
// longer than next_completion() waits.
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs
// RUN: dpa-run --port=loopback,loss=0.04 -- %t | FileCheck %s
// CHECK: 60 writes, all completed
#include "Inputs/verbs-pair.h"

enum { WRITES = 60 };

static struct pair pair;
static const struct ready patient = {
    .port = 1, .mtu = IBV_MTU_1024, .timeout = 24};

int main(void) {
  open_pair(&pair);
  create_queue_pairs(&pair, IBV_QPT_RC, 1);
  for (int i = 0; i < 2; i++)
    to_init(pair.qp[i]);
  for (int i = 0; i < 2; i++)
    to_ready_as(pair.qp[i], pair.qp[1 - i]->qp_num, pair.gid, patient);
  for (int i = 0; i < WRITES; i++) {
    struct ibv_sge from = element(&pair, 0, 0, 8);
    struct ibv_send_wr wr = {
        .opcode = IBV_WR_RDMA_WRITE,
        .sg_list = &from,
        .num_sge = 1,
        .wr.rdma = {.remote_addr = (uintptr_t)pair.memory[1],
                    .rkey = pair.mr[1]->rkey}};
    struct ibv_send_wr *bad;

    CHECK(ibv_post_send(pair.qp[0], &wr, &bad) == 0);
    CHECK(next_completion(pair.cq).status == IBV_WC_SUCCESS);
  }
  printf("%d writes, all completed\n", WRITES);
  close_pair(&pair);
  return 0;
}
