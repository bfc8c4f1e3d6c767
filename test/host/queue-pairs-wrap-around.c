// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code exchanges many more messages than its rings have entries: sends with and without completions,
// receive entries posted again, completions returned; every message arrives once and in order, also with
// loss. Afterwards it floods the send queue with writes and reads no completion but the last.
// PROVES: R-QP-03 R-DQ-01 R-DQ-07
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 20000 2>&1 | FileCheck %s
// RUN: dpa-run --seed=3 -- %t/host 2000 2>&1 | FileCheck %s
// RUN: dpa-run --port=loopback,loss=0.01,duplicate=0.01,reorder=0.01 -- %t/host 1000 2>&1 | FileCheck %s
// CHECK-NOT: flexio:
// CHECK: done

//--- exchange.h
#ifndef EXCHANGE_H
#define EXCHANGE_H
#include <stdint.h>

enum { LOG_DEPTH = 4, DEPTH = 1 << LOG_DEPTH };

struct exchange {
  uint64_t sent_ring, sent_record; /* completions of the sender */
  uint64_t received_ring, received_record;
  uint64_t send_ring, record; /* of the sender; of the receiver */
  uint64_t source, target;    /* DEPTH words each */
  uint32_t number, key;
  uint32_t count; /* messages */
};
#endif

//--- device.c
#include "exchange.h"
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

static uint32_t sent_index, received_index, send_index;

static struct flexio_dev_cqe64 *wait_for(uint64_t ring, uint64_t record,
                                         uint32_t *index) {
  struct flexio_dev_cqe64 *entry =
      (struct flexio_dev_cqe64 *)ring + (*index & (DEPTH - 1));

  while (flexio_dev_cqe_get_owner(entry) != (*index >> LOG_DEPTH & 1))
    __dpa_thread_memory_fence(__DPA_R, __DPA_R);
  __dpa_thread_memory_fence(__DPA_R, __DPA_R);
  flexio_dev_dbr_cq_set_ci((uint32_t *)record, ++*index);
  __dpa_thread_memory_writeback();
  return entry;
}

static void post(const struct exchange *exchange, flexio_ctrl_seg_t type,
                 uint32_t completion) {
  uint32_t place = send_index & (DEPTH - 1);
  union flexio_dev_sqe_seg *segments =
      (union flexio_dev_sqe_seg *)exchange->send_ring +
      ((uint64_t)place << LOG_SQE_NUM_SEGS);

  flexio_dev_swqe_seg_ctrl_set(segments++, send_index, exchange->number,
                               completion, type);
  if (type == FLEXIO_CTRL_SEG_RDMA_WRITE)
    flexio_dev_swqe_seg_rdma_set(segments++, exchange->key,
                                 exchange->target + place * 8);
  flexio_dev_swqe_seg_mem_ptr_data_set(segments, 8, exchange->key,
                                       exchange->source + place * 8);
  send_index++;
  __dpa_thread_memory_writeback();
  flexio_dev_qp_sq_ring_db((uint16_t)send_index, exchange->number);
}

// Returns the number of the first message that is wrong; 0: none.
static uint64_t exchange_messages(const struct exchange *exchange) {
  uint64_t *source = (uint64_t *)exchange->source;
  volatile uint64_t *target = (volatile uint64_t *)exchange->target;

  for (uint32_t i = 1; i <= exchange->count; i++) {
    uint32_t completion = i % 3 == 0 ? MLX5_CTRL_SEG_CE_CQE_ALWAYS
                                     : MLX5_CTRL_SEG_CE_CQE_ON_CQE_ERROR;
    struct flexio_dev_cqe64 *entry;

    source[send_index & (DEPTH - 1)] = i;
    post(exchange, FLEXIO_CTRL_SEG_SEND_RC, completion);
    entry = wait_for(exchange->received_ring, exchange->received_record,
                     &received_index);
    if (flexio_dev_cqe_get_opcode(entry) != 2 ||
        flexio_dev_cqe_get_byte_cnt(entry) != 8 ||
        flexio_dev_cqe_get_wqe_counter(entry) != ((i - 1) & 0xffff) ||
        target[(i - 1) & (DEPTH - 1)] != i)
      return i;
    flexio_dev_dbr_rq_inc_pi((uint32_t *)exchange->record);
    if (completion == MLX5_CTRL_SEG_CE_CQE_ALWAYS)
      wait_for(exchange->sent_ring, exchange->sent_record, &sent_index);
  }
  return 0;
}

// One write of sixteen has a completion: the others are not counted one by one.
static void flood(const struct exchange *exchange) {
  for (uint32_t i = 1; i <= exchange->count; i++) {
    int is_last = i % DEPTH == 0 || i == exchange->count;

    post(exchange, FLEXIO_CTRL_SEG_RDMA_WRITE,
         is_last ? MLX5_CTRL_SEG_CE_CQE_ALWAYS
                 : MLX5_CTRL_SEG_CE_CQE_ON_CQE_ERROR);
    if (is_last)
      wait_for(exchange->sent_ring, exchange->sent_record, &sent_index);
  }
}

__dpa_rpc__ uint64_t exchange_all(uint64_t address) {
  const struct exchange *exchange = (const struct exchange *)address;
  uint64_t wrong = exchange_messages(exchange);

  if (wrong == 0)
    flood(exchange);
  return wrong;
}

//--- host.c
#include "exchange.h"
#include "queue-pair.h"

flexio_func_t exchange_all;

static void post_all(struct queue_pair *pair, uint64_t offset) {
  for (uint32_t i = 0; i < DEPTH; i++)
    post_receive(pair, offset + i * 8, 8);
}

int main(int argc, char **argv) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  struct queue_pair a = create_queue_pair(process),
                    b = create_queue_pair(process);
  struct address address_a = address_of(&a, context),
                 address_b = address_of(&b, context);
  struct exchange exchange = {.sent_ring = a.sent.ring,
                              .sent_record = a.sent.record,
                              .received_ring = b.received.ring,
                              .received_record = b.received.record,
                              .send_ring = a.rings + (16 << LOG_ENTRIES),
                              .record = b.record,
                              .source = b.memory,
                              .target = b.memory + 4096,
                              .number = a.number,
                              .key = b.key};
  flexio_uintptr_t place = 0;

  EXPECT(argc == 2);
  exchange.count = (uint32_t)atoi(argv[1]);
  post_all(&b, 4096);
  connect_to(&a, &address_b);
  connect_to(&b, &address_a);
  EXPECT_SUCCESS(
      flexio_copy_from_host(process, &exchange, sizeof exchange, &place));
  EXPECT(call1(process, exchange_all, place) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  return 0;
}
