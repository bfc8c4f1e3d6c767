// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two connected queue pairs of one process: send, immediate, inline data, write,
// read and atomic operations move the right bytes and complete as verbs say. Lost
// frames change nothing.
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs
// RUN: dpa-run -- %t | FileCheck %s
// RUN: dpa-run --port=loopback,loss=0.05,reorder=0.05,duplicate=0.05,seed=3 -- %t | FileCheck %s
#include "Inputs/verbs-pair.h"

static struct pair pair;

static struct ibv_wc post(struct ibv_send_wr *wr) {
  struct ibv_send_wr *bad;

  wr->send_flags |= IBV_SEND_SIGNALED;
  CHECK(ibv_post_send(pair.qp[0], wr, &bad) == 0);
  return next_completion(pair.cq);
}

static void sends(void) {
  struct ibv_sge two[] = {element(&pair, 0, 10, 5), element(&pair, 0, 100, 7)};
  struct ibv_send_wr wr = {.wr_id = 1,
                           .opcode = IBV_WR_SEND_WITH_IMM,
                           .imm_data = htobe32(0x1234),
                           .sg_list = two,
                           .num_sge = 2};
  struct ibv_send_wr *bad;
  char text[] = "inline";
  struct ibv_sge at = {.addr = (uintptr_t)text, .length = sizeof text};
  struct ibv_send_wr small = {.wr_id = 2,
                              .opcode = IBV_WR_SEND,
                              .sg_list = &at,
                              .num_sge = 1,
                              .send_flags = IBV_SEND_INLINE};

  memcpy(pair.memory[0] + 10, "Hello", 5);
  memcpy(pair.memory[0] + 100, " world", 7);
  post_receive(&pair, 1, 11, 0, 64);
  post_receive(&pair, 1, 12, 64, 64);
  CHECK(ibv_post_send(pair.qp[0], &wr, &bad) == 0); // no completion
  CHECK(ibv_post_send(pair.qp[0], &small, &bad) == 0);
  memset(text, 0, sizeof text); // was copied
  for (int i = 0; i < 2; i++) {
    struct ibv_wc wc = next_completion(pair.cq);
    printf("id %d status %d opcode %d bytes %u flags %x imm %x: %s\n",
           (int)wc.wr_id, wc.status, wc.opcode, wc.byte_len, wc.wc_flags,
           wc.wc_flags & IBV_WC_WITH_IMM ? be32toh(wc.imm_data) : 0,
           pair.memory[1] + 64 * i);
  }
  // CHECK: id 11 status 0 opcode 128 bytes 12 flags 2 imm 1234: Hello world
  // CHECK: id 12 status 0 opcode 128 bytes 7 flags 0 imm 0: inline
}

static void remote(void) {
  const size_t size = 300000;
  struct ibv_sge local = element(&pair, 0, 0, size);
  struct ibv_send_wr wr = {
      .wr_id = 3, .opcode = IBV_WR_RDMA_WRITE, .sg_list = &local, .num_sge = 1};
  struct ibv_wc wc;

  wr.wr.rdma.remote_addr = (uintptr_t)pair.memory[1] + 4096;
  wr.wr.rdma.rkey = pair.mr[1]->rkey;
  for (size_t i = 0; i < size; i++)
    pair.memory[0][i] = (char)(i * 7);
  wc = post(&wr);
  printf("write status %d opcode %d equal %d\n", wc.status, wc.opcode,
         !memcmp(pair.memory[0], pair.memory[1] + 4096, size));
  // CHECK: write status 0 opcode 1 equal 1
  wr.opcode = IBV_WR_RDMA_READ;
  memset(pair.memory[0], 0, size);
  wc = post(&wr);
  printf("read status %d opcode %d bytes %u equal %d\n", wc.status, wc.opcode,
         wc.byte_len, !memcmp(pair.memory[0], pair.memory[1] + 4096, size));
  // CHECK: read status 0 opcode 2 bytes 300000 equal 1
  post_receive(&pair, 1, 13, 0, 16);
  wr.opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
  wr.imm_data = htobe32(77);
  wr.send_flags = IBV_SEND_SIGNALED;
  struct ibv_send_wr *bad;
  CHECK(ibv_post_send(pair.qp[0], &wr, &bad) == 0);
  for (int i = 0; i < 2; i++) {
    wc = next_completion(pair.cq);
    if (wc.wr_id == 13)
      printf("immediate opcode %d bytes %u imm %u\n", wc.opcode, wc.byte_len,
             be32toh(wc.imm_data));
  }
  // CHECK: immediate opcode 129 bytes 300000 imm 77
}

static void atomics(void) {
  struct ibv_sge local = element(&pair, 0, 8, 8);
  struct ibv_send_wr wr = {.wr_id = 4,
                           .opcode = IBV_WR_ATOMIC_FETCH_AND_ADD,
                           .sg_list = &local,
                           .num_sge = 1};
  uint64_t *target = (uint64_t *)(pair.memory[1] + 64);
  uint64_t *result = (uint64_t *)(pair.memory[0] + 8);
  struct ibv_wc wc;

  *target = 40;
  wr.wr.atomic.remote_addr = (uintptr_t)target;
  wr.wr.atomic.rkey = pair.mr[1]->rkey;
  wr.wr.atomic.compare_add = 2;
  wc = post(&wr);
  printf("add status %d opcode %d before %d after %d\n", wc.status, wc.opcode,
         (int)*result, (int)*target);
  // CHECK: add status 0 opcode 4 before 40 after 42
  wr.opcode = IBV_WR_ATOMIC_CMP_AND_SWP;
  wr.wr.atomic.compare_add = 42;
  wr.wr.atomic.swap = 7;
  wc = post(&wr);
  printf("swap status %d opcode %d before %d after %d\n", wc.status, wc.opcode,
         (int)*result, (int)*target);
  // CHECK: swap status 0 opcode 3 before 42 after 7
  wc = post(&wr);
  printf("other before %d after %d\n", (int)*result, (int)*target);
  // CHECK: other before 7 after 7
}

/* More requests than the queue has room for, signalled at times. */
static void many(void) {
  struct ibv_sge local = element(&pair, 0, 0, 64);
  struct ibv_send_wr wr = {
      .opcode = IBV_WR_RDMA_WRITE, .sg_list = &local, .num_sge = 1};
  struct ibv_send_wr *bad;
  int status = 0;

  wr.wr.rdma.rkey = pair.mr[1]->rkey;
  for (uint64_t i = 0; i < 10000; i++) {
    wr.wr_id = i;
    wr.send_flags = i % 16 == 15 ? IBV_SEND_SIGNALED : 0;
    wr.wr.rdma.remote_addr = (uintptr_t)pair.memory[1] + i % 1000 * 64;
    CHECK(ibv_post_send(pair.qp[0], &wr, &bad) == 0);
    if (i % 16 == 15) {
      struct ibv_wc wc = next_completion(pair.cq);
      status |= (int)wc.status | (wc.wr_id != i);
    }
  }
  printf("many %d\n", status);
  // CHECK: many 0
}

/* Larger and smaller, with completions in the queue. */
static void resize(void) {
  struct ibv_send_wr wr = {.opcode = IBV_WR_RDMA_WRITE,
                           .send_flags = IBV_SEND_SIGNALED};
  struct ibv_send_wr *bad;
  int wrong = 0;

  for (uint64_t i = 0; i < 40; i++) {
    wr.wr_id = i;
    wr.wr.rdma.rkey = pair.mr[1]->rkey;
    wr.wr.rdma.remote_addr = (uintptr_t)pair.memory[1];
    CHECK(ibv_post_send(pair.qp[0], &wr, &bad) == 0);
  }
  wrong |= next_completion(pair.cq).wr_id != 0;
  CHECK(ibv_resize_cq(pair.cq, 5000) == 0 && pair.cq->cqe >= 5000);
  wrong |= next_completion(pair.cq).wr_id != 1;
  CHECK(ibv_resize_cq(pair.cq, 60) == 0 && pair.cq->cqe < 100);
  for (uint64_t i = 2; i < 40; i++)
    wrong |= next_completion(pair.cq).wr_id != i;
  CHECK(ibv_resize_cq(pair.cq, 0) == EINVAL);
  many();
  printf("resized %d\n", wrong);
  // CHECK: many 0
  // CHECK: resized 0
}

int main(void) {
  open_pair(&pair);
  create_queue_pairs(&pair, IBV_QPT_RC, 0);
  connect_pair(&pair);
  sends();
  remote();
  atomics();
  many();
  resize();
  close_pair(&pair);
  return 0;
}
