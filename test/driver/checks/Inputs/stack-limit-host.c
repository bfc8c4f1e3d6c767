/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls the entry point and prints whether it returned. */
#include "host.h"

flexio_func_t use_stack;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t result = 0;

  if (flexio_process_call(process, use_stack, &result, UINT64_C(100)) ==
      FLEXIO_STATUS_SUCCESS)
    printf("runs\n");
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
