// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heap has the size of the device's setting; a larger allocation is rejected, and earlier
// allocations stay.
// PROVES: R-MEM-18 R-MEM-06
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --heap=2MiB -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <stdint.h>

__dpa_rpc__ uint64_t set(uint64_t address, uint64_t value) {
  *(uint64_t *)address = value;
  return 0;
}

__dpa_rpc__ uint64_t get(uint64_t address) { return *(uint64_t *)address; }

//--- host.c
#include "host.h"

flexio_func_t set, get;

enum { BLOCK = 64 << 10, MOST = 64 };

int main(void) {
  struct flexio_process *process = create_process(open_device());
  flexio_uintptr_t blocks[MOST], none = 1;
  struct flexio_heap_mem_info info;
  uint64_t value = 0, count = 0;

  EXPECT_SUCCESS(flexio_process_mem_info_get(process, &info));
  EXPECT(info.size == 2 << 20);
  EXPECT_FAILED(flexio_buf_dev_alloc(process, (2 << 20) + 1, &none));
  EXPECT(none == 0);
  // CHECK: flexio_buf_dev_alloc: process 'test_app' on 'mlx5_0': the heap has no free block of 2097153 bytes
  while (count < MOST && flexio_buf_dev_alloc(process, BLOCK, &blocks[count]) ==
                             FLEXIO_STATUS_SUCCESS) {
    EXPECT_SUCCESS(
        flexio_process_call(process, set, NULL, blocks[count], count));
    count++;
  }
  // CHECK: the heap has no free block of 65536 bytes
  EXPECT(count >= 28 && count <= 32 && blocks[count] == 0);
  for (uint64_t i = 0; i < count; i++) {
    EXPECT_SUCCESS(flexio_process_call(process, get, &value, blocks[i]));
    EXPECT(value == i);
  }
  EXPECT_SUCCESS(flexio_buf_dev_free(process, blocks[3]));
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, BLOCK, &none));
  EXPECT(none == blocks[3]);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  fprintf(stderr, "done\n");
  // CHECK: done
  return 0;
}
