// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code that writes random bytes into the rings and the doorbell record of a queue pair cannot do more than
// put it into the error state: the process continues, the next queue pair works.
// PROVES: R-QP-04 R-QP-06
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -I%S/Inputs %t/device.c %S/Inputs/queue-pair-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=2 -- %t/host 2>&1 | FileCheck %s
// CHECK: done

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

static uint64_t next_random(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

// Half of the entries have an opcode and a size that exist.
static void write_entry(union flexio_dev_sqe_seg *segments, uint32_t number,
                        uint64_t *state) {
  static const uint8_t opcodes[] = {0, 8, 9, 0xa, 0xb, 0x10, 0x11, 0x12};
  uint64_t *words = (uint64_t *)segments;
  uint64_t random;

  for (int i = 0; i < 8; i++)
    words[i] = next_random(state);
  random = next_random(state);
  if ((random & 1) == 0)
    return;
  segments[0].ctrl.idx_opcode = cpu_to_be32(opcodes[random >> 1 & 7]);
  segments[0].ctrl.qpn_ds = cpu_to_be32(number << 8 | (random >> 8 & 7));
}

__dpa_rpc__ uint64_t post_random(uint64_t rings, uint64_t record,
                                 uint32_t number, uint64_t seed) {
  uint64_t state = seed * 0x9e3779b97f4a7c15 + 1;
  uint64_t *receive = (uint64_t *)rings;

  for (int i = 0; i < 16 * 2; i++)
    receive[i] = next_random(&state);
  *(uint64_t *)record = next_random(&state);
  for (int i = 0; i < 16; i++)
    write_entry((union flexio_dev_sqe_seg *)(rings + 16 * 16 + i * 64), number,
                &state);
  __dpa_thread_memory_writeback();
  flexio_dev_qp_sq_ring_db((uint16_t)next_random(&state), number);
  return 0;
}

//--- host.c
#include "queue-pair.h"

enum { ROUNDS = 200 };

flexio_func_t post_random;

static struct ibv_context *context;
static struct flexio_process *process;

static void destroy(struct queue_pair *pair) {
  EXPECT_SUCCESS(flexio_qp_destroy(pair->qp));
  pair->qp = NULL;
}

/* The same memory serves all queue pairs. */
static void create_again(struct queue_pair *pair) {
  struct flexio_qp_attr attributes = queue_pair_attributes(pair);

  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0, 8, pair->record));
  create_qp(pair, &attributes);
  pair->index = 0;
  pair->posted = 0;
}

static void connect_both(struct queue_pair *a, struct queue_pair *b) {
  struct address address_a, address_b;

  create_again(a);
  create_again(b);
  address_a = address_of(a, context);
  address_b = address_of(b, context);
  connect_to(a, &address_b);
  connect_to(b, &address_a);
}

int main(void) {
  struct queue_pair a, b;
  struct address address;

  context = open_device();
  process = create_process(context);
  a = create_parts(process);
  b = create_parts(process);
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    connect_both(&a, &b);
    EXPECT_SUCCESS(flexio_process_call(process, post_random, NULL, a.rings,
                                       a.record, a.number, seed));
    EXPECT_SUCCESS(flexio_process_call(process, post_random, NULL, b.rings,
                                       b.record, b.number, seed * 977));
    destroy(&a);
    destroy(&b);
  }
  a = create_parts(process);
  b = create_parts(process);
  connect_both(&a, &b);
  address = address_of(&b, context);
  fill(&a, 0, 5000, 1);
  expect_sent(&a, post(&a, request_of(&a, &address, WRITE, 0, 5000)));
  EXPECT(is_filled(&b, 0, 5000, 1));
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  return 0;
}
