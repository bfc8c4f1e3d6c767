// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heap buffers: the device reads what the host writes and the reverse, up to large sizes; the
// heap's figures follow.
// PROVES: R-PROC-07 R-HEAP-01 R-HEAP-03 R-HEAP-04
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

static uint64_t table[4] = {1, 2, 3, 4};

__dpa_rpc__ uint64_t address_of_table(void) { return (uint64_t)table; }

__dpa_rpc__ uint64_t sum_bytes(uint64_t address, uint64_t size) {
  const uint8_t *bytes = (const uint8_t *)address;
  uint64_t sum = 0;

  for (uint64_t i = 0; i < size; i++)
    sum += bytes[i];
  return sum;
}

__dpa_rpc__ uint64_t invert(uint64_t address, uint64_t size) {
  uint8_t *bytes = (uint8_t *)address;

  for (uint64_t i = 0; i < size; i++)
    bytes[i] = (uint8_t)~bytes[i];
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t address_of_table, sum_bytes, invert;

static uint64_t sum_on_device(struct flexio_process *process, uint64_t address,
                              uint64_t size) {
  uint64_t sum = 0;

  EXPECT_SUCCESS(flexio_process_call(process, sum_bytes, &sum, address, size));
  return sum;
}

static void read_back(struct flexio_process *process, uint64_t address,
                      void *to, size_t size) {
  struct flexio_mem from = {.mem_type = FLEXIO_MEMTYPE_DPA, {.daddr = address}};
  struct flexio_mem target = {.mem_type = FLEXIO_MEMTYPE_HOST, {.daddr = 0}};

  target.haddr = (uintptr_t)to;
  EXPECT_SUCCESS(flexio_memcpy(process, &from, &target, size));
}

static void check_size(struct flexio_process *process, size_t size) {
  uint8_t *bytes = malloc(size);
  uint8_t *copy = malloc(size);
  flexio_uintptr_t address = 1;
  uint64_t sum = 0;

  EXPECT(bytes && copy);
  for (size_t i = 0; i < size; i++)
    sum += bytes[i] = (uint8_t)(i * 7 + size);
  EXPECT_SUCCESS(flexio_copy_from_host(process, bytes, size, &address));
  EXPECT(address % 64 == 0 && sum_on_device(process, address, size) == sum);
  EXPECT_SUCCESS(
      flexio_process_call(process, invert, NULL, address, (uint64_t)size));
  read_back(process, address, copy, size);
  for (size_t i = 0; i < size; i++)
    EXPECT((copy[i] ^ bytes[i]) == 0xff);
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 3, size, address));
  EXPECT(sum_on_device(process, address, size) == 3 * size);
  EXPECT_SUCCESS(flexio_buf_dev_free(process, address));
  free(bytes);
  free(copy);
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_heap_mem_info before, info;
  flexio_uintptr_t large;
  uint64_t address, values[4] = {10, 20, 30, 40};

  EXPECT_SUCCESS(flexio_process_mem_info_get(process, &before));
  EXPECT(before.base_addr != 0 && before.requested == 0 &&
         before.allocated == 0);
  EXPECT(before.size >= (size_t)256 << 20);
  check_size(process, 1);
  check_size(process, 4096);
  check_size(process, 100001);
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, (size_t)256 << 20, &large));
  EXPECT_SUCCESS(flexio_process_mem_info_get(process, &info));
  EXPECT(info.requested == (size_t)256 << 20 &&
         info.allocated >= info.requested);
  EXPECT_SUCCESS(flexio_buf_dev_free(process, large));
  EXPECT_SUCCESS(flexio_process_mem_info_get(process, &info));
  EXPECT(info.requested == 0 && info.allocated == 0 &&
         info.size == before.size);

  EXPECT_SUCCESS(flexio_process_call(process, address_of_table, &address));
  EXPECT_SUCCESS(
      flexio_host2dev_memcpy(process, values, sizeof values, address));
  EXPECT(sum_on_device(process, address, sizeof values) == 100);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
