// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program that posts and polls without functions (mlx5dv_init_obj): it writes
// entries into the rings, indices into the doorbell records, and 8 bytes into the
// registers of the UAR; it reads completions from the ring.
// The sanitizer does not see the accesses of this program, which is not instrumented.
// UNSUPPORTED: thread-sanitizer
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run -- %t | FileCheck %s
// RUN: dpa-run --port=loopback,loss=0.05,seed=3 -- %t | FileCheck %s
#include "Inputs/verbs-pair.h"

#include <infiniband/mlx5dv.h>
#include <sched.h>

enum {
  BATCH = 16,
  MESSAGES = 40 * BATCH,
  SIZE = 100,
  SEND_REGISTER = 0,
  ARM_REGISTER = 0x20
};

/* A completion queue as such a program has it. */
struct direct_cq {
  struct mlx5dv_cq queue;
  uint32_t consumed;
};

static struct pair pair;
static struct direct_cq completions;
static struct mlx5dv_qp direct[2];
static uint32_t sent, received; /* blocks and entries that were posted */

static void write_register(void *place, uint64_t value) {
  __atomic_store_n((uint64_t *)place, value, __ATOMIC_RELEASE);
}

static void set_record(__be32 *record, uint32_t value) {
  __atomic_store_n(record, htobe32(value), __ATOMIC_RELEASE);
}

static void init_objects(void) {
  struct mlx5dv_obj object = {.qp = {pair.qp[0], &direct[0]},
                              .cq = {pair.cq, &completions.queue}};

  CHECK(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP | MLX5DV_OBJ_CQ) == 0);
  object.qp.in = pair.qp[1];
  object.qp.out = &direct[1];
  CHECK(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP) == 0);
  CHECK(direct[0].sq.stride == 64 && direct[0].sq.wqe_cnt >= 64);
  CHECK(direct[1].rq.stride >= 16 && direct[1].rq.wqe_cnt >= 64);
  CHECK(direct[0].bf.size == 0 && direct[0].bf.reg != direct[1].bf.reg);
  CHECK(completions.queue.cqe_size == 64);
  CHECK((int)completions.queue.cqe_cnt == pair.cq->cqe + 1);
}

static void post_receive_directly(size_t offset) {
  uint32_t place = received++ & (direct[1].rq.wqe_cnt - 1);
  struct mlx5_wqe_data_seg *entry =
      (void *)((char *)direct[1].rq.buf + place * direct[1].rq.stride);

  mlx5dv_set_data_seg(entry, SIZE, pair.mr[1]->lkey,
                      (uintptr_t)pair.memory[1] + offset);
  if (direct[1].rq.stride > sizeof *entry)
    mlx5dv_set_data_seg(entry + 1, 0, 0x100 /* ends the list */, 0);
  set_record(&direct[1].dbrec[MLX5_RCV_DBR], received);
}

/* Returns the first 8 bytes of the entry, which the doorbell takes. */
static uint64_t write_send(size_t offset) {
  uint32_t place = sent & (direct[0].sq.wqe_cnt - 1);
  struct mlx5_wqe_ctrl_seg *control =
      (void *)((char *)direct[0].sq.buf + place * direct[0].sq.stride);

  mlx5dv_set_ctrl_seg(control, (uint16_t)sent, MLX5_OPCODE_SEND, 0,
                      pair.qp[0]->qp_num, MLX5_WQE_CTRL_CQ_UPDATE, 2, 0, 0);
  mlx5dv_set_data_seg((void *)(control + 1), SIZE, pair.mr[0]->lkey,
                      (uintptr_t)pair.memory[0] + offset);
  sent++;
  return *(uint64_t *)control;
}

static void ring_doorbell(uint64_t value) {
  set_record(&direct[0].dbrec[MLX5_SND_DBR], sent & 0xffff);
  write_register((char *)direct[0].bf.reg + SEND_REGISTER, value);
}

static void send_directly(size_t offset) { ring_doorbell(write_send(offset)); }

/* Waits for the next one. */
static struct mlx5_cqe64 take_completion(struct direct_cq *cq) {
  uint32_t place = cq->consumed & (cq->queue.cqe_cnt - 1);
  struct mlx5_cqe64 *entry = (void *)((char *)cq->queue.buf + place * 64);
  int pass = (cq->consumed & cq->queue.cqe_cnt) != 0;
  time_t end = time(NULL) + 60;
  struct mlx5_cqe64 copy;

  while (mlx5dv_get_cqe_owner(entry) != pass ||
         mlx5dv_get_cqe_opcode(entry) == MLX5_CQE_INVALID)
    CHECK(time(NULL) < end && sched_yield() == 0);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  copy = *entry;
  cq->consumed++;
  set_record(&cq->queue.dbrec[0], cq->consumed & 0xffffff);
  return copy;
}

/* Each message arrives once and unchanged; both sides complete. */
static void messages(void) {
  int opcodes[16] = {0};

  for (int first = 0; first < MESSAGES; first += BATCH) {
    uint64_t last = 0;

    for (int i = first; i < first + BATCH; i++) {
      memset(pair.memory[0] + (size_t)i * SIZE, i, SIZE);
      post_receive_directly((size_t)i * SIZE);
      last = write_send((size_t)i * SIZE);
    }
    ring_doorbell(last);
    for (int i = 0; i < 2 * BATCH; i++) {
      struct mlx5_cqe64 done = take_completion(&completions);
      opcodes[mlx5dv_get_cqe_opcode(&done)]++;
    }
  }
  printf("sent %d received %d equal %d\n", opcodes[MLX5_CQE_REQ],
         opcodes[MLX5_CQE_RESP_SEND],
         !memcmp(pair.memory[0], pair.memory[1], (size_t)MESSAGES * SIZE));
  // CHECK: sent 640 received 640 equal 1
}

/* Wakes the completion channel. */
static void events(void) {
  struct ibv_cq *from;
  void *of;

  write_register((char *)completions.queue.cq_uar + ARM_REGISTER,
                 htobe64((uint64_t)(completions.consumed & 0xffffff) << 32 |
                         completions.queue.cqn));
  post_receive_directly(0);
  send_directly(0);
  CHECK(ibv_get_cq_event(pair.cq->channel, &from, &of) == 0);
  ibv_ack_cq_events(from, 1);
  take_completion(&completions);
  take_completion(&completions);
  printf("event of the queue %d\n", from == pair.cq);
  // CHECK: event of the queue 1
}

/* Entries of a shared receive queue are a list. */
static void shared_entries(void) {
  struct ibv_srq_init_attr settings = {.attr = {.max_wr = 8, .max_sge = 1}};
  struct ibv_srq *srq = ibv_create_srq(pair.pd, &settings);
  struct mlx5dv_srq shared = {.comp_mask = MLX5DV_SRQ_MASK_SRQN};
  struct mlx5dv_obj object = {.srq = {srq, &shared}};
  struct ibv_qp *own = pair.qp[1];
  uint32_t posted = 0;
  int right = 0;

  CHECK(srq && mlx5dv_init_obj(&object, MLX5DV_OBJ_SRQ) == 0);
  CHECK(shared.srqn != 0 && shared.comp_mask == MLX5DV_SRQ_MASK_SRQN);
  pair.srq = srq;
  CHECK(ibv_destroy_qp(pair.qp[0]) == 0 && ibv_destroy_qp(own) == 0);
  create_queue_pairs(&pair, IBV_QPT_RC, 0);
  connect_pair(&pair);
  object.qp.in = pair.qp[0];
  object.qp.out = &direct[0];
  CHECK(mlx5dv_init_obj(&object, MLX5DV_OBJ_QP) == 0);
  CHECK(direct[0].rq.wqe_cnt == 0);
  sent = 0;
  for (int i = 0; i < 3; i++) {
    struct mlx5_wqe_srq_next_seg *entry =
        (void *)((char *)shared.buf + shared.head * shared.stride);

    mlx5dv_set_data_seg((void *)(entry + 1), SIZE, pair.mr[1]->lkey,
                        (uintptr_t)pair.memory[1] + 500000);
    shared.head = be16toh(entry->next_wqe_index);
    set_record(shared.dbrec, ++posted);
    send_directly((size_t)i * SIZE);
    take_completion(&completions);
    take_completion(&completions);
    right += !memcmp(pair.memory[1] + 500000, pair.memory[0] + i * SIZE, SIZE);
  }
  printf("shared %d\n", right);
  // CHECK: shared 3
}

static void others(void) {
  struct ibv_ah_attr to = {
      .is_global = 1, .port_num = 1, .grh = {pair.gid, 0, 1, 1, 0}};
  struct ibv_ah *address = ibv_create_ah(pair.pd, &to);
  struct mlx5dv_ah vector;
  struct mlx5dv_pd domain;
  struct mlx5dv_obj object = {.ah = {address, &vector},
                              .pd = {pair.pd, &domain}};

  CHECK(address);
  CHECK(mlx5dv_init_obj(&object, MLX5DV_OBJ_AH | MLX5DV_OBJ_PD) == 0);
  printf("address %d domain %d\n", !memcmp(vector.av->rgid, &pair.gid, 16),
         domain.pdn != 0);
  // CHECK: address 1 domain 1
  printf("nothing %d work queue %d resize %d\n",
         mlx5dv_init_obj(&object, MLX5DV_OBJ_QP) == EINVAL,
         mlx5dv_init_obj(&object, MLX5DV_OBJ_RWQ) == EOPNOTSUPP,
         ibv_resize_cq(pair.cq, 5000) == EOPNOTSUPP);
  // CHECK: nothing 1 work queue 1 resize 1
  CHECK(ibv_destroy_ah(address) == 0);
}

int main(void) {
  struct ibv_comp_channel *channel;

  open_pair(&pair);
  CHECK((channel = ibv_create_comp_channel(pair.context)));
  CHECK(ibv_destroy_cq(pair.cq) == 0);
  CHECK((pair.cq = ibv_create_cq(pair.context, 100, NULL, channel, 0)));
  create_queue_pairs(&pair, IBV_QPT_RC, 0);
  connect_pair(&pair);
  init_objects();
  messages();
  events();
  shared_entries();
  others();
  close_pair(&pair);
  puts("closed");
  // CHECK: closed
  return 0;
}
