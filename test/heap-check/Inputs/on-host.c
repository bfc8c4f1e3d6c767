/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls each case with a buffer of its own. */
#include "cases.h"

#include <stdbool.h>
#include <stdlib.h>

#define DECLARE(name) uint64_t name(uint64_t address);
FOR_EACH_CASE(DECLARE)
FOR_EACH_FREED_CASE(DECLARE)

static void run(uint64_t (*function)(uint64_t), bool is_freed) {
  void *volatile buffer = malloc(64);
  uint64_t address = (uint64_t)buffer;

  if (is_freed)
    free(buffer);
  function(address);
  if (!is_freed)
    free(buffer);
}

int main(void) {
#define RUN(name) run(name, false);
  FOR_EACH_CASE(RUN)
#define RUN_FREED(name) run(name, true);
  FOR_EACH_FREED_CASE(RUN_FREED)
  return 0;
}
