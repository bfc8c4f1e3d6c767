// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The content of a recoverable buffer is copied to the host memory of its key when the buffer is
// freed and when its process is destroyed, also one that has crashed; sizes that do not match and
// bad keys are rejected.
// PROVES: R-HEAP-05 R-HEAP-06
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t fill(uint64_t address, uint64_t count, uint64_t value) {
  for (uint64_t i = 0; i < count; i++)
    ((uint64_t *)address)[i] = value + i;
  return 0;
}

__dpa_rpc__ uint64_t crash(void) { return *(volatile uint64_t *)8; }

//--- host.c
#include "registered-memory.h"

flexio_func_t fill, crash;

enum { BLOCK = 4096 };

static void device_fill(struct flexio_process *process,
                        flexio_uintptr_t address, uint64_t bytes,
                        uint64_t value) {
  EXPECT_SUCCESS(
      flexio_process_call(process, fill, NULL, address, bytes / 8, value));
}

static void expect_content(const struct ibv_mr *memory, uint64_t value) {
  const uint64_t *words = memory->addr;

  for (size_t i = 0; i < memory->length / 8; i++)
    EXPECT(words[i] == value + i);
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  struct ibv_pd *pd = ibv_alloc_pd(context);
  struct ibv_mr *one = register_memory(pd, BLOCK, IBV_ACCESS_LOCAL_WRITE);
  struct ibv_mr *three = register_memory(pd, 3 * BLOCK, IBV_ACCESS_LOCAL_WRITE);
  struct ibv_mr *constant = register_memory(pd, BLOCK, 0);
  struct ibv_mr *lost = register_memory(pd, BLOCK, IBV_ACCESS_LOCAL_WRITE);
  flexio_uintptr_t small, large, other, plain;
  struct flexio_heap_mem_info info;

  EXPECT_SUCCESS(
      flexio_recoverable_buf_dev_alloc(process, 100, one->lkey, &small));
  EXPECT_SUCCESS(flexio_recoverable_buf_dev_alloc(process, 2 * BLOCK + 1,
                                                  three->lkey, &large));
  EXPECT_SUCCESS(
      flexio_recoverable_buf_dev_alloc(process, BLOCK, lost->lkey, &other));
  EXPECT(small % BLOCK == 0 && large % BLOCK == 0);
  EXPECT_SUCCESS(flexio_process_mem_info_get(process, &info));
  EXPECT(info.allocated == 5 * BLOCK);

  plain = 1;
  EXPECT_FAILED(
      flexio_recoverable_buf_dev_alloc(process, BLOCK + 1, one->lkey, &plain));
  EXPECT(plain == 0);
  // CHECK: flexio_recoverable_buf_dev_alloc: process 'test_app' on 'mlx5_0', mkey 0x{{[0-9a-f]+}}: its memory has 4096 bytes, expected 8192 (the buffer's size, rounded up to blocks of 4096)
  plain = 1;
  EXPECT_FAILED(
      flexio_recoverable_buf_dev_alloc(process, BLOCK, three->lkey, &plain));
  EXPECT(plain == 0);
  // CHECK: its memory has 12288 bytes, expected 4096
  EXPECT_FAILED(
      flexio_recoverable_buf_dev_alloc(process, 1, constant->lkey, &plain));
  // CHECK: its memory may not be written
  EXPECT_FAILED(flexio_recoverable_buf_dev_alloc(process, 1, 0xabc, &plain));
  // CHECK: mkey 0xabc: is not a key of host memory
  EXPECT_FAILED(
      flexio_recoverable_buf_dev_alloc(process, 0, one->lkey, &plain));
  EXPECT_FAILED(
      flexio_recoverable_buf_dev_alloc(process, SIZE_MAX, one->lkey, &plain));
  EXPECT_FAILED(flexio_recoverable_buf_dev_alloc(process, 1, one->lkey, NULL));
  EXPECT_SUCCESS(flexio_process_mem_info_get(process, &info));
  EXPECT(info.allocated == 5 * BLOCK);

  device_fill(process, small, BLOCK, 1000);
  EXPECT(*(uint64_t *)one->addr == 0);
  EXPECT_SUCCESS(flexio_buf_dev_free(process, small));
  expect_content(one, 1000);
  EXPECT_FAILED(flexio_buf_dev_free(process, small));

  device_fill(process, large, 3 * BLOCK, 2000);
  EXPECT(*(uint64_t *)three->addr == 0);
  free_memory(lost);
  EXPECT(flexio_process_call(process, crash, NULL) == FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  // CHECK: the recoverable buffer at device address 0x{{[0-9a-f]+}} is lost: the memory behind mkey 0x{{[0-9a-f]+}} is not registered or not mapped any more
  expect_content(three, 2000);

  free_memory(one);
  free_memory(three);
  free_memory(constant);
  EXPECT(ibv_dealloc_pd(pd) == 0);
  fprintf(stderr, "done\n");
  // CHECK: done
  return 0;
}
