// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PROVES: R-MEM-05
// What the network card reads must be initialized and in use, and what it writes in use: the data of a send entry, the entry
// itself, and the buffer of a receive entry. Correct entries, whose unused segments are not initialized, are not reported.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 %src/test/host/Inputs/send-device.c -o app.a -app-name=test_app -devicecc-options="-g -O1"
// RUN: %hostcc_flexio -g -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run --check=heap -- %t/host > %t/log 2>&1
// RUN: FileCheck %s < %t/log
//
// CHECK-NOT: heap check
// CHECK: correct
// CHECK-NEXT: data that is partly undefined
// CHECK-NEXT: heap check: process 'test_app' on 'mlx5_0': uninitialized byte 64 of 100 bytes of data at [[FRAME:0x[0-9a-f]+]] that is read by the network card: it was created in buffer [[#]], 100 bytes at [[FRAME]], allocated at host.c:[[#]]
// CHECK-NEXT: again, which is not reported twice
// CHECK-NEXT: freed data
// CHECK-NEXT: invalid read of 100 bytes of data at [[FRAME]] by the network card: [[FRAME]] is 0 bytes inside freed buffer [[#]], 100 bytes at [[FRAME]], allocated at host.c:[[#]], freed at host.c:[[#]]
// CHECK-NEXT: freed receive buffer
// CHECK-NEXT: invalid write of 100 bytes of data at {{.*}} by the network card: {{.*}} inside freed buffer
// CHECK-NEXT: entry that was not written
// CHECK-NEXT: uninitialized byte 0 of 16 bytes of a send queue entry at 0x{{[0-9a-f]+}} that is read by the network card: it was created in buffer
// CHECK: end

//--- host.c
#include "frames.h"

enum { SIZE = 100, POSTED = 8 };

static struct flexio_process *process;
static struct queue sent, received;
static struct flexio_wq_attr attributes;
static uint32_t sq, posted;

static flexio_uintptr_t allocate(size_t size) {
  flexio_uintptr_t address = 0;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, size, &address));
  return address;
}

static void send_buffer(const char *name, flexio_uintptr_t frame,
                        uint32_t key) {
  uint64_t error = 1;

  fprintf(stderr, "%s\n", name);
  EXPECT_SUCCESS(flexio_process_call(process, send_frame, &error,
                                     attributes.wq_ring_qmem.daddr, posted, sq,
                                     key, frame, (uint32_t)SIZE));
  EXPECT(error == 0);
  completion_at(process, sent, posted);
  completion_at(process, received, posted++);
}

/* The ring is not initialized: the device writes three of four segments of each entry. */
static uint32_t create_send_queue(struct flexio_sq **created) {
  attributes = work_queue_attributes(process, false);
  attributes.wq_ring_qmem.daddr = allocate(1024);
  EXPECT_SUCCESS(
      flexio_sq_create(process, NULL, sent.number, &attributes, created));
  return flexio_sq_get_wq_num(*created);
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_rq *rq = NULL;
  struct flexio_sq *first = NULL;
  uint8_t bytes[SIZE] = {[12] = 0x88, [13] = 0xb5};

  process = create_process(context);
  sent = create_silent_cq(process);
  received = create_silent_cq(process);
  sq = create_send_queue(&first);

  struct flexio_wq_attr receive = work_queue_attributes(process, true);
  EXPECT_SUCCESS(
      flexio_rq_create(process, NULL, received.number, &receive, &rq));
  direct_all_to(context, flexio_rq_get_tir(rq));
  flexio_uintptr_t buffers = post_buffers(process, &receive, POSTED);

  flexio_uintptr_t frame = allocate(SIZE);
  uint32_t key = create_key(process, frame, SIZE);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, bytes, SIZE, frame));
  send_buffer("correct", frame, key);

  frame = allocate(SIZE);
  key = create_key(process, frame, SIZE);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, bytes, 64, frame));
  send_buffer("data that is partly undefined", frame, key);
  send_buffer("again, which is not reported twice", frame, key);
  EXPECT_SUCCESS(flexio_buf_dev_free(process, frame));
  send_buffer("freed data", frame, key);

  frame = allocate(SIZE);
  key = create_key(process, frame, SIZE);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, bytes, SIZE, frame));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, buffers));
  send_buffer("freed receive buffer", frame, key);

  /* The doorbell announces an entry beyond the one that was written. */
  fprintf(stderr, "entry that was not written\n");
  uint64_t error = 1;
  EXPECT_SUCCESS(flexio_process_call(process, send_frame, &error,
                                     attributes.wq_ring_qmem.daddr + 64, posted,
                                     sq, key, frame, (uint32_t)SIZE));
  completion_at(process, sent, posted);
  fprintf(stderr, "end\n");
  return 0;
}
