// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queue pairs that take their receive entries from one receive memory pool, linked or cyclic: each
// message gets the next entry, whoever receives it; entries that are posted again are used again. The
// pool cannot be destroyed before its queue pairs.
// PROVES: R-RQ-05 R-QP-02
// RUN: rm -rf %t && mkdir -p %t
// RUN: %dpacc_bf3 %S/Inputs/queue-pair-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %s %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=5 -- %t/host 2>&1 | FileCheck %s
#include "queue-pair.h"

enum { LOG_DEPTH = 2, DEPTH = 1 << LOG_DEPTH, PAIRS = 2, SIZE = 200 };

/* An entry of the pool with the number of the next one; cyclic pools have the data only. */
struct linked_entry {
  struct mlx5_wqe_srq_next_seg link;
  struct mlx5_wqe_data_seg data;
};

struct pool {
  struct flexio_process *process;
  struct flexio_rmp *rmp;
  flexio_uintptr_t ring, record, buffers;
  uint32_t key, posted;
  bool is_linked;
};

static struct ibv_context *context;

static struct pool create_pool(struct flexio_process *process, bool is_linked) {
  struct pool pool = {.process = process, .is_linked = is_linked};
  struct flexio_wq_attr attributes = {.log_wq_depth = LOG_DEPTH,
                                      .log_wq_stride = is_linked ? 5 : 4};

  pool.ring = create_zeroed(process, DEPTH * sizeof(struct linked_entry));
  pool.record = create_zeroed(process, 8);
  pool.buffers = create_zeroed(process, DEPTH * SIZE);
  pool.key = create_key_with(process, pool.buffers, DEPTH * SIZE, ALL_ACCESS);
  attributes.rq.wq_type =
      is_linked ? FLEXIO_WQ_TYPE_LINKED_LIST : FLEXIO_WQ_TYPE_CYCLIC;
  attributes.wq_ring_qmem.daddr = pool.ring;
  attributes.wq_dbr_qmem.daddr = pool.record;
  EXPECT_SUCCESS(flexio_rmp_create(process, NULL, &attributes, &pool.rmp));
  return pool;
}

/* The linked list goes through the ring backwards: 0, 3, 2, 1. */
static uint32_t place_of(const struct pool *pool, uint32_t number) {
  return (pool->is_linked ? DEPTH - number % DEPTH : number) % DEPTH;
}

static void post_entry(struct pool *pool) {
  uint32_t place = place_of(pool, pool->posted), posted;
  struct linked_entry entry = {
      .link.next_wqe_index = htons((uint16_t)place_of(pool, pool->posted + 1))};
  size_t size = pool->is_linked ? sizeof entry : sizeof entry.data;

  mlx5dv_set_data_seg(&entry.data, SIZE, pool->key,
                      pool->buffers + (uint64_t)place * SIZE);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(
      pool->process, pool->is_linked ? (void *)&entry : (void *)&entry.data,
      size, pool->ring + place * size));
  posted = htonl(++pool->posted);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(pool->process, &posted, sizeof posted,
                                        pool->record));
}

static struct queue_pair create_receiver(const struct pool *pool) {
  struct queue_pair pair = create_parts(pool->process);
  struct flexio_qp_attr attributes = queue_pair_attributes(&pair);

  attributes.rq_type = FLEXIO_QP_QPC_RQ_TYPE_SRQ_RMP_XRC_SRQ_XRQ;
  attributes.rmpqn = flexio_rmp_get_wq_num(pool->rmp);
  create_qp(&pair, &attributes);
  return pair;
}

/* The send ring of a receiver is where its receive ring would be; only senders post. */
static void send_and_check(struct queue_pair *from, const struct address *to,
                           const struct queue_pair *receiver, uint32_t index,
                           const struct pool *pool, uint32_t taken) {
  struct queue_pair view = {.process = pool->process, .memory = pool->buffers};
  uint8_t seed = (uint8_t)(taken + 1);

  fill(from, 0, SIZE, seed);
  expect_sent(from, post(from, request_of(from, to, SEND, 0, SIZE)));
  expect_received(receiver, index, MLX5_CQE_RESP_SEND, SIZE);
  EXPECT(is_filled(&view, (uint64_t)place_of(pool, taken) * SIZE, SIZE, seed));
}

static void check_pool(struct flexio_process *process, bool is_linked) {
  struct pool pool = create_pool(process, is_linked);
  struct queue_pair senders[PAIRS], receivers[PAIRS];
  struct address here, there[PAIRS];
  uint32_t taken = 0;

  for (int i = 0; i < PAIRS; i++) {
    senders[i] = create_queue_pair(process);
    receivers[i] = create_receiver(&pool);
    here = address_of(&senders[i], context);
    there[i] = address_of(&receivers[i], context);
    connect_to(&senders[i], &there[i]);
    connect_to(&receivers[i], &here);
  }
  for (int i = 0; i < DEPTH; i++)
    post_entry(&pool);
  for (uint32_t round = 0; round < 3 * DEPTH; round++, taken++) {
    uint32_t which = round % 3 == 0;

    send_and_check(&senders[which], &there[which], &receivers[which],
                   receivers[which].index++, &pool, taken);
    post_entry(&pool);
  }
  // CHECK: receive memory pool 0x{{[0-9a-f]+}} is in use by a queue pair
  EXPECT_FAILED(flexio_rmp_destroy(pool.rmp));
  for (int i = 0; i < PAIRS; i++) {
    EXPECT_SUCCESS(flexio_qp_destroy(senders[i].qp));
    EXPECT_SUCCESS(flexio_qp_destroy(receivers[i].qp));
  }
  EXPECT_SUCCESS(flexio_rmp_destroy(pool.rmp));
}

int main(void) {
  struct flexio_process *process;

  context = open_device();
  process = create_process(context);
  check_pool(process, true);
  check_pool(process, false);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: receive memory pool
  // CHECK-NEXT: done
  return 0;
}
