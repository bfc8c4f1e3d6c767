// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A UAR that the program allocates by DevX: queues are created with it, and the program rings their doorbells by stores to its page:
// a send queue sends, and a completion queue that is armed starts an event handler. Outboxes of the process do not reach them.
// PROVES: R-CQ-04
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 -I%S/Inputs %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host > %t/out 2> %t/err
// RUN: FileCheck %t/host.c < %t/out
// RUN: FileCheck %t/host.c --check-prefix=ERR < %t/err
// RUN: dpa-run --seed=4 -- %t/host 2>/dev/null | FileCheck %t/host.c

//--- device.c
#include "send-device.c"

static uint64_t activations;

__dpa_global__ void count(uint64_t argument) {
  (void)argument;
  __atomic_fetch_add(&activations, 1, __ATOMIC_RELEASE);
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t wait_for_event(void) {
  while (__atomic_load_n(&activations, __ATOMIC_ACQUIRE) == 0)
    ;
  return activations;
}

__dpa_rpc__ uint64_t seen_events(void) { return activations; }

//--- host.c
#include "frame-loop.h"

#include <errno.h>
#include <infiniband/mlx5_api.h>

flexio_func_t count, wait_for_event, seen_events;

static struct flexio_process *process;
static struct mlx5dv_devx_uar *uar;

static void write_register(void *address, uint32_t first, uint32_t second) {
  uint64_t value = htobe64((uint64_t)first << 32 | second);

  __atomic_store_n((uint64_t *)address, value, __ATOMIC_RELEASE);
}

/* Never armed by itself. */
static uint32_t create_armed_cq(struct flexio_event_handler *handler,
                                void *base, struct queue *queue) {
  struct flexio_cq_attr attributes = {
      .log_cq_depth = 4,
      .element_type = FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD,
      .thread = flexio_event_handler_get_thread(handler),
      .uar_id = uar->page_id,
      .uar_base_addr = base,
      .no_arm = true};
  struct flexio_cq *cq = NULL;

  queue->ring = create_zeroed(process, 16 * 64);
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0xff, 16 * 64, queue->ring));
  attributes.cq_ring_qmem.daddr = queue->ring;
  attributes.cq_dbr_daddr = create_zeroed(process, 8);
  if (flexio_cq_create(process, NULL, &attributes, &cq) !=
      FLEXIO_STATUS_SUCCESS)
    return 0;
  queue->number = flexio_cq_get_cq_num(cq);
  return queue->number;
}

/* The index in the record, then the first words of the entry. */
static void send_from_host(struct flexio_wq_attr *attributes,
                           struct flexio_sq *sq, uint32_t key,
                           flexio_uintptr_t frame) {
  struct {
    struct mlx5_wqe_ctrl_seg control;
    uint8_t ethernet[16]; /* without inline headers */
    struct mlx5_wqe_data_seg data;
    uint8_t rest[16];
  } entry = {0};
  uint32_t words[2];

  mlx5dv_set_ctrl_seg(&entry.control, 0, MLX5_OPCODE_SEND, 0,
                      flexio_sq_get_wq_num(sq), MLX5_WQE_CTRL_CQ_UPDATE, 3, 0,
                      0);
  mlx5dv_set_data_seg(&entry.data, FRAME_SIZE, key, frame);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, &entry, 64,
                                        attributes->wq_ring_qmem.daddr));
  memcpy(words, &entry, sizeof words);
  write_register(uar->reg_addr, ntohl(words[0]), ntohl(words[1]));
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_event_handler_attr handling = {.host_stub_func = count};
  struct flexio_event_handler *handler;
  struct flexio_wq_attr attributes;
  uint8_t frame[FRAME_SIZE] = {[12] = 0x88, [13] = 0xb5};
  flexio_uintptr_t place;
  struct queue armed;
  struct flexio_sq *sq = NULL;
  struct mlx5_cqe64 done;
  uint64_t events = 0, error = 0;
  uint32_t key;

  EXPECT(!mlx5dv_devx_alloc_uar(context, 77) && errno == EOPNOTSUPP);
  // ERR: dpa-verbs: error: mlx5dv_devx_alloc_uar: flags 0x4d are not emulated (expected MLX5DV_UAR_ALLOC_TYPE_BF or MLX5DV_UAR_ALLOC_TYPE_NC)
  uar = mlx5dv_devx_alloc_uar(context, MLX5DV_UAR_ALLOC_TYPE_NC);
  EXPECT(uar && uar->page_id && uar->base_addr && uar->reg_addr);
  process = create_process(context);
  EXPECT_SUCCESS(flexio_event_handler_create(process, &handling, &handler));
  EXPECT_SUCCESS(flexio_event_handler_run(handler, 0));
  EXPECT(create_armed_cq(handler, &armed, &armed) == 0);
  // ERR: completion queue: uar_base_addr is not that of UAR
  EXPECT(create_armed_cq(handler, uar->base_addr, &armed) != 0);
  attributes = work_queue_attributes(process, false);
  attributes.uar_id = uar->page_id;
  EXPECT_SUCCESS(
      flexio_sq_create(process, NULL, armed.number, &attributes, &sq));
  EXPECT_SUCCESS(flexio_copy_from_host(process, frame, sizeof frame, &place));
  key = create_key(process, place, sizeof frame);
  send_from_host(&attributes, sq, key, place);
  done = completion_at(process, armed, 0);
  EXPECT(mlx5dv_get_cqe_opcode(&done) == MLX5_CQE_REQ);
  puts("sent");
  // CHECK: sent
  EXPECT_SUCCESS(flexio_process_call(process, seen_events, &events));
  printf("not armed: %d\n", (int)events);
  // CHECK-NEXT: not armed: 0
  write_register((char *)uar->base_addr + 0x20, 0, armed.number);
  EXPECT_SUCCESS(flexio_process_call(process, wait_for_event, &events));
  printf("armed: %d\n", (int)events);
  // CHECK-NEXT: armed: 1
  EXPECT_SUCCESS(flexio_process_call(
      process, send_frame, &error, attributes.wq_ring_qmem.daddr, (uint32_t)1,
      flexio_sq_get_wq_num(sq), key, place, (uint32_t)FRAME_SIZE));
  printf("by an outbox: %d\n", error != 0);
  // CHECK-NEXT: by an outbox: 1
  // ERR: doorbell rejected: send queue {{.*}} belongs to UAR
  EXPECT_SUCCESS(flexio_process_destroy(process));
  mlx5dv_devx_free_uar(uar);
  mlx5dv_devx_free_uar(uar);
  // ERR: dpa-verbs: error: mlx5dv_devx_free_uar: 0x{{[0-9a-f]+}} is not a UAR of this program
  mlx5dv_devx_free_uar(NULL);
  puts("done");
  // CHECK-NEXT: done
  return 0;
}
