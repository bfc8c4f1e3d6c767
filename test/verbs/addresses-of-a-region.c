// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that is registered at addresses of the program's choice (ibv_reg_mr_iova):
// work requests of both ends name these addresses; those of the memory itself, and
// those outside, are errors that change nothing.
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs
// RUN: dpa-run -- %t 2>%t.err | FileCheck %s
#include "Inputs/verbs-pair.h"

enum { SIZE = 4096 };
static const uint64_t local_base = 0x10, remote_base = 0xffff000000000000;

static struct pair pair;
static struct ibv_mr *local, *remote;

/* Status of an operation of queue pair 0. */
static const char *post(enum ibv_wr_opcode opcode, uint64_t from, uint64_t to) {
  struct ibv_sge sge = {from, 8, local->lkey};
  struct ibv_send_wr wr = {.opcode = opcode,
                           .sg_list = &sge,
                           .num_sge = 1,
                           .send_flags = IBV_SEND_SIGNALED};

  wr.wr.rdma.remote_addr = to;
  wr.wr.rdma.rkey = remote->rkey;
  return status_of(&pair, &wr);
}

int main(void) {
  int all =
      IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ;
  char *memory[2];
  char zeros[SIZE] = {0};

  open_pair(&pair);
  create_queue_pairs(&pair, IBV_QPT_RC, 0);
  connect_pair(&pair);
  memory[0] = pair.memory[0] + 100;
  memory[1] = pair.memory[1] + 200;
  CHECK((local = ibv_reg_mr_iova(pair.pd, memory[0], SIZE, local_base, all)));
  CHECK((remote = ibv_reg_mr_iova(pair.pd, memory[1], SIZE, remote_base, all)));
  memcpy(memory[0] + SIZE - 8, "at last", 8);

  printf("write: %s\n", post(IBV_WR_RDMA_WRITE, local_base + SIZE - 8,
                             remote_base + SIZE - 8));
  printf("bytes: %s\n", memory[1] + SIZE - 8);
  // CHECK: write: success
  // CHECK: bytes: at last
  printf("read: %s\n",
         post(IBV_WR_RDMA_READ, local_base, remote_base + SIZE - 8));
  printf("bytes: %s\n", memory[0]);
  // CHECK: read: success
  // CHECK: bytes: at last
  memset(memory[1], 0, SIZE);
  printf("own address of the memory: %s\n",
         post(IBV_WR_RDMA_WRITE, local_base, (uintptr_t)memory[1]));
  printf("behind: %s\n",
         post(IBV_WR_RDMA_WRITE, local_base, remote_base + SIZE - 7));
  printf("before: %s\n", post(IBV_WR_RDMA_WRITE, local_base, remote_base - 1));
  printf("local: %s\n",
         post(IBV_WR_RDMA_WRITE, (uintptr_t)memory[0], remote_base));
  printf("changed: %d\n", memcmp(memory[1], zeros, SIZE) != 0);
  // CHECK: own address of the memory: remote access error
  // CHECK: behind: remote access error
  // CHECK: before: remote access error
  // CHECK: local: local protection error
  // CHECK: changed: 0
  CHECK(ibv_dereg_mr(local) == 0 && ibv_dereg_mr(remote) == 0);
  close_pair(&pair);
  puts("closed");
  // CHECK: closed
  return 0;
}
