// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// dpa-run --stats reports the processor time of translating hot code, if some was translated. Reproducible runs do not report it,
// because their output must not depend on time. The loop takes some milliseconds in the interpreter: much longer than the
// translating thread may be late before the hart translates itself.
// PROVES: R-STAT-06
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/../host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --engine=jit --stats -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --engine=interp --stats -- %t/host 2>&1 | FileCheck --check-prefix=NONE --implicit-check-not=translating %s
// RUN: dpa-run --engine=jit --seed=1 --stats -- %t/host 2>&1 | FileCheck --check-prefix=NONE --implicit-check-not=translating %s
// CHECK: process 1
// CHECK: remote call
// CHECK-NEXT: {{^}} translating {{[1-9][0-9]*}} instructions took {{[0-9]+}} us{{$}}
// CHECK-NEXT: execution units
// NONE: process 1

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t loop(void) {
  volatile uint64_t i = 0;

  while (i < 1000000)
    i = i + 1;
  return i;
}

//--- host.c
#include "host.h"

flexio_func_t loop;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(process, loop, &result));
  EXPECT(result == 1000000);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
