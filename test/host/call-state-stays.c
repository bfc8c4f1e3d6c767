// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call changes device state that later calls see, and that another process of the same program
// does not.
// PROVES: R-RPC-03
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

static uint64_t flag;

__dpa_rpc__ uint64_t set_flag(void) {
  uint64_t before = flag;

  flag = 1;
  return before;
}

//--- host.c
#include "host.h"

flexio_func_t set_flag;

static uint64_t call(struct flexio_process *process) {
  uint64_t result = 7;

  EXPECT_SUCCESS(flexio_process_call(process, set_flag, &result));
  return result;
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *first = create_process(context);
  struct flexio_process *second = create_process(context);

  EXPECT(call(first) == 0);
  EXPECT(call(first) == 1);
  EXPECT(call(second) == 0);
  EXPECT(call(second) == 1);
  EXPECT_SUCCESS(flexio_process_destroy(first));
  EXPECT_SUCCESS(flexio_process_destroy(second));
  first = create_process(context);
  EXPECT(call(first) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(first));
  return 0;
}
