// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Four ranks that Open MPI starts, each below dpa-run with a UDP port whose peers are the others: they
// exchange the addresses of their queue pairs by MPI, and then each one writes into the memory of the
// next one.
// REQUIRES: mpi
// UNSUPPORTED: sanitized
// PROVES: R-PORT-02
// RUN: rm -rf %t && mkdir -p %t
// RUN: mpicc -std=gnu11 -Wall -Wextra -Werror %s -o %t/ranks -libverbs
// RUN: python3 %S/Inputs/ranks_over_udp.py 4 %t/ranks > %t/output
// RUN: sort %t/output | FileCheck %s --match-full-lines
// CHECK: rank 0 got the message of rank 3
// CHECK-NEXT: rank 1 got the message of rank 0
// CHECK-NEXT: rank 2 got the message of rank 1
// CHECK-NEXT: rank 3 got the message of rank 2
// CHECK-NOT: {{.}}
#include "Inputs/verbs-pair.h"

#include <mpi.h>

enum { SIZE = 10000 };

static const struct ready slow = {
    .port = 1, .mtu = IBV_MTU_1024, .timeout = 20 /* 4.3 s */};

/* What the others have to know of a rank. */
struct address {
  union ibv_gid gid;
  uint64_t memory;
  uint32_t key;
  uint32_t numbers[2]; /* for the rank before, for the rank after */
};

static struct pair own; /* its queue pairs are of different connections */
static int rank, ranks;

static void exchange(struct address *all) {
  struct address mine = {.gid = own.gid,
                         .memory = (uintptr_t)own.memory[1],
                         .key = own.mr[1]->rkey,
                         .numbers = {own.qp[0]->qp_num, own.qp[1]->qp_num}};

  CHECK(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE,
                      MPI_COMM_WORLD) == MPI_SUCCESS);
}

static void write_to(const struct address *next) {
  struct ibv_sge part = element(&own, 0, 0, SIZE);
  struct ibv_send_wr wr = {.opcode = IBV_WR_RDMA_WRITE,
                           .sg_list = &part,
                           .num_sge = 1,
                           .send_flags = IBV_SEND_SIGNALED};
  struct ibv_send_wr *bad;

  memset(own.memory[0], 'a' + rank, SIZE);
  wr.wr.rdma.remote_addr = next->memory;
  wr.wr.rdma.rkey = next->key;
  CHECK(ibv_post_send(own.qp[1], &wr, &bad) == 0);
  CHECK(next_completion(own.cq).status == IBV_WC_SUCCESS);
}

int main(int argc, char **argv) {
  struct address *all;
  int before, after;

  CHECK(MPI_Init(&argc, &argv) == MPI_SUCCESS);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  before = (rank + ranks - 1) % ranks;
  after = (rank + 1) % ranks;
  CHECK((all = calloc((size_t)ranks, sizeof *all)));
  open_pair(&own);
  create_queue_pairs(&own, IBV_QPT_RC, 0);
  exchange(all);
  for (int i = 0; i < 2; i++)
    to_init(own.qp[i]);
  to_ready_as(own.qp[0], all[before].numbers[1], all[before].gid, slow);
  to_ready_as(own.qp[1], all[after].numbers[0], all[after].gid, slow);
  MPI_Barrier(MPI_COMM_WORLD);
  write_to(&all[after]);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < SIZE; i++)
    CHECK(own.memory[1][i] == 'a' + before);
  printf("rank %d got the message of rank %d\n", rank, before);
  close_pair(&own);
  free(all);
  MPI_Finalize();
  return 0;
}
