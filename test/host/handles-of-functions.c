// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The handle of an entry point is a symbol with its name, declared with or without extern, passed
// as name or &name, also with the longest name; a function without a keyword has none. A
// __dpa_global__ function has its address in the image.
// PROVES: R-CC-02 R-CC-05 R-CC-07 R-CC-15
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host
// RUN: not %hostcc_flexio -DONE=helper -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/none 2>&1 | FileCheck %s
// CHECK: undefined reference to {{.}}helper

//--- device.c
#include <stdint.h>

uint64_t helper(void) { return 3; }
__dpa_rpc__ uint64_t one(void) { return helper() - 2; }
__dpa_rpc__ uint64_t two(void) { return helper() - 1; }
__dpa_global__ void handler(uint64_t argument) { (void)argument; }
__dpa_rpc__ uint64_t
nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn(
    uint64_t n) {
  return n + 1;
}

//--- host.c
#include "host.h"

#ifndef ONE
#define ONE one
#endif
flexio_func_t ONE;
extern flexio_func_t two;
flexio_func_t handler;
flexio_func_t
    nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn;

static void check_handler(void) {
  char name[FLEXIO_MAX_NAME_LEN + 1], unpack_name[FLEXIO_MAX_NAME_LEN + 1];
  uint32_t pup = 0;
  size_t size = 0;
  flexio_func_arg_pack_fn_t *pack = NULL;
  flexio_uintptr_t address = 0, unpack_address = 0;

  EXPECT_SUCCESS(flexio_func_get_register_info(
      test_app, handler, &pup, name, unpack_name, sizeof name, &size, &pack,
      &address, &unpack_address));
  EXPECT(strcmp(name, "handler") == 0);
  EXPECT(strcmp(unpack_name, "_dpacc_flexio_dev_arg_unpack_device_handler") ==
         0);
  EXPECT(size >= 8 && pack);
  EXPECT(address >> 30 == 1 && unpack_address >> 30 == 1);
}

int main(void) {
  struct ibv_context *device = open_device();
  struct flexio_process *process = create_process(device);
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(process, ONE, &result));
  EXPECT(result == 1);
  EXPECT_SUCCESS(flexio_process_call(process, &ONE, &result));
  EXPECT(result == 1);
  EXPECT_SUCCESS(flexio_process_call(process, two, &result));
  EXPECT(result == 2);
  EXPECT_SUCCESS(flexio_process_call(process, &two, &result));
  EXPECT(result == 2);
  EXPECT_SUCCESS(flexio_process_call(
      process,
      nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn,
      &result, 41ul));
  EXPECT(result == 42);
  check_handler();
  EXPECT_SUCCESS(flexio_process_destroy(process));
  ibv_close_device(device);
  return 0;
}
