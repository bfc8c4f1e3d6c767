// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A crash line names all callers up to the entry point if there is debug information, also through
// the functions of the device libraries; a recursion once. Without debug information it names the
// one whose return address is in a register.
// RUN: rm -rf %t && split-file %s %t
// RUN: %hostcc_flexio -I%S/Inputs -c %t/host.c -o %t/host.o
// RUN: %dpacc_bf3 -devicecc-options="-g -O0" %t/device.c -o %t/O0.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/O0.a %flexio_libs -o %t/O0
// RUN: dpa-run -- %t/O0 2>&1 | FileCheck --check-prefixes=CHECK,FULL %s
// RUN: %dpacc_bf3 -devicecc-options="-g -O2" %t/device.c -o %t/O2.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/O2.a %flexio_libs -o %t/O2
// RUN: dpa-run --engine=interp -- %t/O2 2>&1 | FileCheck --check-prefixes=CHECK,FULL %s
// RUN: %dpacc_bf3 -devicecc-options="-O2" %t/device.c -o %t/none.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/none.a %flexio_libs -o %t/none
// RUN: dpa-run -- %t/none 2>&1 | FileCheck --check-prefixes=CHECK,NONE %s
// CHECK: 'run' {{.*}} store access fault at address 0x8, pc 0x{{[0-9a-f]+}} (fault+0x
// FULL-SAME: {{, .*}}device.c:9), called from 0x4{{[0-9a-f]+}} (inner+0x{{[0-9a-f]+}}, {{.*}}device.c:29), called from 0x4{{[0-9a-f]+}} (outer+0x{{[0-9a-f]+}}, {{.*}}device.c:34), called from 0x4{{[0-9a-f]+}} (run+0x{{[0-9a-f]+}}, {{.*}}device.c:39), EU
// NONE-SAME: {{^[^,]+}}, called from 0x4{{[0-9a-f]+}} (inner+0x{{[0-9a-f]+}}), EU
// CHECK: 'run' {{.*}} instruction access fault at address 0x10, pc 0x10, called from 0x4{{[0-9a-f]+}} (inner+0x
// FULL-SAME: {{, .*}}device.c:29), called from {{.*}} (outer+0x{{[0-9a-f]+}}, {{.*}}device.c:34), called from {{.*}} (run+0x{{[0-9a-f]+}}, {{.*}}device.c:39), EU
// CHECK: assertion failed: address != 24
// CHECK: 'run' {{.*}} the program aborted {{.*}}, pc 0x4{{[0-9a-f]+}} (abort+0x{{[0-9a-f]+}}), called from 0x4{{[0-9a-f]+}} (__assert_func+0x{{[0-9a-f]+}}), called from 0x4{{[0-9a-f]+}} (fail+0x
// FULL-SAME: {{, .*}}device.c:13), called from {{.*}} (inner+0x
// CHECK: 'run' {{.*}} the program called exit(32), pc 0x4{{[0-9a-f]+}} (_exit+0x{{[0-9a-f]+}}), called from 0x4{{[0-9a-f]+}} (exit+0x{{[0-9a-f]+}}), called from 0x4{{[0-9a-f]+}} (leave+0x
// FULL-SAME: {{, .*}}device.c:17), called from {{.*}} (inner+0x
// CHECK: 'run' {{.*}} stack overflow {{.*}} pc 0x4{{[0-9a-f]+}} (recurse+0x
// FULL-SAME: , called from 0x4{{[0-9a-f]+}} (recurse+0x{{[0-9a-f]+}}, {{.*}}device.c:24), called from 0x4{{[0-9a-f]+}} (inner+0x{{[0-9a-f]+}}, {{.*}}device.c:29), called from {{.*}} (outer+0x
// CHECK: done

//--- device.c
#include <assert.h>
#include <dpaintrin.h>
#include <stdint.h>
#include <stdlib.h>

typedef uint64_t function(uint64_t address);

__attribute__((noinline)) static uint64_t fault(uint64_t address) {
  *(volatile uint64_t *)address = 1;
  return 1;
}
__attribute__((noinline)) static uint64_t fail(uint64_t address) {
  assert(address != 24);
  return 1;
}
__attribute__((noinline)) static uint64_t leave(uint64_t address) {
  exit((int)address);
}

// NOLINTNEXTLINE(misc-no-recursion)
__attribute__((noinline)) static uint64_t recurse(uint64_t address) {
  volatile uint64_t room[4] = {address};

  return recurse(room[0]) + room[1] + 1;
}

__attribute__((noinline)) static uint64_t inner(function *called,
                                                uint64_t address) {
  return called(address) + 1;
}

__attribute__((noinline)) static uint64_t outer(function *called,
                                                uint64_t address) {
  return inner(called, address) + 1;
}

__dpa_rpc__ uint64_t run(uint64_t how) {
  function *functions[] = {fault, (function *)16, fail, leave, recurse};
  return outer(functions[how], 8 * (how + 1)) + 1;
}

//--- host.c
#include "host.h"

flexio_func_t run;

int main(void) {
  struct ibv_context *context = open_device();

  for (uint64_t how = 0; how < 5; how++) {
    struct flexio_process *process = create_process(context);
    EXPECT(flexio_process_call(process, run, NULL, how) ==
           FLEXIO_STATUS_FATAL_ERR);
    EXPECT_SUCCESS(flexio_process_destroy(process));
  }
  fprintf(stderr, "done\n");
  return 0;
}
