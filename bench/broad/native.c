/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Runs the program of the macro PROGRAM on the host: ROUNDS as argument; prints
 * the checksum and the seconds of processor time.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define JOIN(a, b) a##b
#define NAMED(name) JOIN(program_, name)
uint64_t NAMED(PROGRAM)(uint64_t rounds);

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
  const uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  const double start = seconds();
  const uint64_t checksum = NAMED(PROGRAM)(rounds);
  printf("%" PRIx64 " %.9f\n", checksum, seconds() - start);
  return 0;
}
