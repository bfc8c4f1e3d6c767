// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code that writes behind a buffer is reported when the buffer is freed or its process
// destroyed, with the place that allocated it; the calls succeed. Correct code is not reported, and
// neither is a copy of the host within the buffer.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -g -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=3 -- %t/host 2>&1 | FileCheck %s
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/stripped
// RUN: dpa-run -- %t/stripped 2>&1 | FileCheck %s --check-prefix=ADDRESS

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t fill(uint64_t address, uint64_t size) {
  for (uint64_t i = 0; i < size; i++)
    ((volatile char *)address)[i] = 0;
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t fill;

static struct flexio_process *process;

static void use(flexio_uintptr_t buffer, uint64_t size) {
  EXPECT_SUCCESS(flexio_process_call(process, fill, NULL, buffer, size));
}

int main(void) {
  static char bytes[100];
  flexio_uintptr_t good, small, pages, copy, kept;

  process = create_process(open_device());
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 100, &good));
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 100, &small));
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 8192, &pages));
  EXPECT_SUCCESS(flexio_copy_from_host(process, bytes, 64, &copy));
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 24, &kept));
  EXPECT(good % 64 == 0 && small % 64 == 0 && pages % 4096 == 0);
  use(good, 100);
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0, 100, good));
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, bytes, 100, good));
  use(small, 101);
  use(pages, 8193);
  use(copy, 65);
  EXPECT_SUCCESS(flexio_buf_dev_free(process, good));
  // CHECK-NOT: buffer
  // CHECK: flexio: error: flexio_buf_dev_free: process 'test_app' on 'mlx5_0': the memory behind buffer 2, 100 bytes at device address 0x{{[0-9a-f]+}}, was overwritten (allocated at host.c:17)
  // CHECK-NEXT: flexio: error: flexio_buf_dev_free: {{.*}} the memory behind buffer 3, 8192 bytes at {{.*}} (allocated at host.c:18)
  // CHECK-NEXT: flexio: error: flexio_buf_dev_free: {{.*}} the memory behind buffer 4, 64 bytes at {{.*}} (allocated at host.c:19)
  // ADDRESS: buffer 2, 100 bytes at device address 0x{{[0-9a-f]+}}, was overwritten (allocated at stripped+0x{{[0-9a-f]+}})
  EXPECT_SUCCESS(flexio_buf_dev_free(process, small));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, pages));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, copy));
  EXPECT(flexio_err_status_get(process) == 0);
  use(kept, 25);
  // CHECK-NEXT: flexio: error: flexio_process_destroy: {{.*}} the memory behind buffer 5, 24 bytes at {{.*}} (allocated at host.c:20)
  EXPECT_SUCCESS(flexio_process_destroy(process));
  // CHECK-NEXT: done
  fprintf(stderr, "done\n");
  return 0;
}
