/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs a program of a device image on several execution units at the same time:
 * each in a process of its own, called by a thread of its own. Prints the
 * checksum, the instructions of one call, and the seconds of processor time of
 * all calls; exit status 1 after an error, or if the checksums differ.
 */
#include <infiniband/verbs.h>
#include <inttypes.h>
#include <libflexio/flexio.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { UNITS_MAX = 256, IMAGE_MAX = 1 << 24 };

static struct flexio_app *app;
static flexio_func_t *entry, *checksum;
static uint64_t rounds;
static pthread_barrier_t begin;

struct unit {
  struct flexio_process *process;
  pthread_t thread;
  uint64_t count;
};

static void check(int is_fine, const char *what) {
  if (is_fine)
    return;
  fprintf(stderr, "units: error: %s\n", what);
  exit(1);
}

static void load(const char *path, const char *name) {
  void *bytes = malloc(IMAGE_MAX);
  FILE *file = fopen(path, "rb");
  struct flexio_app_attr attributes = {.app_name = "units", .app_ptr = bytes};
  char symbol[80];

  check(bytes && file, path);
  attributes.app_bsize = fread(bytes, 1, IMAGE_MAX, file);
  fclose(file);
  check(flexio_app_create(&attributes, &app) == FLEXIO_STATUS_SUCCESS,
        "no app");
  free(bytes);
  snprintf(symbol, sizeof symbol, "measure_%s", name);
  check(flexio_func_register(app, symbol, &entry) == FLEXIO_STATUS_SUCCESS &&
            flexio_func_register(app, "measure_checksum", &checksum) ==
                FLEXIO_STATUS_SUCCESS,
        "no entry point");
}

static struct ibv_context *open_device(void) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *context;

  check(list && list[0], "no device");
  context = ibv_open_device(list[0]);
  check(context != NULL, "the device cannot be opened");
  ibv_free_device_list(list);
  return context;
}

static void *call(void *argument) {
  struct unit *unit = argument;

  pthread_barrier_wait(&begin);
  check(flexio_process_call(unit->process, entry, &unit->count, rounds) ==
            FLEXIO_STATUS_SUCCESS,
        "a call failed");
  return NULL;
}

static double seconds(void) {
  struct timespec now;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Of all units, which must agree. */
static uint64_t end(struct unit *units, int count) {
  uint64_t first = 0;

  for (int i = 0; i < count; i++) {
    uint64_t sum = 0;

    check(flexio_process_call(units[i].process, checksum, &sum, UINT64_C(0)) ==
              FLEXIO_STATUS_SUCCESS,
          "a call failed");
    first = i == 0 ? sum : first;
    check(sum == first, "checksums of units differ");
    flexio_process_destroy(units[i].process);
  }
  return first;
}

int main(int argc, char **argv) {
  static struct unit units[UNITS_MAX];
  struct ibv_context *context;
  double start, taken;
  int count;

  check(argc == 5, "usage: units IMAGE PROGRAM ROUNDS UNITS");
  rounds = strtoull(argv[3], NULL, 10);
  count = atoi(argv[4]);
  check(count > 0 && count <= UNITS_MAX, "expected 1 to 256 units");
  load(argv[1], argv[2]);
  context = open_device();
  pthread_barrier_init(&begin, NULL, (unsigned)count + 1);
  for (int i = 0; i < count; i++) {
    check(flexio_process_create(context, app, NULL, &units[i].process) ==
                  FLEXIO_STATUS_SUCCESS &&
              pthread_create(&units[i].thread, NULL, call, &units[i]) == 0,
          "a unit cannot be started");
  }
  start = seconds();
  pthread_barrier_wait(&begin);
  for (int i = 0; i < count; i++)
    pthread_join(units[i].thread, NULL);
  taken = seconds() - start;
  printf("%s %" PRIx64 " %" PRIu64 " %.9f\n", argv[2], end(units, count),
         units[0].count, taken);
  return 0;
}
