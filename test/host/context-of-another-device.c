// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A context that was not opened by an emulated device is rejected with its name and a hint.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 %t/host 2>&1 | FileCheck %s
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t one(void) { return 1; }

//--- host.c
#include "host.h"

int main(void) {
  struct ibv_device card = {.name = "mlx5_3"};
  struct ibv_context context = {.device = &card};
  struct flexio_app_select_attr wanted = {"test_app", FLEXIO_HW_MODEL_DEF,
                                          &context};
  struct flexio_process *process = (struct flexio_process *)&card;
  struct flexio_app *app;

  // CHECK: flexio: error: flexio_process_create: 'mlx5_3' is not an emulated device; start the program with dpa-run
  EXPECT_FAILED(flexio_process_create(&context, test_app, NULL, &process));
  EXPECT(process == NULL);
  // CHECK-NEXT: flexio: error: flexio_app_get: 'mlx5_3' is not an emulated device; start the program with dpa-run
  EXPECT_FAILED(flexio_app_get(&wanted, &app));
  // CHECK-NEXT: flexio: error: flexio_hw_model_id_get: 'mlx5_3' is not an emulated device; start the program with dpa-run
  EXPECT(flexio_hw_model_id_get(&context) == FLEXIO_HW_MODEL_NA);
  // CHECK-NEXT: flexio: error: flexio_process_create: context 0x10 is not an open device; start the program with dpa-run
  EXPECT_FAILED(flexio_process_create((struct ibv_context *)16, test_app, NULL,
                                      &process));
  // CHECK-NEXT: done
  puts("done");
  return 0;
}
