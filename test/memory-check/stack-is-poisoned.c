// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PROVES: R-MEM-05
// Without the check, values left on a thread's stack are still there in the next execution; with it
// they are not.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host | FileCheck --check-prefix=KEPT %s
// KEPT: found 1234567890abcdef
// RUN: dpa-run --check=memory -- %t/host | FileCheck --check-prefix=POISON %s
// RUN: dpa-run --check=memory,strict -- %t/host | FileCheck --check-prefix=POISON %s
// RUN: dpa-run --check=none -- %t/host | FileCheck --check-prefix=KEPT %s
// POISON: found a5a5a5a5a5a5a5a5

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

/* A cell far down the stack, which no other code of these calls reaches. */
static volatile uint64_t *cell(void) {
  volatile uint64_t *here = __builtin_frame_address(0);

  return here - 500;
}

__dpa_rpc__ uint64_t leave(uint64_t value) {
  *cell() = value;
  return 0;
}

__dpa_rpc__ uint64_t find(uint64_t unused) { return *cell() + unused; }

//--- host.c
#include "host.h"

flexio_func_t leave, find;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t found = 0;

  EXPECT_SUCCESS(flexio_process_call(process, leave, &found,
                                     (uint64_t)0x1234567890abcdef));
  EXPECT_SUCCESS(flexio_process_call(process, find, &found, (uint64_t)0));
  printf("found %llx\n", (unsigned long long)found);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
