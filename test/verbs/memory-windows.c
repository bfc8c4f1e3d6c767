// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory windows of both types: the other end reaches what they are bound to, with
// their rights, until they are bound elsewhere or invalidated by either end.
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs
// RUN: dpa-run -- %t 2>%t.err | FileCheck %s
#include "Inputs/verbs-pair.h"

static struct pair pair;
static struct ibv_mr *region; // of memory[1], without remote rights

/* Status of a write of one byte by queue pair 0. */
static const char *write_to(size_t offset, uint32_t rkey) {
  struct ibv_sge local = element(&pair, 0, 0, 1);
  struct ibv_send_wr wr = {.opcode = IBV_WR_RDMA_WRITE,
                           .sg_list = &local,
                           .num_sge = 1,
                           .send_flags = IBV_SEND_SIGNALED};

  wr.wr.rdma.remote_addr = (uintptr_t)pair.memory[1] + offset;
  wr.wr.rdma.rkey = rkey;
  return status_of(&pair, &wr);
}

static void type1(void) {
  struct ibv_mw *window;
  struct ibv_mw_bind bind = {
      .wr_id = 1,
      .send_flags = IBV_SEND_SIGNALED,
      .bind_info = {.mr = region,
                    .addr = (uintptr_t)pair.memory[1] + 100,
                    .length = 10,
                    .mw_access_flags = IBV_ACCESS_REMOTE_WRITE}};
  uint32_t old;
  struct ibv_wc wc;

  CHECK((window = ibv_alloc_mw(pair.pd, IBV_MW_TYPE_1)));
  printf("not bound: %s\n", write_to(100, window->rkey));
  // CHECK: not bound: remote access error
  CHECK(ibv_bind_mw(pair.qp[1], window, &bind) == 0);
  wc = next_completion(pair.cq);
  printf("bind status %d opcode %d\n", wc.status, wc.opcode);
  // CHECK: bind status 0 opcode 5
  printf("inside: %s\n", write_to(109, window->rkey));
  // CHECK: inside: success
  printf("outside: %s\n", write_to(110, window->rkey));
  // CHECK: outside: remote access error
  printf("region: %s\n", write_to(100, region->rkey));
  // CHECK: region: remote access error
  old = window->rkey;
  bind.bind_info.addr += 200;
  CHECK(ibv_bind_mw(pair.qp[1], window, &bind) == 0);
  next_completion(pair.cq);
  printf("old key: %s\n", write_to(100, old));
  // CHECK: old key: remote access error
  printf("new key: %s\n", write_to(300, window->rkey));
  // CHECK: new key: success
  printf("busy %d\n", ibv_dereg_mr(region) == EBUSY);
  // CHECK: busy 1
  bind.bind_info.addr += MEMORY_SIZE;
  printf("range %d\n", ibv_bind_mw(pair.qp[1], window, &bind) == EINVAL);
  // CHECK: range 1
  CHECK(ibv_dealloc_mw(window) == 0);
}

static void bind_type2(struct ibv_mw *window, uint32_t rkey) {
  struct ibv_send_wr wr = {.opcode = IBV_WR_BIND_MW,
                           .send_flags = IBV_SEND_SIGNALED};
  struct ibv_send_wr *bad;

  wr.bind_mw.mw = window;
  wr.bind_mw.rkey = rkey;
  wr.bind_mw.bind_info =
      (struct ibv_mw_bind_info){.mr = region,
                                .addr = (uintptr_t)pair.memory[1],
                                .length = 100,
                                .mw_access_flags = IBV_ACCESS_REMOTE_WRITE};
  CHECK(ibv_post_send(pair.qp[1], &wr, &bad) == 0);
  CHECK(next_completion(pair.cq).opcode == IBV_WC_BIND_MW);
}

static void type2(void) {
  struct ibv_mw *window;
  struct ibv_send_wr wr = {.send_flags = IBV_SEND_SIGNALED};
  struct ibv_send_wr *bad;
  uint32_t rkey;
  struct ibv_wc wc;

  CHECK((window = ibv_alloc_mw(pair.pd, IBV_MW_TYPE_2)));
  rkey = ibv_inc_rkey(window->rkey);
  bind_type2(window, rkey);
  printf("type 2: %s\n", write_to(99, rkey));
  // CHECK: type 2: success
  wr.opcode = IBV_WR_LOCAL_INV;
  wr.invalidate_rkey = rkey;
  CHECK(ibv_post_send(pair.qp[1], &wr, &bad) == 0);
  wc = next_completion(pair.cq);
  printf("invalidate status %d opcode %d\n", wc.status, wc.opcode);
  // CHECK: invalidate status 0 opcode 6
  printf("invalid: %s\n", write_to(99, rkey));
  // CHECK: invalid: remote access error
  rkey = ibv_inc_rkey(rkey);
  bind_type2(window, rkey);
  printf("again: %s\n", write_to(99, rkey));
  // CHECK: again: success
  post_receive(&pair, 1, 9, 4096, 64);
  wr.opcode = IBV_WR_SEND_WITH_INV;
  wr.invalidate_rkey = rkey;
  wr.send_flags = 0;
  CHECK(ibv_post_send(pair.qp[0], &wr, &bad) == 0);
  wc = next_completion(pair.cq);
  printf("remote status %d flags %x key %d\n", wc.status, wc.wc_flags,
         wc.invalidated_rkey == rkey);
  // CHECK: remote status 0 flags 8 key 1
  printf("invalid: %s\n", write_to(99, rkey));
  // CHECK: invalid: remote access error
  CHECK(ibv_dealloc_mw(window) == 0);
}

int main(void) {
  open_pair(&pair);
  create_queue_pairs(&pair, IBV_QPT_RC, 0);
  connect_pair(&pair);
  CHECK((region = ibv_reg_mr(pair.pd, pair.memory[1], MEMORY_SIZE,
                             IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_MW_BIND)));
  type1();
  type2();
  CHECK(ibv_dereg_mr(region) == 0);
  close_pair(&pair);
  return 0;
}
