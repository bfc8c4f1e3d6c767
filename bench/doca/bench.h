/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Of the host files of the DOCA benchmark: checks, time, medians. */
#ifndef BENCH_DOCA_BENCH_H
#define BENCH_DOCA_BENCH_H

#include <doca_error.h>
#include <libflexio/flexio.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "doca-bench: error: %s:%d: %s\n", __FILE__, __LINE__,    \
              #condition);                                                     \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)
#define DOCA(call) CHECK((call) == DOCA_SUCCESS)
#define FLEXIO(call) CHECK((call) == FLEXIO_STATUS_SUCCESS)

static inline uint64_t now_ns(void) {
  struct timespec time;

  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static inline int compare_times(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

  return (a > b) - (a < b);
}

static inline uint64_t median(uint64_t *values, size_t count) {
  qsort(values, count, sizeof *values, compare_times);
  return values[count / 2];
}

#endif
