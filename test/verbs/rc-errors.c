// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What connected queue pairs refuse: wrong keys and ranges, receive buffers that
// are too small, a peer that does not exist. The other requests are flushed, and
// a queue pair works again after RESET.
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs
// RUN: dpa-run -- %t 2>%t.err | FileCheck %s
#include "Inputs/verbs-pair.h"

static struct pair pair;

static void reset(void) {
  struct ibv_qp_attr attr = {.qp_state = IBV_QPS_RESET};

  for (int i = 0; i < 2; i++)
    CHECK(ibv_modify_qp(pair.qp[i], &attr, IBV_QP_STATE) == 0);
  connect_pair(&pair);
}

static void refused(const char *what, enum ibv_wr_opcode opcode,
                    uint64_t address, uint32_t rkey, struct ibv_sge local) {
  struct ibv_send_wr wr = {.wr_id = 1,
                           .opcode = opcode,
                           .sg_list = &local,
                           .num_sge = 1,
                           .send_flags = IBV_SEND_SIGNALED};
  struct ibv_send_wr after = {.wr_id = 2, .opcode = IBV_WR_SEND};
  struct ibv_send_wr *bad;
  struct ibv_qp_attr attr;
  struct ibv_qp_init_attr settings;
  struct ibv_wc wc;

  wr.wr.rdma.remote_addr = address;
  wr.wr.rdma.rkey = rkey;
  wr.next = &after;
  CHECK(ibv_post_send(pair.qp[0], &wr, &bad) == 0);
  do
    wc = next_completion(pair.cq);
  while (wc.qp_num != pair.qp[0]->qp_num);
  printf("%s: id %d %s", what, (int)wc.wr_id, ibv_wc_status_str(wc.status));
  do
    wc = next_completion(pair.cq);
  while (wc.qp_num != pair.qp[0]->qp_num);
  CHECK(ibv_query_qp(pair.qp[0], &attr, IBV_QP_STATE, &settings) == 0);
  printf(", then id %d %s, state %d\n", (int)wc.wr_id,
         ibv_wc_status_str(wc.status), attr.qp_state);
  reset();
}

int main(void) {
  uint64_t remote;

  open_pair(&pair);
  create_queue_pairs(&pair, IBV_QPT_RC, 0);
  connect_pair(&pair);
  remote = (uintptr_t)pair.memory[1];
  struct ibv_sge local = element(&pair, 0, 0, 64);
  refused("key", IBV_WR_RDMA_WRITE, remote, 0x12345600, local);
  // CHECK: key: id 1 remote access error, then id 2 work request flushed, state 6
  refused("range", IBV_WR_RDMA_READ, remote + MEMORY_SIZE - 8, pair.mr[1]->rkey,
          local);
  // CHECK: range: id 1 remote access error, then id 2 work request flushed, state 6
  local.lkey = 0x12345600;
  refused("local key", IBV_WR_RDMA_WRITE, remote, pair.mr[1]->rkey, local);
  // CHECK: local key: id 1 local protection error, then id 2 work request flushed, state 6
  local.lkey = pair.mr[0]->lkey;
  post_receive(&pair, 1, 9, 0, 8);
  refused("small", IBV_WR_SEND, 0, 0, local);
  // CHECK: small: id 1 remote invalid request error, then id 2 work request flushed, state 6
  CHECK(ibv_destroy_qp(pair.qp[1]) == 0);
  pair.qp[1] = NULL;
  struct ibv_send_wr wr = {
      .opcode = IBV_WR_SEND, .sg_list = &local, .num_sge = 1};
  struct ibv_send_wr *bad;
  CHECK(ibv_post_send(pair.qp[0], &wr, &bad) == 0);
  printf("%s\n", ibv_wc_status_str(next_completion(pair.cq).status));
  // CHECK: transport retry counter exceeded
  close_pair(&pair);
  return 0;
}
