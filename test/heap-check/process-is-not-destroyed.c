// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Of a process that the program does not destroy, leaks and the number of errors are reported at the end
// of the program; the child of a fork reports nothing of its parent's.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -g -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --check=heap -- %t/host > %t/log 2>&1
// RUN: FileCheck %s < %t/log
//
// CHECK: child
// CHECK-NEXT: parent
// CHECK-NEXT: flexio: warning: heap check: process 'test_app' on 'mlx5_0': allocated at host.c:13: 256 bytes in 1 buffer was not freed
// CHECK-NEXT: flexio: warning: heap check: process 'test_app' on 'mlx5_0': 0 errors at 0 places; 256 bytes in 1 buffer was not freed at the end of the program
// CHECK-NOT: heap check

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t nothing(uint64_t value) { return value; }

//--- host.c
#include "host.h"

#include <sys/wait.h>
#include <unistd.h>

flexio_func_t nothing;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  flexio_uintptr_t buffer;

  setvbuf(stdout, NULL, _IONBF, 0);
  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 256, &buffer));
  if (fork() == 0) {
    printf("child\n");
    exit(0);
  }
  EXPECT(wait(NULL) > 0);
  printf("parent\n");
  return 0;
}
