// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Completion queues, queue pairs and receive memory pools that firmware commands create in memory of the
// program: entries posted by hand, doorbells by one UAR, completions in the registered memory, events by an event channel,
// changing and querying, destroying in any order.
// PROVES: R-STEER-04
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run -- %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck --check-prefix=ERR --implicit-check-not=dpa-verbs %s < %t.err
// RUN: dpa-run --seed=7 -- %t 2> /dev/null | FileCheck %s
#include "Inputs/devx-queue-pairs.h"

#include <sys/wait.h>
#include <unistd.h>

enum { ROUNDS = 200 };

static struct devx devx;
static struct devx_cq cq;
static struct devx_qp qp[2];
static struct ibv_mr *mr;
static char *memory;

/* An entry by the key of this file. */
static void post(struct devx_qp *pair, uint8_t opcode, uint64_t from,
                 uint64_t to, uint32_t size) {
  post_entry(&devx, pair, opcode,
             (struct devx_work){.from = from,
                                .lkey = mr->lkey,
                                .to = to,
                                .rkey = mr->rkey,
                                .size = size});
}

static void write_once(void) {
  struct mlx5_cqe64 *entry;

  strcpy(memory, "hello");
  post(&qp[0], MLX5_OPCODE_RDMA_WRITE, (uintptr_t)memory,
       (uintptr_t)memory + 64, 6);
  entry = next_entry(&cq);
  CHECK((be32toh(entry->sop_drop_qpn) & 0xffffff) == qp[0].number);
  printf("write: opcode %d, %s\n", mlx5dv_get_cqe_opcode(entry), memory + 64);
  // CHECK: write: opcode 0, hello
}

/* Two queues ring by the same register without a pause: no doorbell is lost. */
static void ring_both(void) {
  for (int i = 0; i < ROUNDS; i++) {
    unsigned seen[2] = {0, 0};

    for (int side = 0; side < 2; side++) {
      memset(memory + 1024 * side, 'a' + (i + side) % 26, 32);
      post(&qp[side], MLX5_OPCODE_RDMA_WRITE, (uintptr_t)memory + 1024 * side,
           (uintptr_t)memory + 4096 + 1024 * side, 32);
    }
    for (int n = 0; n < 2; n++) {
      struct mlx5_cqe64 *entry = next_entry(&cq);
      uint32_t number = be32toh(entry->sop_drop_qpn) & 0xffffff;

      CHECK(mlx5dv_get_cqe_opcode(entry) == MLX5_CQE_REQ);
      seen[number == qp[1].number]++;
    }
    CHECK(seen[0] == 1 && seen[1] == 1);
    CHECK(memcmp(memory, memory + 4096, 32) == 0 &&
          memcmp(memory + 1024, memory + 4096 + 1024, 32) == 0);
  }
  puts("both: no doorbell lost");
  // CHECK-NEXT: both: no doorbell lost
}

static void receive(void) {
  struct mlx5_wqe_data_seg *entry =
      (struct mlx5_wqe_data_seg *)(devx.rings + qp[1].rings);
  bool isReceived = false;

  mlx5dv_set_data_seg(entry, 64, mr->lkey, (uintptr_t)memory + 8192);
  __atomic_store_n(&qp[1].words[0], htobe32(1), __ATOMIC_RELEASE);
  strcpy(memory, "message");
  post(&qp[0], MLX5_OPCODE_SEND, (uintptr_t)memory, 0, 8);
  for (int n = 0; n < 2; n++)
    isReceived |= mlx5dv_get_cqe_opcode(next_entry(&cq)) == MLX5_CQE_RESP_SEND;
  printf("send: %d, %s\n", isReceived, memory + 8192);
  // CHECK-NEXT: send: 1, message
}

/* A key of registered memory, at addresses that the program chooses; its low byte is the program's. */
static void write_by_own_key(void) {
  enum { SIZE = 8192, START = 0x700000, VARIANT = 0x5a };
  char *place = aligned_alloc(4096, SIZE);
  struct mlx5dv_devx_umem *umem =
      mlx5dv_devx_umem_reg(devx.context, place, SIZE, IBV_ACCESS_LOCAL_WRITE);
  struct ibv_mr *usual = mr, own = *mr;
  struct mlx5dv_devx_obj *key;
  uint32_t index;

  CHECK(place && umem);
  memset(place, 0, SIZE);
  begin(CREATE_MKEY);
  put(0x61, 1, 1); /* mkey_umem_valid, mkey_umem_id, mkey_umem_offset */
  put(0x320, 32, umem->umem_id);
  put(0x340, 64, 4096);
  put(0x92, 4, 0xf); /* rw, rr, lw, lr */
  put(0x96, 2, 1);   /* access_mode_1_0: MTT */
  put(0xa0, 24, 0xffffff);
  put(0xb8, 8, VARIANT);
  put(0xe8, 24, devx.pdn);
  put(0x100, 64, START);
  put(0x140, 64, 4096);
  CHECK((key = create(&devx, &index)));
  own.rkey = index << 8 | VARIANT;
  strcpy(memory, "keyed");
  mr = &own;
  post(&qp[0], MLX5_OPCODE_RDMA_WRITE, (uintptr_t)memory, START + 100, 6);
  CHECK(mlx5dv_get_cqe_opcode(next_entry(&cq)) == MLX5_CQE_REQ);
  printf("key: %s\n", place + 4096 + 100);
  // CHECK-NEXT: key: keyed
  mr = usual;
  CHECK(mlx5dv_devx_umem_dereg(umem) == EBUSY);
  CHECK(mlx5dv_devx_obj_destroy(key) == 0);
  CHECK(mlx5dv_devx_umem_dereg(umem) == 0);
  free(place);
}

static void events(void) {
  struct mlx5dv_devx_event_channel *channel = mlx5dv_devx_create_event_channel(
      devx.context, MLX5DV_DEVX_CREATE_EVENT_CHANNEL_FLAGS_OMIT_EV_DATA);
  struct mlx5dv_devx_async_event_hdr event;
  uint16_t completions = 0;

  CHECK(channel);
  CHECK(mlx5dv_devx_subscribe_devx_event(channel, cq.object, 2, &completions,
                                         77) == 0);
  for (uint32_t i = 0; i < 3; i++) {
    arm(&devx, &cq, i + 1);
    post(&qp[0], MLX5_OPCODE_RDMA_WRITE, (uintptr_t)memory,
         (uintptr_t)memory + 64, 6);
    CHECK(mlx5dv_devx_get_event(channel, &event, sizeof event) == sizeof event);
    printf("event %d\n", (int)event.cookie);
    // CHECK-NEXT: event 77
    // CHECK-NEXT: event 77
    // CHECK-NEXT: event 77
    next_entry(&cq);
  }
  mlx5dv_devx_destroy_event_channel(channel);
}

/* A queue pair that is connected with itself takes its receives from a pool. */
static void receive_from_pool(void) {
  size_t ring = take(&devx, 16 << QP_LOG_DEPTH), record = take(&devx, 8);
  struct mlx5dv_devx_obj *pool;
  struct devx_qp own;
  uint32_t number;

  begin(CREATE_RMP);
  put(0x108, 4, 1); /* RDY */
  wq_fields(&devx, 4, QP_LOG_DEPTH, ring, record);
  CHECK((pool = create(&devx, &number)));
  own.posted = 0;
  own.rings = take(&devx, (64 + RECEIVE_STRIDE) << QP_LOG_DEPTH);
  own.record = take(&devx, 8);
  own.words = (uint32_t *)(devx.rings + own.record);
  qp_command(&devx, &cq, &own);
  put(0x625, 3, 1); /* rq_type: SRQ, RMP or XRQ */
  put(0x628, 24, number);
  put(0x800, 64, own.rings + (RECEIVE_STRIDE << QP_LOG_DEPTH));
  CHECK((own.object = create(&devx, &own.number)));
  to_ready(&devx, &own, own.number);
  mlx5dv_set_data_seg((struct mlx5_wqe_data_seg *)(devx.rings + ring), 64,
                      mr->lkey, (uintptr_t)memory + 8192);
  *(uint32_t *)(devx.rings + record) = htobe32(1);
  strcpy(memory, "pooled");
  post(&own, MLX5_OPCODE_SEND, (uintptr_t)memory, 0, 7);
  next_entry(&cq);
  next_entry(&cq);
  CHECK(query(pool, QUERY_RMP, number) == 0);
  printf("pool: %s, log_wq_sz %d\n", memory + 8192, (int)field(0x39b, 5));
  // CHECK-NEXT: pool: pooled, log_wq_sz 4
  CHECK(mlx5dv_devx_obj_destroy(pool) == EBUSY);
  CHECK(mlx5dv_devx_obj_destroy(own.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(pool) == 0);
}

static void change_and_query(void) {
  begin(MODIFY_CQ);
  put(0x48, 24, cq.number);
  put(0x60, 32, 3);
  put(0x104, 12, 9);
  put(0x110, 16, 2);
  CHECK(modify(cq.object) == 0);
  CHECK(query(cq.object, QUERY_CQ, cq.number) == 0);
  printf("CQ: log_cq_size %d, cq_period %d, cq_max_count %d\n",
         (int)field(0xe3, 5), (int)field(0x104, 12), (int)field(0x110, 16));
  // CHECK-NEXT: CQ: log_cq_size 5, cq_period 9, cq_max_count 2
  CHECK(field(0xe8, 24) == devx.uar->page_id);
  begin(MODIFY_CQ);
  put(0x48, 24, cq.number);
  CHECK(modify(cq.object) == EOPNOTSUPP);
  // ERR: dpa-verbs: error: mlx5dv_devx_obj_modify: CQ: modify_field_select 0 is not emulated (expected a sum of 1 (cq_period), 2 (cq_max_count), 4 (oi), 16 (cq_period_mode))
  put(0x60, 32, 1);
  put(0x48, 24, cq.number + 1);
  CHECK(modify(cq.object) == EINVAL && answer[0] == 0);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_modify: CQ {{[0-9]+}}: cqn {{[0-9]+}} is not that of the object
  CHECK(query(cq.object, QUERY_CQ, cq.number + 1) == EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_query: CQ {{[0-9]+}}: cqn {{[0-9]+}} is not that of the object
  CHECK(query(qp[0].object, QUERY_QP, qp[0].number + 1) == EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_query: queue pair {{[0-9]+}}: qpn {{[0-9]+}} is not that of the queue pair
  CHECK(query(qp[0].object, QUERY_QP, qp[0].number) == 0);
  printf("QP: state %d, log_sq_size %d, user_index %x, peer %d\n",
         (int)field(0xc0, 4), (int)field(0x111, 4), (int)field(0x148, 24),
         field(0x168, 24) == qp[1].number);
  // CHECK-NEXT: QP: state 3, log_sq_size 4, user_index 1234, peer 1
  CHECK(field(0xe8, 24) == devx.pdn && field(0x4a8, 24) == cq.number);
  begin(RST2INIT);
  put(0x48, 24, qp[0].number);
  CHECK(modify(qp[0].object) == EREMOTEIO && answer[0] == 0x10);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_modify: queue pair {{[0-9]+}}: current state is not the first state of the command
}

/* Objects are inherited without a device, and stay those of the parent. */
static void in_a_child(void) {
  int status;

  fflush(stdout);
  if (fork() == 0) {
    CHECK(query(cq.object, QUERY_CQ, cq.number) == ENODEV);
    CHECK(mlx5dv_devx_obj_destroy(qp[0].object) == 0);
    CHECK(mlx5dv_devx_obj_destroy(cq.object) == 0);
    _exit(0);
  }
  CHECK(wait(&status) > 0 && status == 0);
  write_once();
  // CHECK-NEXT: write: opcode 0, hello
}

static void destroy(void) {
  struct mlx5dv_devx_obj *domain;
  uint32_t number;

  CHECK(mlx5dv_devx_obj_destroy(cq.object) == EBUSY);
  CHECK(mlx5dv_devx_umem_dereg(devx.umem) == EBUSY);
  CHECK(ibv_dealloc_pd(devx.pd) == EBUSY);
  for (int i = 0; i < 2; i++)
    CHECK(mlx5dv_devx_obj_destroy(qp[i].object) == 0);
  begin(ALLOC_PD);
  CHECK((domain = create(&devx, &number)));
  qp_command(&devx, &cq, &qp[0]);
  put(0xe8, 24, number);
  CHECK((qp[0].object = create(&devx, NULL)));
  CHECK(mlx5dv_devx_obj_destroy(domain) == EBUSY);
  CHECK(mlx5dv_devx_obj_destroy(qp[0].object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(domain) == 0);
  CHECK(mlx5dv_devx_obj_destroy(cq.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(cq.object) == EINVAL);
  ibv_dereg_mr(mr);
  close_devx(&devx);
}

/* The end of the context ends its queues; the objects are only memory then. */
static void close_first(void) {
  open_devx(&devx);
  create_cq(&devx, &cq);
  create_qp(&devx, &cq, &qp[0]);
  CHECK(ibv_close_device(devx.context) == 0);
  CHECK(query(cq.object, QUERY_CQ, cq.number) == ENODEV);
  CHECK(modify(qp[0].object) == ENODEV);
  CHECK(mlx5dv_devx_umem_dereg(devx.umem) == 0);
  mlx5dv_devx_free_uar(devx.uar);
  CHECK(ibv_dealloc_pd(devx.pd) == 0);
  CHECK(mlx5dv_devx_obj_destroy(cq.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(qp[0].object) == 0);
  free(devx.rings);
}

int main(void) {
  open_devx(&devx);
  CHECK((memory = aligned_alloc(4096, 16384)));
  CHECK((mr = ibv_reg_mr(devx.pd, memory, 16384,
                         IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE)));
  create_cq(&devx, &cq);
  for (int i = 0; i < 2; i++)
    create_qp(&devx, &cq, &qp[i]);
  for (int i = 0; i < 2; i++)
    to_ready(&devx, &qp[i], qp[1 - i].number);
  write_once();
  ring_both();
  receive();
  write_by_own_key();
  events();
  receive_from_pool();
  change_and_query();
  in_a_child();
  destroy();
  close_first();
  free(memory);
  puts("done");
  // CHECK-NEXT: done
  return 0;
}
