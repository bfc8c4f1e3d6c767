// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses behind and before a buffer are reported with the source line of the access, its caller, and
// the place in the host program that has allocated the buffer; each place once. The program runs on.
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -O1"
// RUN: %hostcc_flexio -g -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --check=heap -- %t/host > %t/log 2>&1
// RUN: FileCheck %s < %t/log
// RUN: dpa-run --check=heap --engine=interp --seed=1 -- %t/host 2>&1 | FileCheck %s
//
// CHECK: heap check: process 'test_app' on 'mlx5_0': invalid write of 4 bytes at 0x{{[0-9a-f]+}} (fill+0x{{[0-9a-f]+}}, device.c:8)
// CHECK-SAME: called from 0x{{[0-9a-f]+}} (fill_words+0x{{[0-9a-f]+}}, device.c:12), EU 0, thread 0:
// CHECK-SAME: 0x{{[0-9a-f]+}} is 0 bytes after buffer {{[0-9]+}}, 64 bytes at 0x{{[0-9a-f]+}}, allocated at host.c:8
// CHECK-NEXT: heap check: process 'test_app' on 'mlx5_0': invalid read of 1 byte at 0x{{[0-9a-f]+}} (read_byte+0x{{[0-9a-f]+}}, device.c:17)
// CHECK-SAME: is 1 byte before buffer {{[0-9]+}}, 64 bytes
// CHECK-NEXT: flexio_buf_dev_free: process 'test_app' on 'mlx5_0': the memory behind buffer
// CHECK-NEXT: heap check: process 'test_app' on 'mlx5_0': 3 errors at 2 places; 0 bytes in 0 buffers were not freed
// CHECK-NOT: heap check
// CHECK: done
//
// RUN: dpa-run -- %t/host 2>&1 | FileCheck --check-prefix=OFF %s
// OFF-NOT: heap check

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static void fill(uint32_t *words, uint64_t count) __attribute__((noinline));

static void fill(uint32_t *words, uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    words[i] = (uint32_t)count;
}

__dpa_rpc__ uint64_t fill_words(uint64_t address, uint64_t count) {
  fill((uint32_t *)address, count);
  return 0;
}

__dpa_rpc__ uint64_t read_byte(uint64_t address) {
  return *(volatile uint8_t *)address;
}

//--- host.c
#include "host.h"

flexio_func_t fill_words, read_byte;

static flexio_uintptr_t allocate(struct flexio_process *process) {
  flexio_uintptr_t buffer;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 64, &buffer));
  return buffer;
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  flexio_uintptr_t buffer = allocate(process);
  uint64_t result;

  EXPECT_SUCCESS(flexio_process_call(process, fill_words, &result,
                                     (uint64_t)buffer, (uint64_t)16));
  EXPECT_SUCCESS(flexio_process_call(process, fill_words, &result,
                                     (uint64_t)buffer, (uint64_t)18));
  EXPECT_SUCCESS(
      flexio_process_call(process, read_byte, &result, (uint64_t)buffer - 1));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, buffer));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  printf("done\n");
  return 0;
}
