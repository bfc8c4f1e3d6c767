// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program may create an app from an image by itself, register functions by name, and call them
// with one argument.
// PROVES: R-APP-01 R-APP-06
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: dpacc-extract %t/app.a -o %t/image.elf
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host %t/image.elf 2>&1 | FileCheck %s

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t twice(uint64_t value) { return 2 * value; }

//--- host.c
#include "host.h"

int main(int argc, char **argv) {
  static char image[4 << 20];
  FILE *file = fopen(argv[argc - 1], "rb");
  struct flexio_app_attr attributes = {.app_name = "by_hand", .app_ptr = image};
  struct ibv_context *context = open_device();
  struct flexio_app *app = NULL;
  struct flexio_process *process = NULL;
  flexio_func_t *function = NULL;
  uint64_t result = 0;

  EXPECT(file && test_app);
  attributes.app_bsize = fread(image, 1, sizeof image, file);
  fclose(file);
  EXPECT_SUCCESS(flexio_app_create(&attributes, &app));
  memset(image, 0xff, sizeof image);
  EXPECT_SUCCESS(flexio_func_register(app, "twice", &function));
  // CHECK: flexio: error: flexio_func_register: the image of app 'by_hand' has no function 'thrice'
  EXPECT_FAILED(flexio_func_register(app, "thrice", &function));
  EXPECT(function == NULL);
  EXPECT_SUCCESS(flexio_func_register(app, "twice", &function));
  EXPECT_SUCCESS(flexio_process_create(context, app, NULL, &process));
  EXPECT_SUCCESS(
      flexio_process_call(process, function, &result, UINT64_C(1) << 40));
  EXPECT(result == UINT64_C(2) << 40);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT_SUCCESS(flexio_app_destroy(app));
  // CHECK-NEXT: flexio: error: flexio_app_get_elf_size: 0x{{[0-9a-f]+}} is not a live app handle
  EXPECT(flexio_app_get_elf_size(app) == 0);
  // CHECK-NEXT: done
  puts("done");
  return 0;
}
