// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that device code allocates by malloc() and its relatives are checked like buffers of the host: overruns, uses after free(),
// uninitialized contents, double frees and leaks are reported with their places in the device code.
// Without the check the functions are those of picolibc.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-g -O1 -fno-builtin -Wno-all"
// RUN: %hostcc_flexio -I%src/test/host/Inputs host.c app.a %flexio_libs -o host
// RUN: dpa-run --check=heap -- ./host 2>&1 | FileCheck %s
// RUN: dpa-run -- ./host 2>&1 | FileCheck %s --check-prefix=OFF --implicit-check-not=heap
// RUN: dpa-run --check=heap --seed=1 -- ./host 2>&1 | FileCheck %s
// OFF: done
//
// CHECK: invalid write of 1 byte at 0x{{[0-9a-f]+}} (overrun+{{.*}}, device.c:[[#]]){{.*}}: 0x{{[0-9a-f]+}} is 0 bytes after block 1, 20 bytes at 0x{{[0-9a-f]+}}, allocated at 0x{{[0-9a-f]+}} (overrun+0x{{[0-9a-f]+}}, device.c:12), called from 0x{{[0-9a-f]+}} (run+
// CHECK: invalid read of 1 byte at {{.*}} (underrun+{{.*}} is 1 byte before block 2, 24 bytes
// CHECK: invalid read of 4 bytes at {{.*}} (after_free+{{.*}} is 4 bytes inside freed block 3, 32 bytes at {{.*}}, allocated at {{.*}} (after_free+{{.*}}, device.c:[[#]]){{.*}}, freed at 0x{{[0-9a-f]+}} (after_free+{{.*}}, device.c:[[#]])
// CHECK: invalid free at {{.*}} (free+{{.*}}), called from {{.*}} (run+{{.*}}, device.c:[[#]]){{.*}} is 0 bytes inside freed block 4, 8 bytes
// CHECK: invalid free at {{.*}} (inside+{{.*}} is 16 bytes inside block 5, 100 bytes
// CHECK: conditional branch depends on an uninitialized value at {{.*}} (undefined+{{.*}}: it was created in block 6, 16 bytes at {{.*}}, allocated at {{.*}} (undefined+
// CHECK-NOT: heap check: {{.*}}(relatives+
// CHECK: heap check: process 'test_app' on 'mlx5_0': allocated at {{.*}} (leak+0x{{[0-9a-f]+}}, device.c:[[#]]), called from {{.*}} (run+{{.*}}: 300 bytes in 3 buffers were not freed
// CHECK: 6 errors at 6 places; 300 bytes in 3 buffers were not freed
// CHECK: done

//--- device.c
#include <dpaintrin.h>
#include <libflexio-libc/malloc_arena.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

FLEXIO_LIBC_MALLOC_ARENA(60000);
#define NOINLINE __attribute__((__noinline__))

NOINLINE static void overrun(void) {
  volatile char *block = malloc(20);
  block[19] = 1;
  block[20] = 1;
  free((void *)block);
}
NOINLINE static void underrun(void) {
  volatile char *block = calloc(4, 6);
  if (block[0] + block[23] == 0)
    (void)block[-1];
  free((void *)block);
}
NOINLINE static void after_free(void) {
  volatile int *block = malloc(32);
  free((void *)block);
  (void)block[1];
}
NOINLINE static void twice(void) {
  void *block = malloc(8);
  free(block);
  free(block);
}
NOINLINE static void inside(void) {
  char *block = malloc(100);
  free(block + 16);
  free(block);
}
static volatile int seen;
NOINLINE static void undefined(void) {
  int *block = malloc(16);
  if (block[2] == 7)
    seen = 1;
  free(block);
}
NOINLINE static void leak(void) {
  volatile char *block = malloc(100);
  block[0] = 1;
}
/* Correct uses of the other functions. */
NOINLINE static uint64_t relatives(void) {
  char *block = realloc(NULL, 10);
  void *aligned = memalign(256, 40), *posix = NULL;

  memset(block, 3, 10);
  block = realloc(block, 1000);
  if (block[9] != 3 || malloc_usable_size(block) < 1000)
    return __LINE__;
  block = realloc(block, 5);
  if (block[4] != 3 || (uintptr_t)aligned % 256 != 0)
    return __LINE__;
  if (posix_memalign(&posix, 64, 8) != 0 || (uintptr_t)posix % 64 != 0)
    return __LINE__;
  if (malloc(100000) != NULL || calloc(SIZE_MAX / 2, 4) != NULL ||
      malloc(SIZE_MAX - 8) != NULL)
    return __LINE__;
  free(block);
  free(aligned);
  free(posix);
  free(NULL);
  for (int i = 0; i < 3000; i++) {
    block = malloc(1000);
    if (!block)
      return __LINE__;
    memset(block, i, 1000);
    free(block);
  }
  return 0;
}

__dpa_rpc__ uint64_t run(uint64_t wrong) {
  if (wrong) {
    overrun();
    underrun();
    after_free();
    twice();
    inside();
    undefined();
    for (int i = 0; i < 3; i++)
      leak();
  }
  return relatives();
}

//--- host.c
#include "host.h"

flexio_func_t run;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t result = 1;

  EXPECT_SUCCESS(flexio_process_call(process, run, &result,
                                     (uint64_t)(getenv("DPA_CHECK") != NULL)));
  EXPECT(result == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  return 0;
}
