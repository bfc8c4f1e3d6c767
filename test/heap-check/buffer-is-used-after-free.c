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
// CHECK-SAME: is 8 bytes inside freed buffer {{[0-9]+}}, 128 bytes at 0x{{[0-9a-f]+}}, allocated at host.c:7, freed at host.c:31
// CHECK-NEXT: heap check: process 'test_app' on 'mlx5_0': invalid write of 8 bytes at 0x{{[0-9a-f]+}} (write_word+0x{{[0-9a-f]+}}, device.c:9)
// CHECK-SAME: inside freed buffer
// CHECK-NEXT: error: heap check: process 'test_app' on 'mlx5_0': invalid free at host.c:41: 0x{{[0-9a-f]+}} is 0 bytes inside freed buffer {{[0-9]+}}, 128 bytes
// CHECK-SAME: allocated at host.c:7, freed at host.c:31
// CHECK-NEXT: error: heap check: process 'test_app' on 'mlx5_0': invalid free at host.c:43: 0x{{[0-9a-f]+}} is 64 bytes inside buffer {{[0-9]+}}, 128 bytes
// CHECK-NEXT: heap check: process 'test_app' on 'mlx5_0': allocated at host.c:7: 384 bytes in 3 buffers were not freed
// CHECK-NEXT: heap check: process 'test_app' on 'mlx5_0': 5 errors at 4 places; 384 bytes in 3 buffers were not freed
// CHECK: done
//
// A double free alone is an error, too.
// RUN: dpa-run --check=heap -- %t/host double 2>&1 | FileCheck %s --check-prefix=DOUBLE
// DOUBLE: error: heap check: process 'test_app' on 'mlx5_0': invalid free at host.c:[[#]]: 0x{{[0-9a-f]+}} is 0 bytes inside freed buffer
// DOUBLE-NEXT: error: heap check: process 'test_app' on 'mlx5_0': 1 error at 1 place; 0 bytes in 0 buffers were not freed

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

static int free_twice(struct flexio_process *process) {
  flexio_uintptr_t buffer = allocate(process);

  EXPECT_SUCCESS(flexio_buf_dev_free(process, buffer));
  EXPECT(flexio_buf_dev_free(process, buffer) == FLEXIO_STATUS_FAILED);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}

int main(int argc, char **argv) {
  struct flexio_process *process = create_process(open_device());
  flexio_uintptr_t buffer, other = 0;
  uint64_t result;

  (void)argv;
  if (argc > 1)
    return free_twice(process);
  buffer = allocate(process);

  EXPECT_SUCCESS(flexio_buf_dev_free(process, buffer));
  for (int i = 0; i < 3; i++) {
    other = allocate(process);
    EXPECT(other != buffer);
  }
  EXPECT_SUCCESS(
      flexio_process_call(process, read_word, &result, (uint64_t)buffer + 8));
  EXPECT(result == 0x0101010101010101);
  EXPECT_SUCCESS(
      flexio_process_call(process, write_word, &result, (uint64_t)buffer));
  EXPECT(flexio_buf_dev_free(process, buffer) == FLEXIO_STATUS_FAILED);
  for (int i = 0; i < 2; i++) /* one place */
    EXPECT(flexio_buf_dev_free(process, other + 64) == FLEXIO_STATUS_FAILED);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  printf("done\n");
  return 0;
}
