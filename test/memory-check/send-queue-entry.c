// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PROVES: R-INT-20, R-INT-21, R-INT-11
// The guide's example: a thread writes an entry of a send queue, and here the frame too, writes both
// back and rings the doorbell. What is not written back is reported when the network card reads it,
// with the line of the store and what the card reads it as.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g"
// RUN: %hostcc_flexio -I%src/test/host/Inputs -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run --check=memory,strict -- %t/host as-printed 2>&1 | FileCheck --check-prefix=SILENT %s
// RUN: dpa-run --check=memory --seed=1 -- %t/host as-printed 2>&1 | FileCheck --check-prefix=SILENT %s
// SILENT-NOT: flexio
// SILENT: frame sent
// SILENT-NOT: flexio
//
// Without the write-back: each store once, however often the function is called.
// RUN: dpa-run --check=memory -- %t/host without > %t/log 2>&1
// RUN: FileCheck --check-prefix=ENTRY --implicit-check-not=flexio: %s < %t/log
// ENTRY: flexio: error: memory check: process 'test_app' on 'mlx5_0': network card read a send queue entry: 0x{{[0-9a-f]+}}, written at 0x{{[0-9a-f]+}} (write_entry+0x{{[0-9a-f]+}}, device.c:19) on EU {{[0-9]+}}, was not written back; after the write __dpa_thread_memory_writeback() is missing
// ENTRY-NEXT: flexio: error: memory check: process 'test_app' on 'mlx5_0': network card read data of a queue entry: 0x{{[0-9a-f]+}}, written at 0x{{[0-9a-f]+}} (write_frame+0x{{[0-9a-f]+}}, device.c:14) on EU
// ENTRY-NEXT: frame sent
//
// With a seed the stores may also not be in memory yet: the card finds no valid entry there.
// RUN: dpa-run --check=memory --seed=1 -- %t/host without > %t/log 2>&1 || true
// RUN: FileCheck --check-prefix=SEED %s < %t/log
// SEED: network card read a send queue entry: {{.*}}device.c:{{19|2[0-9]}}) on EU
//
// A memory fence counts as a write-back, since programs rely on it, except with `strict`.
// RUN: dpa-run --check=memory -- %t/host fence 2>&1 | FileCheck --check-prefix=SILENT %s
// RUN: dpa-run --check=memory,strict -- %t/host fence > %t/log 2>&1
// RUN: FileCheck --check-prefix=ENTRY --implicit-check-not=flexio: %s < %t/log
//
// The frame alone.
// RUN: dpa-run --check=memory -- %t/host late-data > %t/log 2>&1
// RUN: FileCheck --check-prefix=DATA --implicit-check-not=flexio: %s < %t/log
// DATA: flexio: error: memory check: process 'test_app' on 'mlx5_0': network card read data of a queue entry: {{.*}} (write_back+0x{{[0-9a-f]+}}, device.c:37) on EU {{[0-9]+}}, was not written back; after the write __dpa_thread_memory_writeback() is missing
// DATA-NEXT: frame sent
//
// A frame in host memory, which a thread writes through a window.
// RUN: dpa-run --check=memory,strict -- %t/host window 2>&1 | FileCheck --check-prefix=SILENT %s
// RUN: dpa-run --check=memory -- %t/host window-without > %t/log 2>&1
// RUN: FileCheck --check-prefix=WINDOW --implicit-check-not=flexio: %s < %t/log
// WINDOW: flexio: error: memory check: process 'test_app' on 'mlx5_0': doorbell rung at {{.*}} written at 0x{{[0-9a-f]+}} (write_frame+0x{{[0-9a-f]+}}, device.c:14) on EU {{[0-9]+}}, is not in host memory yet; between the two __dpa_thread_window_writeback() is missing
// WINDOW: frame sent
//
// Unchecked runs report nothing.
// RUN: dpa-run -- %t/host without 2>&1 | FileCheck --check-prefix=SILENT %s

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>
#include <stdint.h>

#include "ways.h"

static uint32_t swapped(uint64_t word) {
  return __builtin_bswap32((uint32_t)word);
}

static void write_frame(volatile uint8_t *frame, uint8_t byte) {
  for (int i = 0; i < 64; i++)
    frame[i] = byte;
}

static void write_entry(volatile uint32_t *entry, uint32_t index,
                        uint32_t number, uint32_t key, uint64_t frame) {
  entry[0] = swapped(index << 8 | 0x0a);
  entry[1] = swapped(number << 8 | 3);
  entry[2] = swapped(8);
  entry[3] = 0;
  for (int i = 4; i < 8; i++)
    entry[i] = 0;
  entry[8] = swapped(64);
  entry[9] = swapped(key);
  entry[10] = swapped(frame >> 32);
  entry[11] = swapped(frame);
}

static void write_back(uint32_t way, volatile uint8_t *frame) {
  if (way == AS_PRINTED || way >= LATE_DATA)
    __dpa_thread_memory_writeback();
  if (way == FENCE)
    __dpa_thread_memory_fence(__DPA_W, __DPA_W);
  if (way == LATE_DATA)
    frame[12] = 0x88;
  if (way == WINDOW)
    __dpa_thread_window_writeback();
}

static volatile uint8_t *pointer_to(uint32_t way, uint64_t window, uint32_t key,
                                    uint64_t frame) {
  flexio_uintptr_t address = frame;

  if (way >= WINDOW) {
    flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window, key);
    flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, frame, &address);
  }
  return (volatile uint8_t *)address;
}

__dpa_rpc__ uint64_t send_frame(uint64_t entries, uint32_t index,
                                uint64_t numbers, uint32_t key, uint64_t frame,
                                uint32_t way) {
  uint32_t number = (uint32_t)numbers;
  volatile uint8_t *bytes = pointer_to(way, numbers >> 32, key, frame);

  write_frame(bytes, (uint8_t)index);
  write_entry((volatile uint32_t *)(entries + index * 64), index, number, key,
              frame);
  write_back(way, bytes);
  flexio_dev_qp_sq_ring_db((uint16_t)(index + 1), number);
  return 0;
}

//--- ways.h
enum {
  AS_PRINTED,
  WITHOUT,
  FENCE,
  LATE_DATA,
  WINDOW,
  WINDOW_WITHOUT,
  WAYS,
};

//--- host.c
#include "frames.h"
#include "window.h"

#include "ways.h"

static const char *const names[WAYS] = {
    "as-printed", "without", "fence", "late-data", "window", "window-without"};

int main(int count, char **arguments) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  struct queue done = create_silent_cq(process);
  struct flexio_wq_attr attributes = work_queue_attributes(process, false);
  struct shared_window shared = share_memory(process);
  uint64_t frame = create_zeroed(process, 64);
  uint32_t key = create_key(process, frame, 64);
  struct flexio_sq *sq = NULL;
  uint32_t way = 0;

  EXPECT(count == 2);
  while (way < WAYS && strcmp(arguments[1], names[way]) != 0)
    way++;
  EXPECT(way < WAYS);
  EXPECT_SUCCESS(
      flexio_sq_create(process, context, done.number, &attributes, &sq));
  if (way >= WINDOW) {
    frame = shared.address;
    key = (uint32_t)shared.key;
  }
  for (uint32_t i = 0; i < 3; i++) {
    uint64_t result = 1;
    struct mlx5_cqe64 entry;

    EXPECT_SUCCESS(flexio_process_call(
        process, send_frame, &result, attributes.wq_ring_qmem.daddr, i,
        (uint64_t)flexio_sq_get_wq_num(sq) | shared.id << 32, key, frame, way));
    entry = completion_at(process, done, i);
    EXPECT(mlx5dv_get_cqe_opcode(&entry) == MLX5_CQE_REQ);
  }
  EXPECT_SUCCESS(flexio_sq_destroy(sq));
  unshare_memory(&shared);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("frame sent");
  return 0;
}
