/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs the benchmark programs of a device image on the first device and prints
 * a line for each: its name, its checksum and the instructions that it took.
 * Given the image file, which may be dpacc's or made by hand; exit status 1
 * after an error.
 */
#include "programs.h"

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>
#include <stdio.h>
#include <stdlib.h>

static const struct program {
  const char *name;
  uint64_t number, rounds;
} programs[] = {
    {"list", PROGRAM_LIST, 20},     {"matrix", PROGRAM_MATRIX, 20},
    {"crc", PROGRAM_CRC, 20},       {"state", PROGRAM_STATE, 200},
    {"mix", PROGRAM_MIX, 5},        {"packet", PROGRAM_PACKET, 20},
    {"memory", PROGRAM_MEMORY, 20},
};

static void check(int is_fine, const char *what) {
  if (is_fine)
    return;
  fprintf(stderr, "count: error: %s\n", what);
  exit(1);
}

static struct flexio_app *load(const char *path) {
  enum { SIZE_MAX_OF_IMAGE = 1 << 20 };
  void *bytes = malloc(SIZE_MAX_OF_IMAGE);
  FILE *file = fopen(path, "rb");
  struct flexio_app_attr attributes = {.app_name = "count", .app_ptr = bytes};
  struct flexio_app *app = NULL;

  check(bytes && file, path);
  attributes.app_bsize = fread(bytes, 1, SIZE_MAX_OF_IMAGE, file);
  fclose(file);
  check(flexio_app_create(&attributes, &app) == FLEXIO_STATUS_SUCCESS,
        "no app");
  free(bytes);
  return app;
}

static struct flexio_process *start(struct flexio_app *app) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct flexio_process *process = NULL;
  struct ibv_context *context;

  check(list && list[0], "no device");
  context = ibv_open_device(list[0]);
  check(context != NULL, "the device cannot be opened");
  ibv_free_device_list(list);
  check(flexio_process_create(context, app, NULL, &process) ==
            FLEXIO_STATUS_SUCCESS,
        "no process");
  return process;
}

int main(int argc, char **argv) {
  flexio_func_t *checksum, *instructions;
  struct flexio_process *process;
  struct flexio_app *app;

  check(argc == 2, "usage: count IMAGE");
  app = load(argv[1]);
  check(flexio_func_register(app, "measure_checksum", &checksum) ==
                FLEXIO_STATUS_SUCCESS &&
            flexio_func_register(app, "measure_instructions", &instructions) ==
                FLEXIO_STATUS_SUCCESS,
        "no entry points");
  process = start(app);
  for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
    uint64_t argument = programs[i].number << 32 | programs[i].rounds;
    uint64_t sum = 0, count = 0;
    check(flexio_process_call(process, checksum, &sum, argument) ==
                  FLEXIO_STATUS_SUCCESS &&
              flexio_process_call(process, instructions, &count, argument) ==
                  FLEXIO_STATUS_SUCCESS,
          "a call failed");
    printf("%s %llx %llu\n", programs[i].name, (unsigned long long)sum,
           (unsigned long long)count);
  }
  flexio_process_destroy(process);
  return 0;
}
