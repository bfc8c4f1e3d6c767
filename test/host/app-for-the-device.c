// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An image runs on its own hardware model and on newer ones; an older device rejects it when the
// process is created.
// PROVES: R-HW-06 R-HW-07
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --model=bf3 -- %t/host 2 2>&1 | FileCheck %s --check-prefix=RUNS
// RUN: dpa-run --model=cx8 -- %t/host 3 2>&1 | FileCheck %s --check-prefix=RUNS
// RUN: dpa-run --model=cx9 -- %t/host 4 2>&1 | FileCheck %s --check-prefix=RUNS
// RUN: dpa-run --model=cx7 -- %t/host 1 2>&1 | FileCheck %s --check-prefix=REFUSED

// RUNS: the sum is 3
// REFUSED: flexio: error: flexio_process_create: device 'mlx5_0', app 0x{{[0-9a-f]+}}: app 'test_app' has no image that the device runs (expected one for nv-dpa-cx7 or older, got nv-dpa-bf3)
// REFUSED-NEXT: flexio: error: flexio_app_get: app 'test_app' has no image for nv-dpa-cx7 or older
// REFUSED-NEXT: no process

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t add(uint64_t a, uint64_t b) { return a + b; }

//--- host.c
#include "host.h"

flexio_func_t add;

int main(int argc, char **argv) {
  struct ibv_context *context = open_device();
  struct flexio_app_select_attr wanted = {"test_app", FLEXIO_HW_MODEL_DEF,
                                          context};
  struct flexio_process *process;
  struct flexio_app *app;
  uint64_t sum = 0;

  EXPECT(argc == 2 && flexio_hw_model_id_get(context) ==
                          (enum flexio_hw_model_id)atoi(argv[1]));
  if (flexio_process_create(context, test_app, NULL, &process) !=
      FLEXIO_STATUS_SUCCESS) {
    EXPECT_FAILED(flexio_app_get(&wanted, &app));
    EXPECT(!process && !app);
    puts("no process");
    return 0;
  }
  EXPECT_SUCCESS(flexio_app_get(&wanted, &app));
  EXPECT_SUCCESS(
      flexio_process_call(process, add, &sum, UINT64_C(1), UINT64_C(2)));
  printf("the sum is %lu\n", (unsigned long)sum);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
