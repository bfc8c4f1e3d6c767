// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events of a queue pair that receives (established, request error), and subscriptions that end with their objects:
// what waits can still be taken, then memory and descriptors are free.
// PROVES: R-STEER-04
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run -- %t | FileCheck %s
// RUN: dpa-run --seed=7 -- %t | FileCheck %s
#include "Inputs/devx-queue-pairs.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
  COMPLETION = 0x0,
  ESTABLISHED = 0x2,
  SENDS_DRAINED = 0x3,
  CQ_ERROR = 0x4,
  REQUEST_ERROR = 0x10,
  ROUNDS = 1000,
};

static struct devx devx;
static struct mlx5dv_devx_event_channel *channel;
static struct ibv_mr *mr;
static char *memory;

static struct {
  struct mlx5dv_devx_async_event_hdr head;
  uint8_t data[64];
} event;

static void show_event(uint32_t number) {
  CHECK(mlx5dv_devx_get_event(channel, &event.head, sizeof event) ==
        sizeof event);
  uint32_t named = (uint32_t)event.data[0x39] << 16 |
                   (uint32_t)event.data[0x3a] << 8 | event.data[0x3b];

  printf("cookie %d, event 0x%x, own %d\n", (int)event.head.cookie,
         event.data[1], named == number);
}

static int has_no_event(void) {
  int none;

  CHECK(fcntl(channel->fd, F_SETFL, O_NONBLOCK) == 0);
  none = mlx5dv_devx_get_event(channel, &event.head, sizeof event) == -1 &&
         errno == EAGAIN;
  CHECK(fcntl(channel->fd, F_SETFL, 0) == 0);
  return none;
}

static void post_buffer_of(struct devx_qp *qp, unsigned index, uint32_t size) {
  struct mlx5_wqe_data_seg *entries =
      (struct mlx5_wqe_data_seg *)(devx.rings + qp->rings);

  mlx5dv_set_data_seg(&entries[index], size, mr->lkey,
                      (uintptr_t)memory + 1024);
  __atomic_store_n(&qp->words[0], htobe32(index + 1), __ATOMIC_RELEASE);
}

static void send_message(struct devx_qp *qp, uint32_t size) {
  post_entry(&devx, qp, MLX5_OPCODE_SEND,
             (struct devx_work){
                 .from = (uintptr_t)memory, .lkey = mr->lkey, .size = size});
}

/* A queue pair in RTR has its first packet, then a message that is larger than its buffer. */
static void receive_only(void) {
  uint16_t events[] = {ESTABLISHED, SENDS_DRAINED, REQUEST_ERROR};
  struct devx_cq sent, received;
  struct devx_qp sender, receiver;

  create_cq(&devx, &sent);
  create_cq(&devx, &received);
  create_qp(&devx, &sent, &sender);
  create_qp(&devx, &received, &receiver);
  CHECK(mlx5dv_devx_subscribe_devx_event(channel, receiver.object,
                                         sizeof events, events, 1) == 0);
  to_receive(&devx, &receiver, sender.number);
  to_ready(&devx, &sender, receiver.number);
  post_buffer_of(&receiver, 0, 64);
  send_message(&sender, 64);
  show_event(receiver.number);
  // CHECK: cookie 1, event 0x2, own 1
  CHECK(event.data[0x34] == 0);
  next_entry(&sent);
  next_entry(&received);
  post_buffer_of(&receiver, 1, 8);
  send_message(&sender, 64);
  show_event(receiver.number);
  // CHECK-NEXT: cookie 1, event 0x10, own 1
  CHECK(mlx5dv_get_cqe_opcode(next_entry(&sent)) == MLX5_CQE_REQ_ERR);
  CHECK(mlx5dv_get_cqe_opcode(next_entry(&received)) == MLX5_CQE_RESP_ERR);
  CHECK(has_no_event());
  CHECK(mlx5dv_devx_obj_destroy(sender.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(receiver.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(sent.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(received.object) == 0);
}

static int count_descriptors(void) {
  DIR *folder = opendir("/proc/self/fd");
  int count = 0;

  CHECK(folder);
  while (readdir(folder))
    count++;
  closedir(folder);
  return count;
}

/* The event of a destroyed queue waits for the program. */
static void taken_after_the_end(struct devx_cq *cq, struct devx_qp *qp) {
  uint16_t completion = COMPLETION;
  struct pollfd waits = {.fd = channel->fd, .events = POLLIN};

  create_cq(&devx, cq);
  create_qp(&devx, cq, qp);
  to_ready(&devx, qp, qp->number);
  CHECK(mlx5dv_devx_subscribe_devx_event(channel, cq->object, 2, &completion,
                                         2) == 0);
  arm(&devx, cq, 1);
  post_entry(&devx, qp, MLX5_OPCODE_RDMA_WRITE,
             (struct devx_work){.from = (uintptr_t)memory,
                                .lkey = mr->lkey,
                                .to = (uintptr_t)memory + 64,
                                .rkey = mr->rkey,
                                .size = 8});
  next_entry(cq);
  CHECK(poll(&waits, 1, -1) == 1);
  CHECK(mlx5dv_devx_obj_destroy(qp->object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(cq->object) == 0);
  show_event(cq->number);
  // CHECK-NEXT: cookie 2, event 0x0, own 1
  CHECK(has_no_event());
}

/* Descriptors of subscriptions are closed with the objects, while the channel lives. */
static void many_objects(struct devx_cq *cq, struct devx_qp *qp) {
  uint16_t events[] = {COMPLETION, CQ_ERROR};
  int fd = eventfd(0, 0);
  int before = count_descriptors();

  for (int i = 0; i < ROUNDS; i++) {
    cq_command(&devx, cq);
    CHECK((cq->object = create(&devx, &cq->number)));
    qp_command(&devx, cq, qp);
    CHECK((qp->object = create(&devx, &qp->number)));
    CHECK(mlx5dv_devx_subscribe_devx_event(channel, cq->object, sizeof events,
                                           events, 3) == 0);
    CHECK(mlx5dv_devx_subscribe_devx_event_fd(channel, fd, cq->object,
                                              COMPLETION) == 0);
    CHECK(mlx5dv_devx_subscribe_devx_event_fd(channel, fd, qp->object,
                                              REQUEST_ERROR) == 0);
    CHECK(count_descriptors() == before + 2);
    CHECK(mlx5dv_devx_obj_destroy(qp->object) == 0);
    CHECK(mlx5dv_devx_obj_destroy(cq->object) == 0);
    CHECK(count_descriptors() == before);
  }
  close(fd);
  CHECK(has_no_event());
  puts("no descriptor left");
  // CHECK-NEXT: no descriptor left
}

/* A channel may end before the objects, whose events then reach no program. */
static void channel_first(struct devx_cq *cq) {
  uint16_t events[] = {COMPLETION, CQ_ERROR};
  struct mlx5dv_devx_event_channel *own =
      mlx5dv_devx_create_event_channel(devx.context, 0);

  CHECK(own);
  cq_command(&devx, cq);
  CHECK((cq->object = create(&devx, &cq->number)));
  CHECK(mlx5dv_devx_subscribe_devx_event(own, cq->object, sizeof events, events,
                                         3) == 0);
  mlx5dv_devx_destroy_event_channel(own);
  CHECK(mlx5dv_devx_obj_destroy(cq->object) == 0);
}

int main(void) {
  struct devx_cq cq;
  struct devx_qp qp;

  open_devx(&devx);
  CHECK((memory = aligned_alloc(4096, 4096)));
  CHECK((mr = ibv_reg_mr(devx.pd, memory, 4096,
                         IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE)));
  CHECK((channel = mlx5dv_devx_create_event_channel(devx.context, 0)));
  receive_only();
  taken_after_the_end(&cq, &qp);
  many_objects(&cq, &qp);
  channel_first(&cq);
  mlx5dv_devx_destroy_event_channel(channel);
  CHECK(ibv_dereg_mr(mr) == 0);
  close_devx(&devx);
  free(memory);
  puts("done");
  // CHECK-NEXT: done
  return 0;
}
