// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A process with queues on two devices: device code sends on its own device and on another one,
// through an outbox of an extended UAR and by a doorbell that names the device; frames that the other
// device receives start a handler. Queues of a device to which no UAR is extended and doorbells of other
// devices are rejected. The same in a reproducible run.
// PROVES: R-GEN-10 R-UAR-02 R-DOBX-03 R-RQ-04 R-CQ-01 R-SQ-03
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run --config=%S/Inputs/two-devices.toml -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --config=%S/Inputs/two-devices.toml --seed=3 -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

static volatile uint32_t runs;

__dpa_global__ void count(uint64_t argument) {
  (void)argument;
  runs++;
  flexio_dev_thread_reschedule();
}
__dpa_rpc__ uint64_t get_runs(void) { return runs; }

enum { OWN, OUTBOX, DOORBELL };

/* Returns the thread's errno, or 100 if the device is rejected. */
__dpa_rpc__ uint64_t send_on(uint32_t way, uint32_t device, uint64_t entries,
                             uint32_t index, uint32_t number, uint32_t key,
                             uint64_t frame, uint32_t size) {
  union flexio_dev_sqe_seg *segments = (union flexio_dev_sqe_seg *)entries +
                                       ((uint64_t)index << LOG_SQE_NUM_SEGS);
  struct flexio_dev_thread_ctx *context;

  flexio_dev_get_thread_ctx(&context);
  flexio_dev_swqe_seg_ctrl_set(&segments[0], index, number,
                               MLX5_CTRL_SEG_CE_CQE_ALWAYS,
                               FLEXIO_CTRL_SEG_SEND_EN);
  flexio_dev_swqe_seg_eth_set(&segments[1], 0, 0, 0, NULL);
  flexio_dev_swqe_seg_mem_ptr_data_set(&segments[2], size, key, frame);
  __dpa_thread_memory_writeback();
  if (way == OUTBOX && flexio_dev_outbox_config_uar_extension(
                           context, device) != FLEXIO_DEV_STATUS_SUCCESS)
    return 100;
  if (way != DOORBELL)
    flexio_dev_qp_sq_ring_db((uint16_t)(index + 1), number);
  else if (flexio_dev_cross_device_ring_db(device, number, index + 1) !=
           FLEXIO_DEV_STATUS_SUCCESS)
    return 100;
  return flexio_dev_get_and_rst_errno(context);
}

__dpa_rpc__ uint64_t arm_on(uint32_t device, uint32_t cqn, uint32_t consumed) {
  struct flexio_dev_thread_ctx *context;

  flexio_dev_get_thread_ctx(&context);
  flexio_dev_outbox_config_uar_extension(context, device);
  flexio_dev_cq_arm(consumed, cqn);
  return flexio_dev_get_and_rst_errno(context);
}

//--- host.c
#include "frames.h"

flexio_func_t count, get_runs, send_on, arm_on;

enum { OWN, OUTBOX, DOORBELL };
enum { SIZE = 100 };

static struct ibv_context *own, *other;
static struct flexio_process *process;
static struct flexio_uar *extended;
static struct ibv_mr *region;
static uint8_t memory[4096];

static struct queue create_cq(struct flexio_event_handler *handler) {
  struct flexio_cq_attr attributes = {
      .log_cq_depth = 4,
      .element_type = handler ? FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD
                              : FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ,
      .thread = handler ? flexio_event_handler_get_thread(handler) : NULL,
      .uar_id = flexio_uar_get_id(extended)};
  struct queue queue = {create_zeroed(process, 1024), create_zeroed(process, 8),
                        NULL, 0};

  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0xff, 1024, queue.ring));
  attributes.cq_ring_qmem.daddr = queue.ring;
  attributes.cq_dbr_daddr = queue.record;
  EXPECT_SUCCESS(flexio_cq_create(process, other, &attributes, &queue.cq));
  queue.number = flexio_cq_get_cq_num(queue.cq);
  return queue;
}

static uint64_t send_frame_on(uint32_t way, uint32_t device,
                              const struct flexio_wq_attr *attributes,
                              uint32_t index, uint32_t number) {
  uint64_t result = 1;

  EXPECT_SUCCESS(flexio_process_call(
      process, send_on, &result, way, device, attributes->wq_ring_qmem.daddr,
      index, number, region->lkey, (uint64_t)(uintptr_t)memory,
      (uint32_t)SIZE));
  return result;
}

static void check_rejected(struct queue completions,
                           struct flexio_wq_attr attributes) {
  struct flexio_sq *sq = NULL;
  struct flexio_uar *uar = NULL;

  // CHECK: flexio_sq_create_cross_dev: {{.*}} the context is one of its own device 'mlx5_0'
  EXPECT_FAILED(flexio_sq_create_cross_dev(process, own, completions.number,
                                           &attributes, &sq));
  // CHECK: UAR 0x{{[0-9a-f]+}} does not belong to this process
  attributes.uar_id = 0xfffff;
  EXPECT_FAILED(flexio_sq_create_cross_dev(process, other, completions.number,
                                           &attributes, &sq));
  // CHECK: cannot create an extended UAR: the device is its own
  EXPECT_FAILED(flexio_uar_extend(flexio_process_get_uar(process), own, &uar));
}

static void check_queues(struct flexio_event_handler *handler) {
  uint32_t device = flexio_uar_get_extended_id(extended);
  struct queue sent = create_cq(NULL), received = create_cq(handler);
  struct flexio_wq_attr send = work_queue_attributes(process, false);
  struct flexio_wq_attr receive = work_queue_attributes(process, true);
  struct mlx5_wqe_data_seg entries[4];
  struct flexio_sq *sq = NULL;
  struct flexio_rq *rq = NULL;
  uint32_t posted = htonl(4), number;

  EXPECT(device != 0 && device != UINT32_MAX);
  send.pd = receive.pd = region->pd;
  send.uar_id = receive.uar_id = flexio_uar_get_id(extended);
  EXPECT_SUCCESS(
      flexio_sq_create_cross_dev(process, other, sent.number, &send, &sq));
  EXPECT_SUCCESS(flexio_rq_create_cross_dev(process, other, received.number,
                                            &receive, &rq));
  for (int i = 0; i < 4; i++)
    mlx5dv_set_data_seg(&entries[i], 512, region->lkey,
                        (uintptr_t)memory + 1024 + (unsigned)i * 512);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, entries, sizeof entries,
                                        receive.wq_ring_qmem.daddr));
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, &posted, sizeof posted,
                                        receive.wq_dbr_qmem.daddr));
  direct_all_to(other, flexio_rq_get_tir(rq));
  number = flexio_sq_get_wq_num(sq);
  check_rejected(sent, send);

  EXPECT(send_frame_on(OUTBOX, device, &send, 0, number) == 0);
  completion_at(process, sent, 0);
  completion_at(process, received, 0);
  EXPECT(memcmp(memory, memory + 1024, SIZE) == 0);
  wait_for(process, get_runs, 1);
  EXPECT_SUCCESS(
      flexio_process_call(process, arm_on, NULL, device, received.number, 1u));
  EXPECT(send_frame_on(DOORBELL, device, &send, 1, number) == 0);
  completion_at(process, received, 1);
  EXPECT(memcmp(memory, memory + 1536, SIZE) == 0);
  wait_for(process, get_runs, 2);

  // CHECK: doorbell rejected: the process has no send queue or queue pair
  EXPECT(send_frame_on(OWN, 0, &send, 2, number) != 0);
  EXPECT(send_frame_on(OUTBOX, device + 1, &send, 2, number) == 100);
  // CHECK: doorbell rejected: the process has no outbox
  EXPECT(send_frame_on(DOORBELL, device + 1, &send, 2, number) != 0);
  EXPECT_SUCCESS(flexio_sq_destroy(sq));
  EXPECT_SUCCESS(flexio_rq_destroy(rq));
  EXPECT_SUCCESS(flexio_cq_destroy(sent.cq));
}

int main(void) {
  struct flexio_event_handler *handler;

  own = open_device_at(0);
  other = open_device_at(1);
  process = create_process(own);
  EXPECT_SUCCESS(
      flexio_uar_extend(flexio_process_get_uar(process), other, &extended));
  region = ibv_reg_mr(ibv_alloc_pd(other), memory, sizeof memory,
                      IBV_ACCESS_LOCAL_WRITE);
  EXPECT(region);
  for (int i = 0; i < SIZE; i++)
    memory[i] = (uint8_t)(i + 1);
  handler = create_handler(process, count);
  EXPECT_SUCCESS(flexio_event_handler_run(handler, 0));
  check_queues(handler);
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
