// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A completion queue that is armed makes one event of its next completion. It is armed when it is
// created, unless its attributes say otherwise, or always, or by a call, which makes an event at
// once if there are completions beyond its index. A queue of another kind, a destroyed handler and
// a full queue make none, and moderation is stored.
// PROVES: R-EH-10 R-CQ-04 R-CQ-07 R-CQ-08 R-CQ-10 R-INT-27
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/handler-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_EUS=1 dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_EUS=1 DPA_SEED=2 dpa-run -- %t/host 2>&1 | FileCheck %s

//--- host.c
#include "act.h"

static struct ibv_context *context;

static void check_arming(struct flexio_process *process,
                         struct flexio_event_handler *handler) {
  struct flexio_cq_attr attributes = {
      .log_cq_depth = 4, .thread = flexio_event_handler_get_thread(handler)};
  struct queue queue = create_queue(process, attributes);

  ring_queue(process, queue, 1);
  EXPECT(call0(process, take_runs) == 1);
  ring_queue(process, queue, 1);
  EXPECT(call0(process, take_runs) == 0);
  EXPECT_SUCCESS(flexio_process_call(process, arm, NULL, queue.number, 1));
  EXPECT(call0(process, take_runs) == 1);
  EXPECT_SUCCESS(flexio_process_call(process, arm, NULL, queue.number, 2));
  EXPECT(call0(process, take_runs) == 0);
  ring_queue(process, queue, 1);
  EXPECT(call0(process, take_runs) == 1);

  attributes.no_arm = true;
  queue = create_queue(process, attributes);
  ring_queue(process, queue, 1);
  EXPECT(call0(process, take_runs) == 0);
  attributes.no_arm = false;
  attributes.always_armed = 1;
  queue = create_queue(process, attributes);
  for (int i = 0; i < 3; i++) {
    ring_queue(process, queue, 1);
    EXPECT(call0(process, take_runs) == 1);
  }
  attributes.element_type = FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ;
  queue = create_queue(process, attributes);
  ring_queue(process, queue, 1);
  EXPECT(call0(process, take_runs) == 0);
}

static void check_overrun(struct flexio_process *process,
                          struct flexio_event_handler *handler) {
  struct flexio_cq_attr attributes = {
      .log_cq_depth = 1,
      .always_armed = 1,
      .thread = flexio_event_handler_get_thread(handler)};
  struct queue queue = create_queue(process, attributes);
  uint32_t consumed = 0x02000000; /* 2, big endian */

  ring_queue(process, queue, 2);
  EXPECT(call0(process, take_runs) == 1);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, &consumed, 4, queue.record));
  ring_queue(process, queue, 2);
  EXPECT(call0(process, take_runs) == 1);
  // CHECK: flexio: error: process: 'test_app' on 'mlx5_0': doorbell rejected: completion queue 0x{{[0-9a-f]+}} is full: overrun
  // CHECK-NOT: is full
  ring_queue(process, queue, 1);
  EXPECT(call0(process, take_runs) == 0);
  consumed = 0x04000000;
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, &consumed, 4, queue.record));
  ring_queue(process, queue, 1);
  EXPECT(call0(process, take_runs) == 0);

  attributes.overrun_ignore = 1;
  queue = create_queue(process, attributes);
  for (int i = 0; i < 9; i++) {
    ring_queue(process, queue, 1);
    EXPECT(call0(process, take_runs) == 1);
  }
}

static flexio_uintptr_t heap_end(struct flexio_process *process) {
  struct flexio_heap_mem_info heap;

  EXPECT_SUCCESS(flexio_process_mem_info_get(process, &heap));
  return heap.base_addr + heap.size;
}

static flexio_uintptr_t create_buffer(struct flexio_process *process,
                                      size_t size) {
  flexio_uintptr_t address = 0;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, size, &address));
  return address;
}

static void check_errors(struct flexio_process *process,
                         struct flexio_event_handler *handler) {
  struct queue good = create_queue_for(process, handler, 2);
  struct flexio_cq_attr attributes = {
      .log_cq_depth = 2,
      .thread = flexio_event_handler_get_thread(handler),
      .uar_id = flexio_uar_get_id(flexio_process_get_uar(process)),
      .cq_ring_qmem.daddr = good.ring,
      .cq_dbr_daddr = good.record};
  struct flexio_qmem host_memory = {.memtype = FLEXIO_MEMTYPE_HOST};
  struct flexio_cq_attr bad;
  struct flexio_cq *cq;

#define REFUSED(change)                                                        \
  do {                                                                         \
    bad = attributes;                                                          \
    change;                                                                    \
    cq = (void *)8;                                                            \
    EXPECT_FAILED(flexio_cq_create(process, NULL, &bad, &cq));                 \
    EXPECT(!cq);                                                               \
  } while (0)
  // CHECK: the ring of 256 bytes at 0x10 is not 64-byte aligned
  REFUSED(bad.cq_ring_qmem.daddr = 0x10);
  // CHECK: the ring of 256 bytes at 0x0 is not in the process's memory
  REFUSED(bad.cq_ring_qmem.daddr = 0);
  // CHECK: the doorbell record at 0x{{[0-9a-f]+}} is not 8-byte aligned
  REFUSED(bad.cq_dbr_daddr += 4);
  // CHECK: the doorbell record at 0x0 is not in the process's memory
  REFUSED(bad.cq_dbr_daddr = 0);
  // CHECK: UAR 0xffffff does not belong to this process
  REFUSED(bad.uar_id = 0xffffff);
  // CHECK: uar_base_addr is for a DevX UAR
  REFUSED(bad.uar_base_addr = &bad);
  // CHECK: its thread is not a live thread handle
  REFUSED(bad.thread = NULL);
  // CHECK: 77 is not an element type
  REFUSED(bad.element_type = 77);
  // CHECK: umem_id 0 is not registered memory of the host
  REFUSED(bad.cq_ring_qmem = host_memory);
  // CHECK: a depth of 2^23 entries is too large (expected at most 2^22)
  REFUSED(bad.log_cq_depth = 23);
  // CHECK: flexio_cq_create: process 'test_app' on 'mlx5_0': completion queue: the ring: 512 bytes at device address 0x{{[0-9a-f]+}} are not inside one buffer of the heap
  REFUSED(bad.log_cq_depth = 3);
  // CHECK: the doorbell record: 8 bytes at device address 0x{{[0-9a-f]+}} are not inside one buffer of the heap
  REFUSED(bad.cq_dbr_daddr = heap_end(process) - 8);
  // CHECK: completion queue: -1 is not a period mode
  REFUSED(bad.cq_period_mode = (enum flexio_cq_period_mode)(-1));
  // CHECK: 5 is not a period mode
  REFUSED(bad.cq_period_mode = (enum flexio_cq_period_mode)5);
  // CHECK: 6 is not a compression of completions
  REFUSED(bad.cqe_comp_type = (enum flexio_cqe_comp_type)6);
  // CHECK: 7 is not a kind of memory
  REFUSED(bad.cq_ring_qmem.memtype = (enum flexio_memtype)7);
  // CHECK: the doorbell record at 0x{{[0-9a-f]+}} is inside the ring of 256 bytes at 0x
  REFUSED(bad.cq_dbr_daddr = good.ring + 248);
  // Rejected queues keep no memory; a created queue keeps both of its buffers.
  flexio_uintptr_t ring = create_buffer(process, 256);
  flexio_uintptr_t record = create_buffer(process, 8);
  REFUSED(bad.cq_ring_qmem.daddr = ring; bad.cq_dbr_daddr = ring);
  EXPECT_SUCCESS(flexio_buf_dev_free(process, ring));
  ring = create_buffer(process, 256);
  attributes.cq_ring_qmem.daddr = ring;
  attributes.cq_dbr_daddr = record;
  EXPECT_SUCCESS(flexio_cq_create(process, context, &attributes, &cq));
  // CHECK: flexio_buf_dev_free: process 'test_app' on 'mlx5_0': the buffer at device address 0x{{[0-9a-f]+}} is in use by a queue
  EXPECT_FAILED(flexio_buf_dev_free(process, ring));
  // CHECK: is in use by a queue
  EXPECT_FAILED(flexio_buf_dev_free(process, record));
  EXPECT(flexio_cq_get_obj(cq) && !flexio_cq_get_obj(NULL));
  EXPECT(flexio_cq_get_cq_num(NULL) == UINT32_MAX);
  EXPECT_SUCCESS(flexio_cq_destroy(cq));
  EXPECT_FAILED(flexio_cq_destroy(cq));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, ring));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, record));
  EXPECT_SUCCESS(flexio_cq_destroy(NULL));
}

static void check_moderation(struct queue queue) {
  uint16_t count = 0, period = 0, mode = 7;
  enum flexio_cq_period_mode from_completion = FLEXIO_CQ_PERIOD_MODE_CQE;

  EXPECT_SUCCESS(flexio_cq_query_moderation(queue.cq, &count, &period, &mode));
  EXPECT(count == 0 && period == 0 && mode == 0);
  EXPECT_SUCCESS(flexio_cq_modify_moderation(queue.cq, 3, 20, from_completion));
  EXPECT_SUCCESS(flexio_cq_query_moderation(queue.cq, &count, &period, &mode));
  EXPECT(count == 3 && period == 20 && mode == FLEXIO_CQ_PERIOD_MODE_CQE);
  // CHECK: flexio_cq_modify_moderation: process 'test_app' on 'mlx5_0': completion queue {{[0-9]+}}: 2 is not a period mode
  EXPECT_FAILED(flexio_cq_modify_moderation(queue.cq, 3, 20, 2));
}

int main(void) {
  context = open_device();
  struct flexio_process *process = create_process(context);
  struct flexio_event_handler *handler = create_handler(process, act);
  struct queue queue;

  EXPECT_SUCCESS(flexio_event_handler_run(handler, RESCHEDULE));
  check_arming(process, handler);
  check_overrun(process, handler);
  check_errors(process, handler);
  queue = create_queue_for(process, handler, 3);
  check_moderation(queue);
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
  ring_queue(process, queue, 1);
  EXPECT(call0(process, take_runs) == 0);
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
