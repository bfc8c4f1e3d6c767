// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A context that is used after ibv_close_device() is reported as closed; one that was opened since is
// another.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -Wno-use-after-free -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t one(void) { return 1; }

//--- host.c
#include "host.h"

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process;

  EXPECT(ibv_close_device(context) == 0);
  // CHECK: flexio: error: flexio_process_create: the device of context 0x{{[0-9a-f]+}} is closed{{$}}
  EXPECT_FAILED(flexio_process_create(context, test_app, NULL, &process));
  // CHECK-NEXT: flexio: error: flexio_hw_model_id_get: the device of context 0x{{[0-9a-f]+}} is closed{{$}}
  EXPECT(flexio_hw_model_id_get(context) == FLEXIO_HW_MODEL_NA);
  process = create_process(open_device());
  EXPECT_SUCCESS(flexio_process_destroy(process));
  // CHECK-NEXT: done
  fprintf(stderr, "done\n");
  return 0;
}
