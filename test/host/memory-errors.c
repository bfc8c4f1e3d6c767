// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy that is too large, an address that is not a buffer's, a double free, a full heap: each
// returns a status and writes a line to the log.
// PROVES: R-HEAP-01 R-HEAP-02 R-HEAP-03
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --heap=1MiB -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t address_of_code(void) {
  return (uint64_t)&address_of_code;
}

//--- host.c
#include "host.h"

flexio_func_t address_of_code;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  static char bytes[2 << 20];
  flexio_uintptr_t buffer, other = 1;
  uint64_t code;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 4096, &buffer));
  // CHECK: flexio: error: flexio_host2dev_memcpy: process 'test_app' on 'mlx5_0': 4097 bytes at device address 0x8{{[0-9a-f]+}} are not inside one buffer of the heap
  EXPECT_FAILED(flexio_host2dev_memcpy(process, bytes, 4097, buffer));
  // CHECK-NEXT: flexio: error: flexio_buf_dev_memset: process 'test_app' on 'mlx5_0': 8 bytes at device address 0x8{{[0-9a-f]+}} are not inside one buffer of the heap
  EXPECT_FAILED(flexio_buf_dev_memset(process, 0, 8, buffer + 4096));
  // CHECK-NEXT: flexio: error: flexio_host2dev_memcpy: process 'test_app' on 'mlx5_0': 8 bytes at device address 0x10 are not all in the process's data
  EXPECT_FAILED(flexio_host2dev_memcpy(process, bytes, 8, 16));
  EXPECT_SUCCESS(flexio_process_call(process, address_of_code, &code));
  // CHECK-NEXT: flexio: error: flexio_host2dev_memcpy: process 'test_app' on 'mlx5_0': 8 bytes at device address 0x4{{[0-9a-f]+}} are not all in the process's data
  EXPECT_FAILED(flexio_host2dev_memcpy(process, bytes, 8, code));
  // CHECK-NEXT: flexio: error: flexio_copy_from_host: process 'test_app' on 'mlx5_0': the heap has no free block of 2097152 bytes
  EXPECT_FAILED(flexio_copy_from_host(process, bytes, sizeof bytes, &other));
  EXPECT(other == 0);
  other = 1;
  // CHECK-NEXT: flexio: error: flexio_buf_dev_alloc: process 'test_app' on 'mlx5_0': the heap has no free block of 2097152 bytes
  EXPECT_FAILED(flexio_buf_dev_alloc(process, sizeof bytes, &other));
  EXPECT(other == 0);
  // CHECK-NEXT: flexio: error: flexio_host2dev_memcpy: the host address is NULL, for 8 bytes
  EXPECT_FAILED(flexio_host2dev_memcpy(process, NULL, 8, buffer));
  // CHECK-NEXT: flexio: error: flexio_buf_dev_free: process 'test_app' on 'mlx5_0': device address 0x8{{[0-9a-f]+}} is not that of a buffer
  EXPECT_FAILED(flexio_buf_dev_free(process, buffer + 64));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, buffer));
  // CHECK-NEXT: is not that of a buffer
  EXPECT_FAILED(flexio_buf_dev_free(process, buffer));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, 0));
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  // CHECK-NEXT: done
  puts("done");
  return 0;
}
