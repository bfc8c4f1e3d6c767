// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A process has the protection domain from its attributes, or one of its own, and the name from its
// attributes.
// PROVES: R-PROC-01 R-PROC-02
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t one(void) { return 1; }

//--- host.c
#include "host.h"

flexio_func_t one;

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  struct ibv_pd *own = flexio_process_get_pd(process);
  struct ibv_pd *given = ibv_alloc_pd(context);
  struct flexio_process_attr attributes = {given, 0, "named"};

  EXPECT(own && own->context == context && given && own != given);
  EXPECT(flexio_process_udbg_token_get(process) != 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT_SUCCESS(
      flexio_process_create(context, test_app, &attributes, &process));
  EXPECT(flexio_process_get_pd(process) == given);
  // CHECK: process 'named' on 'mlx5_0': the function is NULL
  EXPECT_FAILED(flexio_process_call(process, NULL, NULL));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(ibv_dealloc_pd(given) == 0);
  // CHECK-NEXT: flexio_process_create: process 'named' on 'mlx5_0': 0x{{[0-9a-f]+}} is not a protection domain of its device
  process = (struct flexio_process *)8;
  EXPECT_FAILED(
      flexio_process_create(context, test_app, &attributes, &process));
  EXPECT(process == NULL);
  // CHECK-NEXT: flexio_process_create: the app is NULL
  EXPECT_FAILED(flexio_process_create(context, NULL, NULL, &process));
  EXPECT(process == NULL);
  // CHECK-NEXT: flexio_process_create: the device context is NULL
  EXPECT_FAILED(flexio_process_create(NULL, test_app, NULL, &process));
  EXPECT(ibv_close_device(context) == 0);
  // CHECK-NEXT: done
  puts("done");
  return 0;
}
