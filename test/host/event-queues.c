// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events of completion queues are entries of an event queue, which starts a handler that reads them.
// It is started once until it arms the queue again, and immediately if there are entries. Entries
// that are not consumed are not overwritten.
// PROVES: R-CQ-03 R-DQ-03 R-DQ-06 R-DQ-13
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_EUS=1 dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_EUS=1 DPA_SEED=2 dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

static uint64_t entries;
static uint32_t mask, number, log_depth, consumed, runs, seen[64];

__dpa_rpc__ uint64_t set_queue(uint64_t ring, uint32_t log, uint32_t eqn) {
  entries = ring;
  log_depth = log;
  number = eqn;
  consumed = runs = 0;
  return 0;
}

/* Reads what is there and arms the queue. */
__dpa_global__ void on_event(uint64_t argument) {
  (void)argument;
  runs++;
  for (;;) {
    struct flexio_dev_eqe *entry =
        (struct flexio_dev_eqe *)entries + consumed % (1u << log_depth);

    if (flexio_dev_eqe_get_owner(entry) != (consumed >> log_depth & 1))
      break;
    __dpa_thread_memory_fence(__DPA_R, __DPA_R);
    seen[consumed++ % 64] = flexio_dev_eqe_get_cqn(entry);
  }
  flexio_dev_eq_update_ci(consumed, number);
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t get_consumed(void) { return consumed; }
__dpa_rpc__ uint64_t get_runs(void) { return runs; }
__dpa_rpc__ uint64_t get_seen(uint32_t index) { return seen[index]; }
__dpa_rpc__ uint64_t ring(uint32_t cqn, uint32_t times) {
  while (times--)
    flexio_dev_zcqe_gen(cqn);
  return 0;
}
__dpa_rpc__ uint64_t update(uint32_t index, uint32_t eqn) {
  struct flexio_dev_thread_ctx *context;

  flexio_dev_get_thread_ctx(&context);
  flexio_dev_eq_update_ci(index, eqn);
  return flexio_dev_get_and_rst_errno(context);
}

//--- host.c
#include "handler.h"

flexio_func_t set_queue, on_event, get_consumed, get_runs, get_seen, ring,
    update;

static struct flexio_process *process;

struct event_queue {
  flexio_uintptr_t ring;
  struct flexio_eq *eq;
  uint32_t number;
};

static struct event_queue create_eq(struct flexio_event_handler *handler,
                                    uint8_t log_depth) {
  struct event_queue queue = {0, NULL, 0};
  struct flexio_eq_attr attributes = {
      .log_eq_depth = log_depth,
      .uar_id = flexio_uar_get_id(flexio_process_get_uar(process)),
      .thread = handler ? flexio_event_handler_get_thread(handler) : NULL};
  size_t size = (size_t)64 << log_depth;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, size, &queue.ring));
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0xff, size, queue.ring));
  attributes.eq_ring_qmem.daddr = queue.ring;
  EXPECT_SUCCESS(flexio_eq_create(process, NULL, &attributes, &queue.eq));
  queue.number = flexio_eq_get_eq_num(queue.eq);
  EXPECT(queue.number != 0 && queue.number < 1u << 24);
  return queue;
}

static struct queue create_cq_on(uint32_t eqn, bool is_always_armed) {
  return create_queue(
      process,
      (struct flexio_cq_attr){.log_cq_depth = 6,
                              .element_type = FLEXIO_CQ_ELEMENT_TYPE_EXT_EQ,
                              .emulated_eqn = eqn,
                              .always_armed = is_always_armed});
}

static void check_events(struct flexio_event_handler *handler) {
  struct event_queue eq = create_eq(handler, 2);
  struct queue first = create_cq_on(eq.number, true);
  struct queue second = create_cq_on(eq.number, false);

  EXPECT_SUCCESS(flexio_process_call(process, set_queue, NULL, eq.ring,
                                     (uint32_t)2, eq.number));
  for (uint32_t i = 0; i < 9; i++) {
    EXPECT_SUCCESS(flexio_process_call(process, ring, NULL, first.number, 1u));
    wait_for(process, get_consumed, i + 1);
    EXPECT(call1(process, get_seen, i) == first.number);
  }
  EXPECT(call0(process, get_runs) == 9);
  /* Armed once. */
  EXPECT_SUCCESS(flexio_process_call(process, ring, NULL, second.number, 2u));
  wait_for(process, get_consumed, 10);
  EXPECT(call1(process, get_seen, 9) == second.number);
  /* One start for several entries: there is one execution unit. */
  EXPECT_SUCCESS(flexio_process_call(process, ring, NULL, first.number, 4u));
  wait_for(process, get_consumed, 14);
  EXPECT_SUCCESS(flexio_cq_destroy(first.cq));
  EXPECT_SUCCESS(flexio_cq_destroy(second.cq));
  EXPECT_SUCCESS(flexio_eq_destroy(eq.eq));
  EXPECT_SUCCESS(flexio_eq_destroy(NULL));
  // CHECK: doorbell rejected: the process has no event queue 0x{{[0-9a-f]+}}
  EXPECT(flexio_process_call(process, update, NULL, 1u, eq.number) ==
         FLEXIO_STATUS_SUCCESS);
}

static void check_overrun(void) {
  struct event_queue eq = create_eq(NULL, 1);
  struct queue queue = create_cq_on(eq.number, true);
  uint8_t ring_bytes[128];
  struct flexio_mem there = {FLEXIO_MEMTYPE_DPA, {eq.ring}};
  struct flexio_mem here = {FLEXIO_MEMTYPE_HOST, {(uintptr_t)ring_bytes}};

  EXPECT_SUCCESS(flexio_process_call(process, ring, NULL, queue.number, 2u));
  EXPECT_SUCCESS(flexio_process_call(process, update, NULL, 2u, eq.number));
  EXPECT_SUCCESS(flexio_process_call(process, ring, NULL, queue.number, 2u));
  // CHECK: event queue 0x{{[0-9a-f]+}}: is full: overrun; events are lost
  EXPECT_SUCCESS(flexio_process_call(process, ring, NULL, queue.number, 2u));
  EXPECT_SUCCESS(flexio_memcpy(process, &there, &here, sizeof ring_bytes));
  EXPECT(ring_bytes[63] == 1 && ring_bytes[127] == 1);
}

static void check_errors(void) {
  struct flexio_eq_attr attributes = {
      .uar_id = flexio_uar_get_id(flexio_process_get_uar(process))};
  struct flexio_cq_attr cq_attributes = {.element_type =
                                             FLEXIO_CQ_ELEMENT_TYPE_EXT_EQ,
                                         .uar_id = attributes.uar_id};
  struct flexio_eq *eq = NULL;
  struct flexio_cq *cq = NULL;

  // CHECK: event queue: the ring of 64 bytes at 0x0 is not in the process's memory
  EXPECT_FAILED(flexio_eq_create(process, NULL, &attributes, &eq));
  // CHECK: a depth of 2^23 entries is too large
  attributes.log_eq_depth = 23;
  EXPECT_FAILED(flexio_eq_create(process, NULL, &attributes, &eq));
  // CHECK: its thread is not a live thread handle
  attributes.thread = (void *)8;
  EXPECT_FAILED(flexio_eq_create(process, NULL, &attributes, &eq));
  EXPECT(flexio_eq_get_eq_num(NULL) == UINT32_MAX);
  // CHECK: emulated_eqn 0 is not an event queue
  EXPECT_FAILED(flexio_cq_create(process, NULL, &cq_attributes, &cq));
  // CHECK: event queue 0xffff does not belong to this process
  cq_attributes.emulated_eqn = 0xffff;
  EXPECT_FAILED(flexio_cq_create(process, NULL, &cq_attributes, &cq));
}

int main(void) {
  struct flexio_event_handler *handler;

  process = create_process(open_device());
  handler = create_handler(process, on_event);
  EXPECT_SUCCESS(flexio_event_handler_run(handler, 0));
  check_events(handler);
  check_overrun();
  check_errors();
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
