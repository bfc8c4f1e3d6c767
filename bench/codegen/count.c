/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs programs of a device image on the first device and prints a line for
 * each: its name, its checksum, the instructions that it took, and the seconds
 * of the call: processor time of all threads, and elapsed. Given the image
 * file, which may be dpacc's or made by hand, and for each program
 * <name>:<rounds>, whose entry point is measure_<name>; exit status 1 after an
 * error.
 */
#include <infiniband/verbs.h>
#include <inttypes.h>
#include <libflexio/flexio.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void check(int is_fine, const char *what) {
  if (is_fine)
    return;
  fprintf(stderr, "count: error: %s\n", what);
  exit(1);
}

static struct flexio_app *load(const char *path) {
  enum { SIZE_MAX_OF_IMAGE = 1 << 24 };
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

static uint64_t call(struct flexio_app *app, struct flexio_process *process,
                     const char *entry, uint64_t argument) {
  flexio_func_t *function;
  uint64_t result = 0;

  check(flexio_func_register(app, entry, &function) == FLEXIO_STATUS_SUCCESS,
        "no entry point");
  check(flexio_process_call(process, function, &result, argument) ==
            FLEXIO_STATUS_SUCCESS,
        "a call failed");
  return result;
}

static double seconds(clockid_t clock) {
  struct timespec now;

  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void run(struct flexio_app *app, struct flexio_process *process,
                const char *program) {
  char name[64], entry[80];
  uint64_t rounds, count, sum;
  double processor, elapsed;

  check(sscanf(program, "%63[^:]:%" SCNu64, name, &rounds) == 2, program);
  snprintf(entry, sizeof entry, "measure_%s", name);
  processor = seconds(CLOCK_PROCESS_CPUTIME_ID);
  elapsed = seconds(CLOCK_MONOTONIC);
  count = call(app, process, entry, rounds);
  elapsed = seconds(CLOCK_MONOTONIC) - elapsed;
  processor = seconds(CLOCK_PROCESS_CPUTIME_ID) - processor;
  sum = call(app, process, "measure_checksum", 0);
  printf("%s %" PRIx64 " %" PRIu64 " %.9f %.9f\n", name, sum, count, processor,
         elapsed);
}

int main(int argc, char **argv) {
  struct flexio_process *process;
  struct flexio_app *app;

  check(argc > 2, "usage: count IMAGE PROGRAM:ROUNDS...");
  app = load(argv[1]);
  process = start(app);
  for (int i = 2; i < argc; i++)
    run(app, process, argv[i]);
  flexio_process_destroy(process);
  return 0;
}
