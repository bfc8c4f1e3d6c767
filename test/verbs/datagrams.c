// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Datagrams: the first 40 bytes are the header, from which the receiver makes an
// address handle and answers. Unreliable connections: sends and writes.
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs
// RUN: dpa-run -- %t | FileCheck %s
#include "Inputs/verbs-pair.h"

enum { GRH = 40, QKEY = 0x11111111 };

static struct pair pair;

static void send_to(int side, struct ibv_ah *ah, uint32_t peer,
                    const char *text) {
  struct ibv_sge sge = element(&pair, side, 4096, strlen(text) + 1);
  struct ibv_send_wr wr = {
      .wr_id = 1, .opcode = IBV_WR_SEND, .sg_list = &sge, .num_sge = 1};
  struct ibv_send_wr *bad;

  strcpy(pair.memory[side] + 4096, text);
  wr.wr.ud.ah = ah;
  wr.wr.ud.remote_qpn = peer;
  wr.wr.ud.remote_qkey = QKEY;
  CHECK(ibv_post_send(pair.qp[side], &wr, &bad) == 0);
}

static void datagrams(void) {
  struct ibv_ah_attr address = {
      .is_global = 1,
      .port_num = 1,
      .grh = {.dgid = pair.gid, .sgid_index = 1, .hop_limit = 1}};
  struct ibv_ah *ah;
  struct ibv_ah *back;
  struct ibv_wc wc;

  create_queue_pairs(&pair, IBV_QPT_UD, 0);
  connect_pair(&pair);
  CHECK((ah = ibv_create_ah(pair.pd, &address)));
  post_receive(&pair, 1, 1, 0, 100);
  post_receive(&pair, 0, 2, 0, 100);
  send_to(0, ah, pair.qp[1]->qp_num, "question");
  wc = next_completion(pair.cq);
  printf("id %d bytes %u source %d grh %d: %s\n", (int)wc.wr_id, wc.byte_len,
         wc.src_qp == pair.qp[0]->qp_num, wc.wc_flags & IBV_WC_GRH,
         pair.memory[1] + GRH);
  // CHECK: id 1 bytes 49 source 1 grh 1: question
  CHECK((back = ibv_create_ah_from_wc(pair.pd, &wc,
                                      (struct ibv_grh *)pair.memory[1], 1)));
  send_to(1, back, wc.src_qp, "answer");
  wc = next_completion(pair.cq);
  printf("id %d: %s\n", (int)wc.wr_id, pair.memory[0] + GRH);
  // CHECK: id 2: answer
  CHECK(ibv_dealloc_pd(pair.pd) == EBUSY);
  CHECK(ibv_destroy_ah(ah) == 0 && ibv_destroy_ah(back) == 0);
  for (int i = 0; i < 2; i++)
    CHECK(ibv_destroy_qp(pair.qp[i]) == 0);
}

static void unreliable(void) {
  struct ibv_sge sge = element(&pair, 0, 0, 5000);
  struct ibv_send_wr wr = {.wr_id = 1,
                           .opcode = IBV_WR_RDMA_WRITE_WITH_IMM,
                           .imm_data = 5,
                           .sg_list = &sge,
                           .num_sge = 1};
  struct ibv_send_wr *bad;
  struct ibv_wc wc;

  create_queue_pairs(&pair, IBV_QPT_UC, 0);
  connect_pair(&pair);
  memset(pair.memory[0], 9, 5000);
  wr.wr.rdma.remote_addr = (uintptr_t)pair.memory[1] + 8192;
  wr.wr.rdma.rkey = pair.mr[1]->rkey;
  post_receive(&pair, 1, 3, 0, 100);
  CHECK(ibv_post_send(pair.qp[0], &wr, &bad) == 0);
  wc = next_completion(pair.cq);
  printf("opcode %d bytes %u equal %d\n", wc.opcode, wc.byte_len,
         !memcmp(pair.memory[0], pair.memory[1] + 8192, 5000));
  // CHECK: opcode 129 bytes 5000 equal 1
  wr.opcode = IBV_WR_RDMA_READ;
  printf("read %d\n", ibv_post_send(pair.qp[0], &wr, &bad) == EINVAL);
  // CHECK: read 1
}

int main(void) {
  open_pair(&pair);
  datagrams();
  unreliable();
  close_pair(&pair);
  return 0;
}
