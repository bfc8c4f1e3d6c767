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

/* A process with its protection domain, and the host memory of its buffers. */
struct test {
  struct flexio_process *process;
  struct ibv_pd *pd;
  struct ibv_mr *one, *three;     /* one block, three blocks */
  struct ibv_mr *constant, *lost; /* not writable; freed before its buffer */
  flexio_uintptr_t small, large;
};

static struct test set_up(void) {
  struct ibv_context *context = open_device();
  struct test test = {.process = create_process(context),
                      .pd = ibv_alloc_pd(context)};

  test.one = register_memory(test.pd, BLOCK, IBV_ACCESS_LOCAL_WRITE);
  test.three = register_memory(test.pd, 3 * BLOCK, IBV_ACCESS_LOCAL_WRITE);
  test.constant = register_memory(test.pd, BLOCK, 0);
  test.lost = register_memory(test.pd, BLOCK, IBV_ACCESS_LOCAL_WRITE);
  return test;
}

static void expect_allocated(struct flexio_process *process, uint64_t bytes) {
  struct flexio_heap_mem_info info;

  EXPECT_SUCCESS(flexio_process_mem_info_get(process, &info));
  EXPECT(info.allocated == bytes);
}

static void allocate_buffers(struct test *test) {
  flexio_uintptr_t other;

  EXPECT_SUCCESS(flexio_recoverable_buf_dev_alloc(
      test->process, 100, test->one->lkey, &test->small));
  EXPECT_SUCCESS(flexio_recoverable_buf_dev_alloc(
      test->process, 2 * BLOCK + 1, test->three->lkey, &test->large));
  EXPECT_SUCCESS(flexio_recoverable_buf_dev_alloc(test->process, BLOCK,
                                                  test->lost->lkey, &other));
  EXPECT(test->small % BLOCK == 0 && test->large % BLOCK == 0);
  expect_allocated(test->process, 5 * BLOCK);
}

/* A failed allocation sets the address to 0. */
static void expect_rejected(struct flexio_process *process, size_t size,
                            uint32_t key) {
  flexio_uintptr_t address = 1;

  EXPECT_FAILED(flexio_recoverable_buf_dev_alloc(process, size, key, &address));
  EXPECT(address == 0);
}

static void reject_bad_sizes_and_keys(const struct test *test) {
  struct flexio_process *process = test->process;
  uint32_t key = test->one->lkey;

  // CHECK: flexio_recoverable_buf_dev_alloc: process 'test_app' on 'mlx5_0', mkey 0x{{[0-9a-f]+}}: its memory has 4096 bytes, expected 8192 (the buffer's size, rounded up to blocks of 4096)
  expect_rejected(process, BLOCK + 1, key);
  // CHECK: its memory has 12288 bytes, expected 4096
  expect_rejected(process, BLOCK, test->three->lkey);
  // CHECK: its memory may not be written
  expect_rejected(process, 1, test->constant->lkey);
  // CHECK: mkey 0xabc: is not a key of host memory
  expect_rejected(process, 1, 0xabc);
  expect_rejected(process, 0, key);
  expect_rejected(process, SIZE_MAX, key);
  EXPECT_FAILED(flexio_recoverable_buf_dev_alloc(process, 1, key, NULL));
  expect_allocated(process, 5 * BLOCK);
}

static void recover_when_freed(const struct test *test) {
  device_fill(test->process, test->small, BLOCK, 1000);
  EXPECT(*(uint64_t *)test->one->addr == 0);
  EXPECT_SUCCESS(flexio_buf_dev_free(test->process, test->small));
  expect_content(test->one, 1000);
  EXPECT_FAILED(flexio_buf_dev_free(test->process, test->small));
}

static void recover_after_crash(const struct test *test) {
  device_fill(test->process, test->large, 3 * BLOCK, 2000);
  EXPECT(*(uint64_t *)test->three->addr == 0);
  free_memory(test->lost);
  EXPECT(flexio_process_call(test->process, crash, NULL) ==
         FLEXIO_STATUS_FATAL_ERR);
  // CHECK: the recoverable buffer at device address 0x{{[0-9a-f]+}} is lost: the memory behind mkey 0x{{[0-9a-f]+}} is not registered or not writable any more
  EXPECT_SUCCESS(flexio_process_destroy(test->process));
  expect_content(test->three, 2000);
}

int main(void) {
  struct test test = set_up();

  allocate_buffers(&test);
  reject_bad_sizes_and_keys(&test);
  recover_when_freed(&test);
  recover_after_crash(&test);
  free_memory(test.one);
  free_memory(test.three);
  free_memory(test.constant);
  EXPECT(ibv_dealloc_pd(test.pd) == 0);
  fprintf(stderr, "done\n");
  // CHECK: done
  return 0;
}
