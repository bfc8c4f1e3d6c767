// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous events of queues by firmware commands: a completion queue that overruns, a queue pair that rejects an
// access, a pool whose entries run out; with their data, by a channel, and by a descriptor of the program.
// PROVES: R-STEER-04
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run -- %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: dpa-run --seed=7 -- %t | FileCheck %s
// RUN: FileCheck --check-prefix=ERR %s < %t.err
#include "Inputs/devx-queue-pairs.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum {
  MODIFY_RMP = 0x90d,
  COMPLETION = 0x0,
  PATH_MIGRATED = 0x1,
  CQ_ERROR = 0x4,
  WQ_ACCESS_ERROR = 0x11,
  LAST_ENTRY_TAKEN = 0x13,
  LIMIT_REACHED = 0x14,
};

static struct devx devx;
static struct mlx5dv_devx_event_channel *channel;
static struct ibv_mr *mr;
static char *memory;

static uint32_t word_at(const uint8_t *data, unsigned at) {
  uint32_t word;

  memcpy(&word, data + at, sizeof word);
  return be32toh(word);
}

/* The next event, of this object. */
static void show_event(uint32_t number) {
  struct {
    struct mlx5dv_devx_async_event_hdr head;
    uint8_t data[64];
  } event;

  errno = 0;
  CHECK(mlx5dv_devx_get_event(channel, &event.head, sizeof event.head) == -1 &&
        errno == EINVAL);
  CHECK(mlx5dv_devx_get_event(channel, &event.head, sizeof event) ==
        sizeof event);
  printf("cookie %d, event 0x%x, ", (int)event.head.cookie, event.data[1]);
  if (event.data[1] == CQ_ERROR)
    printf("syndrome %d, own %d\n", event.data[0x2b],
           word_at(event.data, 0x20) == number);
  else
    printf("kind %d, own %d\n", event.data[0x34],
           word_at(event.data, 0x38) == number);
}

static void subscribe(struct mlx5dv_devx_obj *object, uint16_t event,
                      uint64_t cookie) {
  CHECK(mlx5dv_devx_subscribe_devx_event(channel, object, sizeof event, &event,
                                         cookie) == 0);
}

static void write_by(struct devx_qp *qp, uint32_t rkey) {
  post_entry(&devx, qp, MLX5_OPCODE_RDMA_WRITE,
             (struct devx_work){.from = (uintptr_t)memory,
                                .lkey = mr->lkey,
                                .to = (uintptr_t)memory + 64,
                                .rkey = rkey,
                                .size = 8});
}

/* The other end of a connection rejects an access; the channel and a descriptor have the event. */
static void reject_access(void) {
  struct devx_cq cq;
  struct devx_qp qp;
  int fd = eventfd(0, 0);
  uint64_t count = 0;

  create_cq(&devx, &cq);
  create_qp(&devx, &cq, &qp);
  to_ready(&devx, &qp, qp.number);
  subscribe(qp.object, WQ_ACCESS_ERROR, 1);
  CHECK(mlx5dv_devx_subscribe_devx_event_fd(channel, fd, qp.object,
                                            WQ_ACCESS_ERROR) == 0);
  uint16_t unknown[] = {WQ_ACCESS_ERROR, PATH_MIGRATED};
  CHECK(mlx5dv_devx_subscribe_devx_event(channel, qp.object, sizeof unknown,
                                         unknown, 9) == EOPNOTSUPP);
  // ERR: dpa-verbs: error: mlx5dv_devx_subscribe_devx_event: event 0x1 of object {{.*}} is not emulated
  CHECK(mlx5dv_devx_subscribe_devx_event(channel, qp.object, 1, unknown, 9) ==
        EINVAL);
  write_by(&qp, mr->rkey ^ 0x100);
  show_event(qp.number);
  // CHECK: cookie 1, event 0x11, kind 0, own 1
  CHECK(read(fd, &count, sizeof count) == sizeof count && count == 1);
  close(fd);
  CHECK(mlx5dv_devx_obj_destroy(qp.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(cq.object) == 0);
}

/* Two events with one call. The queue pair and the completion queue fail together, in any order. */
static void overrun(void) {
  uint16_t events[] = {COMPLETION, CQ_ERROR};
  struct devx_cq cq;
  struct devx_qp qp;

  create_cq(&devx, &cq);
  create_qp(&devx, &cq, &qp);
  to_ready(&devx, &qp, qp.number);
  CHECK(mlx5dv_devx_subscribe_devx_event(channel, cq.object, sizeof events,
                                         events, 2) == 0);
  arm(&devx, &cq, 1);
  for (int i = 0; i <= 1 << CQ_LOG_DEPTH; i++) {
    write_by(&qp, mr->rkey);
    while (__atomic_load_n((uint64_t *)devx.uar->reg_addr, __ATOMIC_ACQUIRE))
      sched_yield();
    if (i == 0)
      show_event(cq.number);
  }
  // CHECK-NEXT: cookie 2, event 0x0, kind 0, own 1
  show_event(cq.number);
  // CHECK-NEXT: cookie 2, event 0x4, syndrome 1, own 1
  CHECK(mlx5dv_devx_obj_destroy(qp.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(cq.object) == 0);
}

static int set_limit(struct mlx5dv_devx_obj *pool, uint32_t number,
                     unsigned limit) {
  begin(MODIFY_RMP);
  put(0x40, 4, 1); /* rmp_state: RDY */
  put(0x48, 24, number);
  put(0x80, 64, 1); /* bitmask: lwm */
  put(0x108, 4, 1); /* state: RDY */
  put(0x2b0, 16, limit);
  return modify(pool);
}

/* Entries run out below the limit of a pool; a queue pair in the error state takes no more of them. */
static void empty_pool(void) {
  size_t ring = take(&devx, 16 << QP_LOG_DEPTH), record = take(&devx, 8);
  struct mlx5dv_devx_obj *pool;
  struct devx_cq cq;
  struct devx_qp qp = {.posted = 0};
  uint32_t number;

  create_cq(&devx, &cq);
  begin(CREATE_RMP);
  put(0x108, 4, 1); /* RDY */
  wq_fields(&devx, 4, QP_LOG_DEPTH, ring, record);
  CHECK((pool = create(&devx, &number)));
  *(uint32_t *)(devx.rings + record) = htobe32(1);
  mlx5dv_set_data_seg((struct mlx5_wqe_data_seg *)(devx.rings + ring), 64,
                      mr->lkey, (uintptr_t)memory + 128);
  subscribe(pool, LIMIT_REACHED, 3);
  CHECK(set_limit(pool, number + 1, 1) == EINVAL);
  // ERR: mlx5dv_devx_obj_modify: RMP {{[0-9]+}}: rmpn {{[0-9]+}} is not that of the object
  CHECK(set_limit(pool, number, 1) == 0);
  put(0x108, 4, 3); /* state: ERR */
  CHECK(modify(pool) == EREMOTEIO && answer[0] == 9);
  // ERR-NEXT: mlx5dv_devx_obj_modify: RMP: rmp_state 1, state 3 (expected 1 (RDY) for both)
  put(0x80, 64, 2);
  CHECK(modify(pool) == EOPNOTSUPP);
  // ERR-NEXT: mlx5dv_devx_obj_modify: RMP: modify_bitmask 2 is not emulated (expected 1 (lwm))
  CHECK(query(pool, QUERY_RMP, number) == 0 && field(0x2b0, 16) == 1);
  qp.rings = take(&devx, 64 << QP_LOG_DEPTH);
  qp.record = take(&devx, 8);
  qp.words = (uint32_t *)(devx.rings + qp.record);
  qp_command(&devx, &cq, &qp);
  put(0x625, 3, 1); /* rq_type: SRQ, RMP or XRQ */
  put(0x628, 24, number);
  CHECK((qp.object = create(&devx, &qp.number)));
  to_ready(&devx, &qp, qp.number);
  subscribe(qp.object, LAST_ENTRY_TAKEN, 4);
  qp.rings -= RECEIVE_STRIDE << QP_LOG_DEPTH; /* it has no receive ring */
  post_entry(&devx, &qp, MLX5_OPCODE_SEND,
             (struct devx_work){
                 .from = (uintptr_t)memory, .lkey = mr->lkey, .size = 8});
  show_event(number);
  // CHECK-NEXT: cookie 3, event 0x14, kind 0, own 1
  CHECK(query(pool, QUERY_RMP, number) == 0 && field(0x2b0, 16) == 0);
  begin(0x507); /* 2ERR_QP */
  put(0x48, 24, qp.number);
  CHECK(modify(qp.object) == 0);
  show_event(qp.number);
  // CHECK-NEXT: cookie 4, event 0x13, kind 0, own 1
  CHECK(mlx5dv_devx_obj_destroy(qp.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(pool) == 0);
  CHECK(mlx5dv_devx_obj_destroy(cq.object) == 0);
}

/* A channel without data has one event of a subscription at a time. */
static void without_data(void) {
  struct mlx5dv_devx_event_channel *short_channel =
      mlx5dv_devx_create_event_channel(
          devx.context, MLX5DV_DEVX_CREATE_EVENT_CHANNEL_FLAGS_OMIT_EV_DATA);
  struct mlx5dv_devx_async_event_hdr event;
  uint16_t completion = COMPLETION;
  struct devx_cq cq;
  struct devx_qp qp;

  CHECK(short_channel);
  create_cq(&devx, &cq);
  create_qp(&devx, &cq, &qp);
  to_ready(&devx, &qp, qp.number);
  CHECK(mlx5dv_devx_subscribe_devx_event(short_channel, cq.object, 2,
                                         &completion, 5) == 0);
  subscribe(cq.object, COMPLETION, 6);
  for (uint32_t i = 0; i < 3; i++) {
    arm(&devx, &cq, i + 1);
    write_by(&qp, mr->rkey);
    next_entry(&cq);
    show_event(cq.number);
    // CHECK-NEXT: cookie 6, event 0x0, kind 0, own 1
    // CHECK-NEXT: cookie 6, event 0x0, kind 0, own 1
    // CHECK-NEXT: cookie 6, event 0x0, kind 0, own 1
  }
  CHECK(fcntl(short_channel->fd, F_SETFL, O_NONBLOCK) == 0);
  CHECK(mlx5dv_devx_get_event(short_channel, &event, sizeof event) ==
            sizeof event &&
        event.cookie == 5);
  CHECK(mlx5dv_devx_get_event(short_channel, &event, sizeof event) == -1 &&
        errno == EAGAIN);
  mlx5dv_devx_destroy_event_channel(short_channel);
  CHECK(mlx5dv_devx_obj_destroy(qp.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(cq.object) == 0);
}

int main(void) {
  open_devx(&devx);
  CHECK((memory = aligned_alloc(4096, 4096)));
  CHECK((mr = ibv_reg_mr(devx.pd, memory, 4096,
                         IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE)));
  CHECK((channel = mlx5dv_devx_create_event_channel(devx.context, 0)));
  reject_access();
  overrun();
  devx.used = 0;
  memset(devx.rings, 0, UMEM_SIZE);
  empty_pool();
  without_data();
  mlx5dv_devx_destroy_event_channel(channel);
  CHECK(ibv_dereg_mr(mr) == 0);
  close_devx(&devx);
  free(memory);
  puts("done");
  // CHECK-NEXT: done
  return 0;
}
