// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sixteen execution units use the engines of the card at once, without a lock: four each send and receive
// frames, write by RDMA, copy memory and transpose matrices. Half of them post several entries with one
// doorbell and wait for them later. Each has the data that it expects after every batch.
// PROVES: R-GEN-11
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app -devicecc-options="-I%t"
// RUN: %hostcc_flexio -I%S/Inputs -I%t %t/host.c %t/app.a %flexio_libs -lmlx5 -lpthread -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=3 -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --check=memory -- %t/host 2>&1 | FileCheck --implicit-check-not=flexio %s
// CHECK: 16 units, 12800 entries

//--- work.h
/* What a unit does. */
#ifndef WORK_H
#define WORK_H

#include <stdint.h>

enum {
  LOG_DEPTH = 4,
  BATCH = 8,
  BATCHES = 100
}; /* of send and completion queues */
enum { SIDE = 10, SLOT = SIDE * SIDE, AREA = BATCH * SLOT };
enum kind { FRAMES, RDMA, COPIES, MATRICES, KINDS };

/* A ring, its doorbell record, and the next index. */
struct ring {
  uint64_t entries, record;
  uint32_t number, index;
};

/* Slots of source and target are SLOT bytes each. */
struct work {
  uint32_t kind;
  uint32_t at_once; /* entries with one doorbell: 1 or BATCH */
  struct ring send, sent, receive, received;
  uint64_t source, target; /* frames: the target is where they are received */
  uint32_t key, failed;
};

#endif

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

#include "work.h"

enum { MASK = (1 << LOG_DEPTH) - 1 };

/* Consumes `count` completions; 0 if one is an error. */
static int take(struct ring *completions, uint32_t count) {
  int is_fine = 1;

  for (; count; count--, completions->index++) {
    struct flexio_dev_cqe64 *entry =
        (struct flexio_dev_cqe64 *)completions->entries +
        (completions->index & MASK);

    while (flexio_dev_cqe_get_owner(entry) !=
           (completions->index >> LOG_DEPTH & 1)) {
    }
    is_fine &= flexio_dev_cqe_get_opcode(entry) < 3;
  }
  flexio_dev_dbr_cq_set_ci((uint32_t *)completions->record, completions->index);
  return is_fine;
}

static void post(struct work *work, uint32_t slot) {
  static const flexio_ctrl_seg_t types[KINDS] = {
      FLEXIO_CTRL_SEG_SEND_EN, FLEXIO_CTRL_SEG_RDMA_WRITE, FLEXIO_CTRL_SEG_LDMA,
      FLEXIO_CTRL_SEG_TRANSPOSE};
  union flexio_dev_sqe_seg *entry =
      (union flexio_dev_sqe_seg *)work->send.entries +
      ((uint64_t)(work->send.index & MASK) << LOG_SQE_NUM_SEGS);
  uint64_t from = work->source + slot * SLOT, to = work->target + slot * SLOT;

  flexio_dev_swqe_seg_ctrl_set(&entry[0], work->send.index, work->send.number,
                               MLX5_CTRL_SEG_CE_CQE_ALWAYS, types[work->kind]);
  entry[1] = (union flexio_dev_sqe_seg){0};
  if (work->kind == RDMA)
    flexio_dev_swqe_seg_rdma_set(&entry[1], work->key, to);
  else if (work->kind == MATRICES)
    flexio_dev_swqe_seg_transpose_set(&entry[1], 1, SIDE, SIDE);
  flexio_dev_swqe_seg_mem_ptr_data_set(&entry[2], SLOT, work->key, from);
  flexio_dev_swqe_seg_mem_ptr_data_set(&entry[3], SLOT, work->key, to);
  work->send.index++;
}

static void ring_doorbell(const struct work *work) {
  __dpa_thread_memory_writeback();
  flexio_dev_qp_sq_ring_db((uint16_t)work->send.index, work->send.number);
}

/* Byte `at` of the target after an entry. */
static uint8_t expected(const struct work *work, uint32_t at) {
  const uint8_t *source = (const uint8_t *)work->source;
  uint32_t slot = at / SLOT * SLOT, row = at % SLOT / SIDE, column = at % SIDE;

  return work->kind == MATRICES ? source[slot + column * SIDE + row]
                                : source[at];
}

static int is_as_expected(const struct work *work) {
  const uint8_t *target = (const uint8_t *)work->target;
  int is_same = 1;

  for (uint32_t i = 0; i < AREA; i++)
    is_same &= target[i] == expected(work, i);
  return is_same;
}

/* New data, but for the first 14 bytes of each slot: headers of frames. */
static void change(const struct work *work, uint32_t batch) {
  uint8_t *source = (uint8_t *)work->source;

  for (uint32_t i = 0; i < AREA; i++)
    if (i % SLOT >= 14)
      source[i] = (uint8_t)(source[i] + batch + i % 7);
}

static int run_batch(struct work *work) {
  int is_fine = 1;

  for (uint32_t i = 0; i < BATCH; i++) {
    post(work, i);
    if ((i + 1) % work->at_once == 0) {
      ring_doorbell(work);
      is_fine &= take(&work->sent, work->at_once);
    }
  }
  if (work->kind == FRAMES) {
    is_fine &= take(&work->received, BATCH);
    for (uint32_t i = 0; i < BATCH; i++)
      flexio_dev_dbr_rq_inc_pi((uint32_t *)work->receive.record);
  }
  return is_fine && is_as_expected(work);
}

/* Returns the number of batches without an error. */
__dpa_rpc__ uint64_t run(uint64_t address) {
  struct work *work = (struct work *)address;
  uint64_t done = 0;

  for (uint32_t batch = 0; batch < BATCHES; batch++) {
    change(work, batch);
    done += (uint64_t)run_batch(work);
  }
  __dpa_thread_memory_writeback();
  return done;
}

//--- host.c
#include "frame-loop.h"
#include "queue-pair.h"
#include "work.h"

#include <pthread.h>

flexio_func_t run;

enum { UNITS_OF_KIND = 4, UNITS = KINDS * UNITS_OF_KIND };

struct unit {
  struct flexio_process *process;
  flexio_uintptr_t work;
  uint64_t done;
  struct flexio_rq *rq;
};

static struct ring ring_of(struct queue queue) {
  return (struct ring){queue.ring, queue.record, queue.number, 0};
}

static void add_send_queue(struct flexio_process *process, struct work *work) {
  struct flexio_wq_attr attributes = work_queue_attributes(process, false);
  struct queue sent = create_silent_cq(process);
  struct flexio_sq *sq = NULL;

  EXPECT_SUCCESS(
      flexio_sq_create(process, NULL, sent.number, &attributes, &sq));
  work->sent = ring_of(sent);
  work->send.entries = attributes.wq_ring_qmem.daddr;
  work->send.number = flexio_sq_get_wq_num(sq);
}

/* A queue pair that is connected to itself. */
static void add_queue_pair(struct flexio_process *process,
                           struct ibv_context *context, struct work *work) {
  struct queue_pair pair = create_queue_pair(process);
  struct address address = address_of(&pair, context);

  connect_to(&pair, &address);
  work->sent = ring_of(pair.sent);
  work->send.entries = pair.rings + (16 << LOG_ENTRIES);
  work->send.number = pair.number;
}

/* A queue whose entries receive into the slots of the target, again and again. */
static void add_receive_queue(struct unit *unit, struct work *work) {
  struct flexio_process *process = unit->process;
  struct flexio_wq_attr attributes = work_queue_attributes(process, true);
  struct queue received = create_silent_cq(process);
  struct mlx5_wqe_data_seg entries[64];
  uint32_t posted = htonl(BATCH);

  for (uint32_t i = 0; i < 64; i++)
    mlx5dv_set_data_seg(&entries[i], SLOT, work->key,
                        work->target + i % BATCH * SLOT);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, entries, sizeof entries,
                                        attributes.wq_ring_qmem.daddr));
  EXPECT_SUCCESS(
      flexio_rq_create(process, NULL, received.number, &attributes, &unit->rq));
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, &posted, sizeof posted,
                                        attributes.wq_dbr_qmem.daddr));
  work->received = ring_of(received);
  work->receive.record = attributes.wq_dbr_qmem.daddr;
}

/* Frames with an EtherType of its own for each queue. */
static void steer(struct ibv_context *context, struct unit *units) {
  struct mlx5dv_dr_domain *domain =
      mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_NIC_RX);
  struct mlx5dv_dr_table *table = mlx5dv_dr_table_create(domain, 0);
  struct match mask = {.match.match_sz = sizeof mask.bytes}, value = mask;
  struct mlx5dv_dr_matcher *matcher;

  mask.bytes[6] = mask.bytes[7] = 0xff;
  matcher = mlx5dv_dr_matcher_create(table, 0, 1, &mask.match);
  EXPECT(domain && table && matcher);
  value.bytes[6] = 0x88;
  for (int i = 0; i < UNITS; i++) {
    struct mlx5dv_dr_action *action;

    if (!units[i].rq)
      continue;
    action =
        mlx5dv_dr_action_create_dest_devx_tir(flexio_rq_get_tir(units[i].rq));
    value.bytes[7] = (uint8_t)i;
    EXPECT(action && mlx5dv_dr_rule_create(matcher, &value.match, 1, &action));
  }
}

static struct unit create_unit(struct flexio_process *process,
                               struct ibv_context *context, int index) {
  struct unit unit = {.process = process};
  struct work work = {.kind = (uint32_t)index % KINDS};
  uint8_t source[AREA];

  for (int i = 0; i < AREA; i++)
    source[i] = i % SLOT < 12    ? 0
                : i % SLOT == 12 ? 0x88
                : i % SLOT == 13 ? (uint8_t)index
                                 : (uint8_t)(i * 11 + index);
  work.at_once = index / KINDS % 2 ? BATCH : 1;
  work.source = create_zeroed(process, 2 * AREA);
  work.target = work.source + AREA;
  work.key = create_key_with(process, work.source, 2 * AREA, ALL_ACCESS);
  EXPECT_SUCCESS(
      flexio_host2dev_memcpy(process, source, sizeof source, work.source));
  if (work.kind == RDMA)
    add_queue_pair(process, context, &work);
  else
    add_send_queue(process, &work);
  if (work.kind == FRAMES)
    add_receive_queue(&unit, &work);
  EXPECT_SUCCESS(
      flexio_copy_from_host(process, &work, sizeof work, &unit.work));
  return unit;
}

static void *run_unit(void *argument) {
  struct unit *unit = argument;

  EXPECT_SUCCESS(
      flexio_process_call(unit->process, run, &unit->done, unit->work));
  return NULL;
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  pthread_t threads[UNITS];
  struct unit units[UNITS];

  for (int i = 0; i < UNITS; i++)
    units[i] = create_unit(process, context, i);
  steer(context, units);
  for (int i = 0; i < UNITS; i++)
    EXPECT(pthread_create(&threads[i], NULL, run_unit, &units[i]) == 0);
  for (int i = 0; i < UNITS; i++) {
    EXPECT(pthread_join(threads[i], NULL) == 0);
    EXPECT(units[i].done == BATCHES);
  }
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  printf("%d units, %d entries\n", UNITS, UNITS * BATCHES * BATCH);
  return 0;
}
