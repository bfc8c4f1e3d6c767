/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs profiled-device.c so many rounds and prints what it has counted. */
#include "host.h"

flexio_func_t work, count_of;

static uint64_t call(struct flexio_process *process, flexio_func_t *function,
                     uint64_t argument) {
  uint64_t value = 0;

  EXPECT_SUCCESS(flexio_process_call(process, function, &value, argument));
  return value;
}

int main(int argc, char **argv) {
  struct flexio_process *process = create_process(open_device());

  EXPECT(call(process, work, strtoull(argv[argc - 1], NULL, 0)) != 0);
  printf("light %llu\nheavy %llu\n",
         (unsigned long long)call(process, count_of, 0),
         (unsigned long long)call(process, count_of, 1));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
