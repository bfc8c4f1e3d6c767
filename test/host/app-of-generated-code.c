// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The constructor that dpacc generates makes the app before main: found by name, with the very
// image that dpacc-extract finds, and with its functions.
// PROVES: R-CC-09 R-APP-03 R-APP-05 R-APP-08
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpacc-extract %t/host -o %t/extracted.elf
// RUN: dpa-run -- %t/host %t/from-library.elf
// RUN: cmp %t/extracted.elf %t/from-library.elf

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t add(uint64_t a, uint32_t b) { return a + b; }
__dpa_rpc__ uint64_t one(void) { return 1; }

//--- host.c
#include "host.h"

flexio_func_t add;

static struct flexio_app *app_before_main;
__attribute__((constructor(65535))) static void look(void) {
  app_before_main = test_app;
}

static void check_function(struct flexio_app *app) {
  char name[FLEXIO_MAX_NAME_LEN + 1], unpack_name[FLEXIO_MAX_NAME_LEN + 1];
  uint32_t pup = 0;
  size_t size = 0;
  flexio_func_arg_pack_fn_t *pack = NULL;
  flexio_uintptr_t address = 0, unpack_address = 0;

  EXPECT_SUCCESS(flexio_func_get_register_info(
      app, add, &pup, name, unpack_name, sizeof name, &size, &pack, &address,
      &unpack_address));
  EXPECT(pup == 1 && strcmp(name, "add") == 0);
  EXPECT(strcmp(unpack_name, "_dpacc_flexio_dev_arg_unpack_device_add") == 0);
  EXPECT(size >= 12 && pack && address >> 30 == 1 &&
         unpack_address >> 30 == 1 && address != unpack_address);
  EXPECT_FAILED(flexio_func_get_register_info(app, add, NULL, name, NULL, 3,
                                              NULL, NULL, NULL, NULL));
}

int main(int argc, char **argv) {
  struct flexio_app_select_attr wanted = {"test_app", FLEXIO_HW_MODEL_DEF,
                                          open_device()};
  struct flexio_app *app = NULL;
  struct flexio_app **list;
  uint32_t count = 0;
  size_t size = flexio_app_get_elf_size(test_app);
  uint64_t *image = malloc(size + 8);
  FILE *out = fopen(argv[argc - 1], "wb");

  EXPECT(app_before_main || test_app);
  EXPECT(image && size > 0 && out);
  EXPECT_SUCCESS(flexio_app_get(&wanted, &app));
  EXPECT(strcmp(flexio_app_get_name(app), "test_app") == 0);
  EXPECT_SUCCESS(flexio_app_get_list(&list, &count));
  EXPECT(count == 1 && list[0] == test_app);
  EXPECT_SUCCESS(flexio_app_list_free(list));
  check_function(app);
  check_function(test_app);
  EXPECT_FAILED(flexio_app_get_elf(test_app, image, size - 1));
  EXPECT_SUCCESS(flexio_app_get_elf(test_app, image, size));
  EXPECT(fwrite(image, 1, size, out) == size && fclose(out) == 0);
  free(image);
  return 0;
}
