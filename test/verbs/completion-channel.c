// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A completion channel: poll(2) and blocking waits, events for solicited
// completions only, a thread that is cancelled while it waits.
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -pthread
// RUN: dpa-run -- %t | FileCheck %s
#include "Inputs/verbs-pair.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>

static struct pair pair;
static struct ibv_comp_channel *channel;

static int readable(int milliseconds) {
  struct pollfd wanted = {.fd = channel->fd, .events = POLLIN};
  return poll(&wanted, 1, milliseconds);
}

static void send_one(unsigned flags) {
  struct ibv_send_wr wr = {.opcode = IBV_WR_SEND, .send_flags = flags};
  struct ibv_send_wr *bad;

  post_receive(&pair, 1, 1, 0, 64);
  CHECK(ibv_post_send(pair.qp[0], &wr, &bad) == 0);
}

static void *wait_for_event(void *context) {
  struct ibv_cq *cq;

  CHECK(ibv_get_cq_event(channel, &cq, &context) == 0);
  ibv_ack_cq_events(cq, 1);
  return cq;
}

static void *wait_for_ever(void *unused) {
  struct ibv_async_event event;

  ibv_get_async_event(pair.context, &event);
  return unused;
}

int main(void) {
  pthread_t thread;
  void *cq;
  void *result;
  struct ibv_cq *from;

  open_pair(&pair);
  CHECK((channel = ibv_create_comp_channel(pair.context)));
  CHECK(ibv_destroy_cq(pair.cq) == 0);
  CHECK((pair.cq = ibv_create_cq(pair.context, 10, &pair, channel, 0)));
  create_queue_pairs(&pair, IBV_QPT_RC, 0);
  connect_pair(&pair);
  send_one(0);
  next_completion(pair.cq);
  printf("not armed %d\n", readable(0));
  // CHECK: not armed 0
  CHECK(ibv_req_notify_cq(pair.cq, 0) == 0);
  CHECK(pthread_create(&thread, NULL, wait_for_event, NULL) == 0);
  send_one(0);
  CHECK(pthread_join(thread, &cq) == 0);
  printf("event %d\n", cq == pair.cq);
  // CHECK: event 1
  next_completion(pair.cq);
  CHECK(ibv_req_notify_cq(pair.cq, 1) == 0);
  send_one(0);
  next_completion(pair.cq);
  printf("not solicited %d\n", readable(0));
  // CHECK: not solicited 0
  send_one(IBV_SEND_SOLICITED);
  printf("solicited %d\n", readable(60000));
  // CHECK: solicited 1
  CHECK(ibv_get_cq_event(channel, &from, &result) == 0);
  printf("context %d, readable %d\n", result == &pair, readable(0));
  // CHECK: context 1, readable 0
  ibv_ack_cq_events(from, 1);
  CHECK(fcntl(channel->fd, F_SETFL, O_NONBLOCK) == 0);
  CHECK(ibv_get_cq_event(channel, &from, &result) == -1 && errno == EAGAIN);
  CHECK(pthread_create(&thread, NULL, wait_for_ever, NULL) == 0);
  CHECK(pthread_cancel(thread) == 0);
  CHECK(pthread_join(thread, &result) == 0);
  printf("cancelled %d\n", result == PTHREAD_CANCELED);
  // CHECK: cancelled 1
  printf("busy %d\n", ibv_destroy_comp_channel(channel) == EBUSY);
  // CHECK: busy 1
  close_pair(&pair);
  return 0;
}
