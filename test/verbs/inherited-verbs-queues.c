// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the child of a fork() the parent's queues are of no use: requests and changes
// fail, destroying does nothing, and the child's own queues work. The parent's
// work on.
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs
// RUN: dpa-run -- %t | FileCheck %s
#include "Inputs/verbs-pair.h"

#include <sys/wait.h>
#include <unistd.h>

static struct ibv_wc send_one(struct pair *pair) {
  struct ibv_send_wr wr = {.opcode = IBV_WR_SEND};
  struct ibv_send_wr *bad;

  post_receive(pair, 1, 1, 0, 64);
  CHECK(ibv_post_send(pair->qp[0], &wr, &bad) == 0);
  return next_completion(pair->cq);
}

static void child(struct pair *old) {
  struct pair own = {.context = NULL};
  struct ibv_send_wr wr = {.opcode = IBV_WR_SEND};
  struct ibv_send_wr *bad_send;
  struct ibv_recv_wr receive = {.wr_id = 1};
  struct ibv_recv_wr *bad_receive;
  struct ibv_qp_attr attr = {.qp_state = IBV_QPS_ERR};

  printf("send %d", ibv_post_send(old->qp[0], &wr, &bad_send) == ENODEV);
  printf(" receive %d",
         ibv_post_recv(old->qp[0], &receive, &bad_receive) == ENODEV);
  printf(" modify %d",
         ibv_modify_qp(old->qp[0], &attr, IBV_QP_STATE) == ENODEV);
  printf(" arm %d\n", ibv_req_notify_cq(old->cq, 0) == ENODEV);
  // CHECK: send 1 receive 1 modify 1 arm 1
  for (int i = 0; i < 2; i++)
    CHECK(ibv_destroy_qp(old->qp[i]) == 0);
  CHECK(ibv_destroy_cq(old->cq) == 0);
  open_pair(&own);
  create_queue_pairs(&own, IBV_QPT_RC, 0);
  connect_pair(&own);
  printf("child %d\n", send_one(&own).status);
  // CHECK: child 0
  close_pair(&own);
}

int main(void) {
  static struct pair pair;
  int status = 0;

  open_pair(&pair);
  create_queue_pairs(&pair, IBV_QPT_RC, 0);
  connect_pair(&pair);
  send_one(&pair);
  if (fork() == 0) {
    child(&pair);
    fflush(stdout);
    _exit(0);
  }
  CHECK(wait(&status) > 0 && status == 0);
  printf("parent %d\n", send_one(&pair).status);
  // CHECK: parent 0
  close_pair(&pair);
  return 0;
}
