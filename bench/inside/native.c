/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs work.c on the host with so many rounds and prints the seconds of
 * processor time that it takes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

uint64_t work(uint64_t address, uint64_t rounds);

int main(int count, char **arguments) {
  uint64_t rounds = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
  void *buffer = malloc(16384);
  uint64_t result;
  clock_t start;

  if (!buffer)
    return 1;
  result = work((uint64_t)buffer, 1);
  start = clock();
  result += work((uint64_t)buffer, rounds);
  printf("%.9f\n", (double)(clock() - start) / CLOCKS_PER_SEC);
  free(buffer);
  return result == 0;
}
