// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several threads post to the same queue pairs and poll the same completion
// queue: each request completes once, and each has its effect.
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -pthread
// RUN: dpa-run -- %t | FileCheck %s
// CHECK: completed 20000, sum right 1
#include "Inputs/verbs-pair.h"

#include <pthread.h>

enum { THREADS = 4, EACH = 5000 };

static struct pair pair;
static char seen[THREADS * EACH];
static int completed;

static void poll_some(void) {
  struct ibv_wc wc[4];
  int count = ibv_poll_cq(pair.cq, 4, wc);

  CHECK(count >= 0);
  for (int i = 0; i < count; i++) {
    CHECK(wc[i].status == IBV_WC_SUCCESS && wc[i].wr_id < sizeof seen);
    CHECK(__atomic_exchange_n(&seen[wc[i].wr_id], 1, __ATOMIC_RELAXED) == 0);
    __atomic_add_fetch(&completed, 1, __ATOMIC_RELAXED);
  }
}

static void *work(void *argument) {
  int thread = (int)(intptr_t)argument;

  for (int i = 0; i < EACH; i++) {
    struct ibv_sge sge = element(&pair, 0, (size_t)thread * 64, 8);
    struct ibv_send_wr wr = {.wr_id = (uint64_t)(thread * EACH + i),
                             .opcode = IBV_WR_ATOMIC_FETCH_AND_ADD,
                             .sg_list = &sge,
                             .num_sge = 1,
                             .send_flags = IBV_SEND_SIGNALED};
    struct ibv_send_wr *bad;

    wr.wr.atomic.remote_addr = (uintptr_t)pair.memory[1];
    wr.wr.atomic.compare_add = (uint64_t)i;
    wr.wr.atomic.rkey = pair.mr[1]->rkey;
    while (ibv_post_send(pair.qp[thread % 2], &wr, &bad) != 0)
      poll_some(); // full
  }
  while (__atomic_load_n(&completed, __ATOMIC_RELAXED) < THREADS * EACH)
    poll_some();
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  uint64_t sum = 0;

  open_pair(&pair);
  create_queue_pairs(&pair, IBV_QPT_RC, 0);
  connect_pair(&pair);
  for (intptr_t i = 0; i < THREADS; i++)
    CHECK(pthread_create(&threads[i], NULL, work, (void *)i) == 0);
  for (int i = 0; i < THREADS; i++)
    CHECK(pthread_join(threads[i], NULL) == 0);
  memcpy(&sum, pair.memory[1], sizeof sum);
  printf("completed %d, sum right %d\n", completed,
         sum == (uint64_t)THREADS * EACH * (EACH - 1) / 2);
  close_pair(&pair);
  return 0;
}
