// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each way in which device code ends its process names function, source line and all callers, with
// -O0, -O2 and -flto: faults, limits, stack overflow, abort, exit, a failed assertion, an error code.
// PROVES: R-RPC-04 R-ERR-03
// RUN: rm -rf %t && split-file %s %t
// RUN: %hostcc_flexio -I%S/Inputs -c %t/host.c -o %t/host.o
// RUN: %dpacc_bf3 -disable-asm-checks -devicecc-options="-g -O0" %t/device.c -o %t/O0.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/O0.a %flexio_libs -o %t/O0
// RUN: dpa-run --budget=1000000 --misaligned=trap -- %t/O0 2>&1 | FileCheck %s
// RUN: %dpacc_bf3 -disable-asm-checks -devicecc-options="-g -O2" %t/device.c -o %t/O2.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/O2.a %flexio_libs -o %t/O2
// RUN: dpa-run --budget=1000000 --misaligned=trap --engine=interp -- %t/O2 2>&1 | FileCheck %s
// RUN: %dpacc_bf3 -disable-asm-checks -flto -devicecc-options="-g -O2 -flto" %t/device.c -o %t/lto.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/lto.a %flexio_libs -o %t/lto
// RUN: dpa-run --budget=1000000 --misaligned=trap -- %t/lto 2>&1 | FileCheck %s

// CHECK: did not return: load access fault at address 0x10, pc {{[^,]+}} (null_pointer+{{[^,]+}}, {{.*}}device.c:17), called from {{.*}}(middle+{{[^,]+}}, {{.*}}device.c:66), called from {{.*}}(run+{{.*}}device.c:76)
// CHECK: did not return: {{.*}}misaligned{{.*}}(misaligned+{{[^,]+}}, {{.*}}device.c:22), called from {{.*}}(middle+{{.*}}device.c:66), called from {{.*}}(run+{{.*}}device.c:76)
// CHECK: did not return: illegal instruction{{.*}}(illegal+{{[^,]+}}, {{.*}}device.c:27), called from {{.*}}(middle+{{.*}}device.c:66), called from {{.*}}(run+{{.*}}device.c:76)
// CHECK: did not return: store access fault{{.*}}(write_code+{{[^,]+}}, {{.*}}device.c:31), called from {{.*}}(middle+{{.*}}device.c:66), called from {{.*}}(run+{{.*}}device.c:76)
// CHECK: did not return: the program aborted{{.*}}(abort+{{.*}}(aborts+{{[^,]+}}, {{.*}}device.c:37), called from {{.*}}(middle+{{.*}}device.c:66), called from {{.*}}(run+{{.*}}device.c:76)
// CHECK: did not return: the program called exit(5){{.*}}(exits+{{[^,]+}}, {{.*}}device.c:42), called from {{.*}}(middle+{{.*}}device.c:66), called from {{.*}}(run+{{.*}}device.c:76)
// CHECK: {{.*}}device.c:45: fails: assertion failed: !how
// CHECK-NEXT: did not return: the program aborted{{.*}}(fails+{{[^,]+}}, {{.*}}device.c:45), called from {{.*}}(middle+{{.*}}device.c:66), called from {{.*}}(run+{{.*}}device.c:76)
// CHECK: did not return: the program reported error 203, pc {{.*}}(flexio_dev_error+{{.*}}(reports+{{[^,]+}}, {{.*}}device.c:49), called from {{.*}}(middle+{{.*}}device.c:66), called from {{.*}}(run+{{.*}}device.c:76)
// CHECK: did not return: stack overflow{{.*}}(overflows+{{[^,]+}}, {{.*}}device.c:{{5[2-5]}})
// CHECK: did not return: watchdog: ran too long, pc {{[^,]+}} (endless+{{[^,]+}}, {{.*}}device.c:{{59|60}}), called from {{.*}}(middle+{{.*}}device.c:66), called from {{.*}}(run+{{.*}}device.c:76){{.*}}: its budget of 1000000 instructions is used up
// CHECK: done

//--- device.c
#include <assert.h>
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <stdint.h>
#include <stdlib.h>

/* Not inlined, and with a call that is not its last instruction. */
#define NOINLINE __attribute__((noinline)) static
#define NO_TAIL_CALL __asm__ volatile("")

__dpa_rpc__ uint64_t run(uint64_t how, uint64_t number);

static uint64_t words[2];

NOINLINE void null_pointer(uint64_t how) {
  /* The fault. */
  (void)*(volatile uint64_t *)(how + 16);
  NO_TAIL_CALL;
}

NOINLINE void misaligned(uint64_t how) {
  *(volatile uint64_t *)((uint64_t)words + how) = 1;
  NO_TAIL_CALL;
}

NOINLINE void illegal(uint64_t how) {
  __asm__ volatile(".4byte 0xffffffff" ::"r"(how));
}

NOINLINE void write_code(uint64_t how) {
  *(volatile uint64_t *)((uint64_t)&run / 8 * 8) = how;
  NO_TAIL_CALL;
}

NOINLINE void aborts(uint64_t how) {
  if (how)
    abort();
}

NOINLINE void exits(uint64_t how) {
  if (how)
    exit(5);
}

NOINLINE void fails(uint64_t how) { assert(!how); }

NOINLINE void reports(uint64_t how) {
  if (how)
    flexio_dev_error(203);
}

NOINLINE uint64_t overflows(uint64_t how) {
  volatile uint64_t block[16];
  block[how % 16] = how;
  return overflows(how + 1) + block[how % 16];
}

NOINLINE void endless(uint64_t how) {
  for (;;)
    __asm__ volatile("" : "+r"(how));
}

typedef void function(uint64_t how);

NOINLINE void middle(function *called, uint64_t how) {
  called(how);
  NO_TAIL_CALL;
}

static void overflow(uint64_t how) { words[0] = overflows(how); }

__dpa_rpc__ uint64_t run(uint64_t how, uint64_t number) {
  static function *const functions[] = {
      null_pointer, misaligned, illegal, write_code, aborts,
      exits,        fails,      reports, overflow,   endless};
  middle(functions[how], number);
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t run;

int main(void) {
  struct ibv_context *context = open_device();

  for (uint64_t how = 0; how < 10; how++) {
    struct flexio_process *process = create_process(context);

    EXPECT(flexio_process_call(process, run, NULL, how, (uint64_t)(how != 0)) !=
           FLEXIO_STATUS_SUCCESS);
    EXPECT_SUCCESS(flexio_process_destroy(process));
  }
  fprintf(stderr, "done\n");
  return 0;
}
