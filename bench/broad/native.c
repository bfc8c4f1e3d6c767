/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs the program of the macro PROGRAM on the host: ROUNDS as argument; prints
 * the checksum and the seconds of it: processor time, and elapsed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define JOIN(a, b) a##b
#define NAMED(name) JOIN(program_, name)
uint64_t NAMED(PROGRAM)(uint64_t rounds);

static double seconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  const uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  const double processor = seconds(CLOCK_PROCESS_CPUTIME_ID);
  const double elapsed = seconds(CLOCK_MONOTONIC);
  const uint64_t checksum = NAMED(PROGRAM)(rounds);
  printf("%" PRIx64 " %.9f %.9f\n", checksum,
         seconds(CLOCK_PROCESS_CPUTIME_ID) - processor,
         seconds(CLOCK_MONOTONIC) - elapsed);
  return 0;
}
