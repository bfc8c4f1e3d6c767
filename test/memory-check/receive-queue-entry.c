// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PROVES: R-INT-22, R-INT-11
// The guide's example: a thread writes an entry of a receive queue, orders it before the doorbell
// record, writes that and writes it back. Each of the two fences is reported if it is missing. Then
// a frame arrives, which is lost if the network card cannot see the record.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g"
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run --check=memory,strict -- %t/host as-printed 2>&1 | FileCheck --check-prefix=SILENT %s
// RUN: dpa-run --check=memory --seed=1 -- %t/host as-printed 2>&1 | FileCheck --check-prefix=SILENT %s
// SILENT-NOT: flexio
// SILENT: frames received
// SILENT-NOT: flexio
//
// RUN: dpa-run --check=memory -- %t/host no-fence > %t/log 2>&1
// RUN: FileCheck --check-prefix=ORDER --implicit-check-not=flexio: %s < %t/log
// RUN: dpa-run --check=memory,strict --seed=1 -- %t/host no-fence > %t/log 2>&1
// RUN: FileCheck --check-prefix=ORDER --implicit-check-not=flexio: %s < %t/log
// ORDER: flexio: error: memory check: process 'test_app' on 'mlx5_0': doorbell record written at 0x{{[0-9a-f]+}} (post+0x{{[0-9a-f]+}}, device.c:24) on EU {{[0-9]+}}: 0x{{[0-9a-f]+}}, written at 0x{{[0-9a-f]+}} (post+0x{{[0-9a-f]+}}, device.c:16) on EU {{[0-9]+}}, is a receive queue entry that need not be visible before the record; between the two __dpa_thread_memory_fence(__DPA_W, __DPA_W) is missing
// ORDER-NEXT: frames received
//
// RUN: dpa-run --check=memory -- %t/host no-write-back > %t/log 2>&1
// RUN: FileCheck --check-prefix=RECORD %s < %t/log
// RUN: dpa-run --check=memory,strict -- %t/host no-write-back > %t/log 2>&1
// RUN: FileCheck --check-prefix=RECORD %s < %t/log
// RECORD: memory check: process 'test_app' on 'mlx5_0': activation ended at {{.*}}, written at 0x{{[0-9a-f]+}} (post+{{.*}}, device.c:24) on EU {{[0-9]+}}, never written back to where the network card reads it; between the two __dpa_thread_memory_writeback() is missing
// RECORD-NOT: memory check
// RECORD: receive queue 0x{{[0-9a-f]+}} has no posted entry: frame dropped
// RECORD-NOT: memory check
// RECORD: frames lost
//
// A release store orders, too.
// RUN: dpa-run --check=memory,strict -- %t/host release 2>&1 | FileCheck --check-prefix=SILENT %s
//
// A buffer that is written after it was posted.
// RUN: dpa-run --check=memory,strict -- %t/host late-buffer > %t/log 2>&1
// RUN: FileCheck --check-prefix=BUFFER --implicit-check-not=flexio: %s < %t/log
// BUFFER: flexio: error: memory check: process 'test_app' on 'mlx5_0': network card wrote data of a queue entry: {{.*}} (post+0x{{[0-9a-f]+}}, device.c:28) on EU {{[0-9]+}}, was not written back and may overwrite what the card wrote; after the write __dpa_thread_memory_writeback() is missing
// BUFFER-NEXT: frames received
//
// An entry that is written after it was posted.
// RUN: dpa-run --check=memory,strict -- %t/host late-entry > %t/log 2>&1
// RUN: FileCheck --check-prefix=ENTRY --implicit-check-not=flexio: %s < %t/log
// ENTRY: flexio: error: memory check: process 'test_app' on 'mlx5_0': network card read a receive queue entry: {{.*}} (post+0x{{[0-9a-f]+}}, device.c:30) on EU {{[0-9]+}}, was not written back; after the write __dpa_thread_memory_writeback() is missing
// ENTRY-NEXT: frames received

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>
#include <stdint.h>

#include "ways.h"

static uint32_t swapped(uint64_t word) {
  return __builtin_bswap32((uint32_t)word);
}

__dpa_rpc__ uint64_t post(uint64_t entries, uint64_t record, uint32_t index,
                          uint32_t key, uint64_t buffer, uint32_t way) {
  volatile uint32_t *entry = (volatile uint32_t *)(entries + index * 16);

  entry[0] = swapped(2048);
  entry[1] = swapped(key);
  entry[2] = swapped(buffer >> 32);
  entry[3] = swapped(buffer);
  if (way == RELEASE)
    __atomic_thread_fence(__ATOMIC_RELEASE);
  else if (way != NO_FENCE)
    __dpa_thread_memory_fence(__DPA_W, __DPA_W);
  *(volatile uint32_t *)record = swapped(index + 1);
  if (way != NO_WRITE_BACK)
    __dpa_thread_memory_writeback();
  if (way == LATE_BUFFER)
    *(volatile uint64_t *)buffer = 0;
  if (way == LATE_ENTRY)
    entry[0] = swapped(2048);
  return 0;
}

__dpa_rpc__ uint64_t ring(uint64_t number, uint64_t index) {
  flexio_dev_qp_sq_ring_db((uint16_t)index, (uint32_t)number);
  return 0;
}

//--- ways.h
enum {
  AS_PRINTED,
  NO_FENCE,
  NO_WRITE_BACK,
  RELEASE,
  LATE_BUFFER,
  LATE_ENTRY,
  WAYS,
};

//--- host.c
#include "frames.h"

#include "ways.h"

flexio_func_t post, ring;

enum { FRAME = 64 };

static const char *const names[WAYS] = {"as-printed",    "no-fence",
                                        "no-write-back", "release",
                                        "late-buffer",   "late-entry"};
static struct flexio_process *process;
static struct flexio_wq_attr to_send, to_receive;

static void call_post(uint32_t index, uint32_t key, uint64_t buffer,
                      uint32_t way) {
  uint64_t result = 1;

  EXPECT_SUCCESS(flexio_process_call(
      process, post, &result, to_receive.wq_ring_qmem.daddr,
      to_receive.wq_dbr_qmem.daddr, index, key, buffer, way));
}

/* The host writes the entry, which the network card sees at once. */
static void send_from_host(uint32_t number, uint32_t index, uint32_t key,
                           uint64_t frame) {
  struct {
    struct mlx5_wqe_ctrl_seg control;
    uint8_t ethernet[16];
    struct mlx5_wqe_data_seg data;
  } entry = {0};
  uint64_t result = 1;

  mlx5dv_set_ctrl_seg(&entry.control, (uint16_t)index, MLX5_OPCODE_SEND, 0,
                      number, MLX5_WQE_CTRL_CQ_UPDATE, 3, 0, 0);
  mlx5dv_set_data_seg(&entry.data, FRAME, key, frame);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(
      process, &entry, sizeof entry, to_send.wq_ring_qmem.daddr + index * 64));
  EXPECT_SUCCESS(flexio_process_call(process, ring, &result, (uint64_t)number,
                                     (uint64_t)index + 1));
}

int main(int count, char **arguments) {
  struct ibv_context *context = open_device();
  struct queue sent, received;
  struct flexio_sq *sq = NULL;
  struct flexio_rq *rq = NULL;
  uint64_t frame, buffers;
  uint32_t way = 0;

  EXPECT(count == 2);
  while (way < WAYS && strcmp(arguments[1], names[way]) != 0)
    way++;
  EXPECT(way < WAYS);
  process = create_process(context);
  sent = create_silent_cq(process);
  received = create_silent_cq(process);
  to_send = work_queue_attributes(process, false);
  to_receive = work_queue_attributes(process, true);
  EXPECT_SUCCESS(
      flexio_sq_create(process, context, sent.number, &to_send, &sq));
  EXPECT_SUCCESS(
      flexio_rq_create(process, context, received.number, &to_receive, &rq));
  direct_all_to(context, flexio_rq_get_tir(rq));
  frame = create_zeroed(process, FRAME);
  buffers = create_zeroed(process, 4 * FRAME_BUFFER_SIZE);
  uint32_t frame_key = create_key(process, frame, FRAME);
  uint32_t buffer_key = create_key(process, buffers, 4 * FRAME_BUFFER_SIZE);

  for (uint32_t i = 0; i < 3; i++) {
    call_post(i, buffer_key, buffers + i * FRAME_BUFFER_SIZE, way);
    send_from_host(flexio_sq_get_wq_num(sq), i, frame_key, frame);
    completion_at(process, sent, i);
    if (way != NO_WRITE_BACK)
      completion_at(process, received, i);
  }
  puts(way == NO_WRITE_BACK ? "frames lost" : "frames received");
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
