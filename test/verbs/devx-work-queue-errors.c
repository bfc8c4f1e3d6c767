// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The completion queue of a send queue and a receive queue overruns: both raise error event 0x5, once, and the
// completion queue its own.
// PROVES: R-STEER-04
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run -- %t | FileCheck %s
// RUN: dpa-run --seed=7 -- %t | FileCheck %s
#include "Inputs/devx-work-queues.h"

#include <fcntl.h>

enum { FATAL = 0x5, ROUNDS = (1 << CQ_LOG_DEPTH) / 2 };

static struct devx devx;
static struct devx_cq cq;
static struct devx_wq sq, rq;
static struct devx_tis tis;
static struct mlx5dv_devx_event_channel *channel;
static struct ibv_mr *mr;
static char *memory;

static void create_queues(void) {
  uint16_t fatal = FATAL;
  struct mlx5dv_devx_obj *tir;

  create_cq(&devx, &cq);
  open_tis(&devx, &tis);
  place_wq(&devx, &sq, 6);
  sq_command(&devx, &sq, &cq, &tis);
  CHECK((sq.object = create(&devx, &sq.number)));
  place_wq(&devx, &rq, 4);
  rq_command(&devx, &rq, &cq);
  CHECK((rq.object = create(&devx, &rq.number)));
  CHECK(change_state(&sq, MODIFY_SQ, 0, 1) == 0);
  CHECK(change_state(&rq, MODIFY_RQ, 0, 1) == 0);
  begin(CREATE_TIR);
  put(0x1e8, 24, rq.number); /* inline_rqn */
  CHECK((tir = create(&devx, NULL)));
  direct_all(&devx, tir);
  CHECK(mlx5dv_devx_subscribe_devx_event(channel, sq.object, 2, &fatal, 1) ==
        0);
  CHECK(mlx5dv_devx_subscribe_devx_event(channel, rq.object, 2, &fatal, 2) ==
        0);
}

/* A frame to a receive buffer; returns when the card has taken the doorbell. */
static void send_frame(void) {
  post_buffer(&devx, &rq, mr->lkey, memory + 128);
  send_with(&devx, &sq, fill_frame(memory, 'x'), mr->lkey);
  while (__atomic_load_n((uint64_t *)devx.uar->reg_addr, __ATOMIC_ACQUIRE))
    sched_yield();
}

static void show_event(uint32_t number) {
  struct {
    struct mlx5dv_devx_async_event_hdr head;
    uint8_t data[64];
  } event;
  uint32_t queue;

  CHECK(mlx5dv_devx_get_event(channel, &event.head, sizeof event) ==
        sizeof event);
  memcpy(&queue, event.data + 0x38, sizeof queue);
  printf("cookie %d, event 0x%x, kind %d, own %d\n", (int)event.head.cookie,
         event.data[1], event.data[0x34], be32toh(queue) == number);
}

int main(void) {
  struct mlx5dv_devx_async_event_hdr none;

  open_devx(&devx);
  CHECK((memory = aligned_alloc(4096, 4096)));
  CHECK((mr = ibv_reg_mr(devx.pd, memory, 4096, IBV_ACCESS_LOCAL_WRITE)));
  CHECK((channel = mlx5dv_devx_create_event_channel(devx.context, 0)));
  create_queues();
  for (int i = 0; i < ROUNDS; i++) /* two completions each */
    send_frame();
  send_frame(); /* no room: the frame is dropped, the send cannot complete */
  show_event(sq.number);
  // CHECK: cookie 1, event 0x5, kind 2, own 1
  send_frame(); /* is received into a queue that has failed */
  show_event(rq.number);
  // CHECK-NEXT: cookie 2, event 0x5, kind 1, own 1
  send_frame();
  CHECK(fcntl(channel->fd, F_SETFL, O_NONBLOCK) == 0);
  errno = 0;
  CHECK(mlx5dv_devx_get_event(channel, &none, 80) == -1 && errno == EAGAIN);
  puts("once");
  // CHECK-NEXT: once
  return 0;
}
