/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Prints the processor time of flexio_process_create(), in microseconds: median
 * of 31 processes.
 */
#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

extern struct flexio_app *large_app;
flexio_func_t entry;

enum { ROUNDS = 31 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) {
  const double one = *(const double *)a, other = *(const double *)b;
  return (one > other) - (one < other);
}

int main(void) {
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct ibv_context *device =
      devices && devices[0] ? ibv_open_device(devices[0]) : NULL;
  double times[ROUNDS];

  if (!device)
    return EXIT_FAILURE;
  for (int i = 0; i < ROUNDS; ++i) {
    struct flexio_process *process;
    const double start = now();
    if (flexio_process_create(device, large_app, NULL, &process))
      return EXIT_FAILURE;
    times[i] = now() - start;
    flexio_process_destroy(process);
  }
  qsort(times, ROUNDS, sizeof times[0], compare);
  printf("create %f\n", times[ROUNDS / 2]);
  return EXIT_SUCCESS;
}
