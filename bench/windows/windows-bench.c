/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Windows benchmark, run by run.py under dpa-run with a size in bytes: copies
 * of that size by device code through a window, in both directions, in turns
 * with the host's memcpy of the same size. Prints 'to_host', 'from_host' and
 * 'memcpy', each in bytes a second, the best of its blocks.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

enum { BLOCKS = 9, ALIGNMENT = 4096 };

extern struct flexio_app *windows_bench_app;
flexio_func_t copy_to_host, copy_from_host;

/* What all copies are made between. */
struct ends {
  struct flexio_process *process;
  struct flexio_window *window;
  struct ibv_mr *region;
  char *host, *other;
  flexio_uintptr_t device;
  uint32_t size;
  uint64_t count; /* copies of a block */
};

static void need(int is_good, const char *what) {
  if (is_good)
    return;
  fprintf(stderr, "windows-bench: error: %s failed\n", what);
  exit(1);
}

static double now(void) {
  struct timespec time;

  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double on_device(const struct ends *ends, flexio_func_t *function) {
  uint64_t result = 1;
  double start = now();

  need(flexio_process_call(
           ends->process, function, &result, flexio_window_get_id(ends->window),
           ends->region->lkey, (uint64_t)(uintptr_t)ends->host, ends->device,
           ends->size, ends->count) == FLEXIO_STATUS_SUCCESS &&
           result == 0,
       "a copy by the device");
  return now() - start;
}

static double on_host(const struct ends *ends) {
  double start = now();

  for (uint64_t i = 0; i < ends->count; i++) {
    memcpy(ends->other, ends->host, ends->size);
    __asm__ volatile("" ::: "memory");
  }
  return now() - start;
}

static char *make_buffer(size_t size) {
  char *buffer = aligned_alloc(ALIGNMENT, size);

  need(buffer != NULL, "aligned_alloc");
  memset(buffer, 1, size);
  return buffer;
}

static struct ends make_ends(uint32_t size) {
  struct ends ends = {.size = size, .count = (UINT64_C(64) << 20) / size};
  struct ibv_device **list = ibv_get_device_list(NULL);

  need(list && list[0], "finding a device");
  struct ibv_context *context = ibv_open_device(list[0]);
  need(context != NULL, "ibv_open_device");
  struct ibv_pd *domain = ibv_alloc_pd(context);
  need(domain != NULL, "ibv_alloc_pd");
  need(flexio_process_create(context, windows_bench_app, NULL, &ends.process) ==
           FLEXIO_STATUS_SUCCESS,
       "flexio_process_create");
  ends.host = make_buffer(size);
  ends.other = make_buffer(size);
  ends.region = ibv_reg_mr(domain, ends.host, size, IBV_ACCESS_LOCAL_WRITE);
  need(ends.region != NULL, "ibv_reg_mr");
  need(flexio_window_create(ends.process, domain, &ends.window) ==
           FLEXIO_STATUS_SUCCESS,
       "flexio_window_create");
  need(flexio_buf_dev_alloc(ends.process, size, &ends.device) ==
           FLEXIO_STATUS_SUCCESS,
       "flexio_buf_dev_alloc");
  return ends;
}

static void keep_least(double *least, double seconds) {
  if (*least == 0 || seconds < *least)
    *least = seconds;
}

int main(int argc, char **argv) {
  double to = 0, from = 0, host = 0;

  need(argc == 2 && atol(argv[1]) >= ALIGNMENT && atol(argv[1]) <= 64 << 20,
       "reading SIZE (4096 to 64 Mi)");
  struct ends ends = make_ends((uint32_t)atol(argv[1]));
  for (int block = 0; block < BLOCKS; block++) {
    keep_least(&to, on_device(&ends, copy_to_host));
    keep_least(&host, on_host(&ends));
    keep_least(&from, on_device(&ends, copy_from_host));
  }
  const double bytes = (double)ends.size * (double)ends.count;
  printf("to_host %f\nfrom_host %f\nmemcpy %f\n", bytes / to, bytes / from,
         bytes / host);
  need(flexio_process_destroy(ends.process) == FLEXIO_STATUS_SUCCESS,
       "flexio_process_destroy");
  return 0;
}
