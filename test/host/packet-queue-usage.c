// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uses of queues by packet programs: one completion queue for both directions with unsignalled sends, a send queue that
// is flooded without reading completions, a send buffer that changes right after the doorbell, receive buffers that overlap,
// a window whose memory key changes with every packet, and 200 MiB of device memory.
// PROVES: R-WQ-03
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 -I%src/samples/common/device %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs -I%src/samples/common/host -I%src/samples/common/device %t/host.c %src/samples/common/host/*.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host | FileCheck %t/host.c
// RUN: dpa-run --seed=3 -- %t/host | FileCheck %t/host.c

//--- usage.h
#include "sample_rings.h"

enum { PAGES = 4, BURST = 32, LOG_DEPTH = 6, CHANGED = 0xee };

struct queue_usage {
  struct sample_cq_ring completions;
  struct sample_rq_ring receive;
  struct sample_sq_ring send;
  uint64_t frame;       /* to be sent */
  uint64_t pages;       /* of the host, one after the other */
  uint32_t keys[PAGES]; /* of each */
  uint32_t frame_key;
  uint32_t window;
  uint32_t packets; /* wanted */
  uint32_t sender;  /* activation id */
  uint32_t received, sent;
};

//--- device.c
#include "sample_queue_access.h"
#include "usage.h"

enum { PAGE = 4096, SIZE = 60, NUMBER = 14 };

/* The sequence number of a packet, to the page whose turn it is. */
static void note(struct queue_usage *usage, uint32_t number, uint32_t value) {
  uint32_t which = number % PAGES;
  volatile uint64_t *words =
      sample_window(FLEXIO_DEV_WINDOW_ENTITY_0, usage->window,
                    usage->keys[which], usage->pages + which * PAGE);

  if (!words)
    return;
  words[1] += value;
  words[0]++; // the host waits for it and then reads the sum
  __dpa_thread_window_writeback();
}

static void take_completions(struct queue_usage *usage) {
  struct flexio_dev_cqe64 *completion;

  while ((completion = sample_next_completion(&usage->completions))) {
    uint8_t *packet = sample_packet(&usage->receive, completion);

    if (flexio_dev_cqe_get_opcode(completion) != SAMPLE_RECEIVED) {
      sample_report("Packet", completion);
      continue;
    }
    note(usage, usage->received,
         packet[NUMBER] | (uint32_t)packet[NUMBER + 1] << 8);
    sample_receive_again(&usage->receive);
    usage->received++;
  }
  sample_return(&usage->completions);
}

/* Changes the only buffer after each doorbell. */
static void send_one(struct queue_usage *usage) {
  uint8_t *frame = (uint8_t *)usage->frame;
  struct sample_sq_ring *queue = &usage->send;
  union flexio_dev_sqe_seg *segments =
      (union flexio_dev_sqe_seg *)queue->entries +
      ((size_t)(queue->index & ((1u << queue->log_depth) - 1))
       << LOG_SQE_NUM_SEGS);

  for (int i = NUMBER; i < SIZE; i++)
    frame[i] = (uint8_t)(i % 2 ? usage->sent >> 8 : usage->sent);
  frame[0] = 2;
  frame[12] = 0x88;
  frame[13] = 0xb5;
  flexio_dev_swqe_seg_ctrl_set(&segments[0], queue->index, queue->number,
                               MLX5_CTRL_SEG_CE_CQE_ON_CQE_ERROR,
                               FLEXIO_CTRL_SEG_SEND_EN);
  flexio_dev_swqe_seg_eth_set(&segments[1], 0, 0, 0, NULL);
  flexio_dev_swqe_seg_mem_ptr_data_set(&segments[2], SIZE, usage->frame_key,
                                       usage->frame);
  queue->index++;
  usage->sent++;
  sample_send_all(queue);
  for (int i = NUMBER; i < SIZE; i++)
    frame[i] = CHANGED;
  __dpa_thread_memory_writeback();
}

/* Each completion starts it; the first time, the host does. */
__dpa_global__ void handle(uint64_t argument) {
  struct queue_usage *usage = (struct queue_usage *)argument;

  take_completions(usage);
  if (usage->received == usage->sent)
    for (int i = 0; i < BURST && usage->sent < usage->packets; i++)
      send_one(usage);
  sample_arm(&usage->completions);
  flexio_dev_thread_reschedule();
}

/* All entries have the buffer of the first one from now on. */
__dpa_rpc__ uint64_t overlap(uint64_t argument) {
  const struct queue_usage *usage = (const struct queue_usage *)argument;
  uint64_t *words = (uint64_t *)usage->receive.entries;

  for (uint32_t i = 0; i < 1u << usage->receive.log_depth; i++)
    words[2 * i + 1] = words[1];
  __dpa_thread_memory_writeback();
  return 0;
}

__dpa_rpc__ uint64_t begin(uint64_t argument, uint64_t packets) {
  struct queue_usage *usage = (struct queue_usage *)argument;

  usage->packets += (uint32_t)packets;
  __dpa_thread_memory_writeback();
  flexio_dev_event_handler_activate(usage->sender);
  return 0;
}

//--- host.c
#include "expect.h"
#include "sample_queues.h"
#include "sample_steering.h"
#include "usage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern struct flexio_app *test_app;
flexio_func_t handle, overlap, begin;

enum { PACKETS = 1000, PAGE = 4096 };

static struct sample sample = {.name = "usage"};
static struct sample_window pages;
static struct ibv_mr *regions[PAGES];
static struct queue_usage usage;
static flexio_uintptr_t device_usage;

static void open_queues(void) {
  static struct sample_buffers buffers;
  static struct sample_cq cq;
  static struct sample_rq rq;
  static struct sample_sq sq;
  static struct sample_table table;
  static struct sample_rule rule;
  struct flexio_event_handler_attr attributes = {.host_stub_func = handle};
  struct flexio_event_handler *handler;
  struct mlx5dv_dr_domain *domain;

  EXPECT_SUCCESS(
      flexio_event_handler_create(sample.process, &attributes, &handler));
  EXPECT(sample_open_buffers(&sample, (1 << LOG_DEPTH) + 1, &buffers));
  EXPECT(sample_open_cq(&sample, flexio_event_handler_get_thread(handler),
                        LOG_DEPTH, &cq));
  EXPECT(sample_open_rq(&sample, &cq, &buffers, 1, LOG_DEPTH, &rq));
  EXPECT(sample_open_sq(&sample, &cq, 4, &sq));
  EXPECT(sample_open_domain(&sample, MLX5DV_DR_DOMAIN_TYPE_NIC_RX, &domain));
  EXPECT(sample_open_table(&sample, domain, 0, NULL, &table));
  EXPECT(sample_open_rule(
      &sample, &table, NULL,
      mlx5dv_dr_action_create_dest_devx_tir(flexio_rq_get_tir(rq.queue)),
      &rule));
  EXPECT(sample_post_all(&sample, &rq));
  usage.completions = cq.ring;
  usage.receive = rq.ring;
  usage.send = sq.ring;
  usage.frame = buffers.address;
  usage.frame_key = buffers.key;
  usage.sender = flexio_event_handler_get_obj_id(handler);
  EXPECT_SUCCESS(flexio_copy_from_host(sample.process, &usage, sizeof usage,
                                       &device_usage));
  EXPECT_SUCCESS(flexio_event_handler_run(handler, device_usage));
}

static void open_pages(void) {
  EXPECT(sample_open_window(&sample, PAGES * PAGE, &pages));
  usage.window = flexio_window_get_id(pages.window);
  usage.pages = (uintptr_t)pages.memory;
  for (int i = 0; i < PAGES; i++) {
    regions[i] = ibv_reg_mr(flexio_process_get_pd(sample.process),
                            (char *)pages.memory + i * PAGE, PAGE,
                            IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
                                IBV_ACCESS_REMOTE_READ);
    EXPECT(regions[i]);
    usage.keys[i] = regions[i]->lkey;
  }
}

static uint64_t sum_of(int word) {
  uint64_t sum = 0;

  for (int i = 0; i < PAGES; i++)
    sum += ((const volatile uint64_t *)pages.memory)[i * PAGE / 8 + word];
  return sum;
}

static void wait_for(uint64_t packets) {
  while (sum_of(0) < packets)
    usleep(1000);
}

static void huge_buffer(void) {
  const size_t size = (size_t)200 << 20;
  flexio_uintptr_t address;
  uint64_t last = 0;
  struct flexio_mem place = {FLEXIO_MEMTYPE_HOST, {(uintptr_t)&last}};
  struct flexio_mem from = {FLEXIO_MEMTYPE_DPA, {0}};

  EXPECT_SUCCESS(flexio_buf_dev_alloc(sample.process, size, &address));
  EXPECT_SUCCESS(flexio_buf_dev_memset(sample.process, 0x5a, size, address));
  from.daddr = address + size - sizeof last;
  EXPECT_SUCCESS(flexio_memcpy(sample.process, &from, &place, sizeof last));
  printf("200 MiB end with %llx\n", (unsigned long long)last);
  EXPECT_SUCCESS(flexio_buf_dev_free(sample.process, address));
}

int main(void) {
  uint64_t result, sum;

  EXPECT(sample_start(&sample, "mlx5_0", test_app));
  huge_buffer();
  // CHECK: 200 MiB end with 5a5a5a5a5a5a5a5a
  open_pages();
  open_queues();
  EXPECT_SUCCESS(flexio_process_call(sample.process, begin, &result,
                                     device_usage, (uint64_t)PACKETS));
  wait_for(PACKETS);
  sum = sum_of(1);
  printf("numbers: %llu, each page %d\n", (unsigned long long)sum,
         ((const uint64_t *)pages.memory)[0] == PACKETS / PAGES);
  // CHECK: numbers: 499500, each page 1
  EXPECT_SUCCESS(
      flexio_process_call(sample.process, overlap, &result, device_usage));
  EXPECT_SUCCESS(flexio_process_call(sample.process, begin, &result,
                                     device_usage, (uint64_t)PACKETS));
  wait_for(2 * PACKETS);
  /* A buffer has the number of this packet or of a later one of the burst. */
  sum = sum_of(1) - sum;
  printf("overlapping: %d\n", sum >= 1499500 && sum <= 1499500 + 1000 * BURST);
  // CHECK: overlapping: 1
  EXPECT_SUCCESS(flexio_process_destroy(sample.process));
  puts("done");
  // CHECK: done
  return 0;
}
