// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PROVES: R-HEAP-02
// Accesses to a freed buffer, and freeing it again, are reported with the places that have allocated
// and freed it, although other buffers were allocated meanwhile. Buffers that are not freed are
// reported when the process is destroyed, by the places that have allocated them.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -O1"
// RUN: %hostcc_flexio -g -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --check=heap -- %t/host > %t/log 2>&1
// RUN: FileCheck %s < %t/log
//
// CHECK: heap check: process 'test_app' on 'mlx5_0': invalid read of 8 bytes at 0x{{[0-9a-f]+}} (read_word+0x{{[0-9a-f]+}}, device.c:5)
// CHECK-SAME: is 8 bytes inside freed buffer {{[0-9]+}}, 128 bytes at 0x{{[0-9a-f]+}}, allocated at host.c:7, freed at host.c:17
// CHECK-NEXT: heap check: process 'test_app' on 'mlx5_0': invalid write of 8 bytes at 0x{{[0-9a-f]+}} (write_word+0x{{[0-9a-f]+}}, device.c:9)
// CHECK-SAME: inside freed buffer
// CHECK: flexio_buf_dev_free: process 'test_app' on 'mlx5_0': freed a second time at host.c:25: buffer {{[0-9]+}}, 128 bytes
// CHECK-SAME: allocated at host.c:7, freed at host.c:17
// CHECK-NEXT: heap check: process 'test_app' on 'mlx5_0': allocated at host.c:7: 384 bytes in 3 buffers were not freed
// CHECK-NEXT: heap check: process 'test_app' on 'mlx5_0': 2 errors at 2 places; 384 bytes in 3 buffers were not freed
// CHECK: done

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t read_word(uint64_t address) {
  return *(volatile uint64_t *)address;
}

__dpa_rpc__ uint64_t write_word(uint64_t address) {
  *(volatile uint64_t *)address = 5;
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t read_word, write_word;

static flexio_uintptr_t allocate(struct flexio_process *process) {
  flexio_uintptr_t buffer;
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 128, &buffer));
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 1, 128, buffer));
  return buffer;
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  flexio_uintptr_t buffer = allocate(process);
  uint64_t result;

  EXPECT_SUCCESS(flexio_buf_dev_free(process, buffer));
  for (int i = 0; i < 3; i++)
    EXPECT(allocate(process) != buffer);
  EXPECT_SUCCESS(
      flexio_process_call(process, read_word, &result, (uint64_t)buffer + 8));
  EXPECT(result == 0x0101010101010101);
  EXPECT_SUCCESS(
      flexio_process_call(process, write_word, &result, (uint64_t)buffer));
  EXPECT(flexio_buf_dev_free(process, buffer) == FLEXIO_STATUS_FAILED);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  printf("done\n");
  return 0;
}
