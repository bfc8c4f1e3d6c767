/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs each case as a remote call, with a buffer of its own. */
#include "cases.h"
#include "host.h"

#define DECLARE(name) extern flexio_func_t name;
FOR_EACH_CASE(DECLARE)
FOR_EACH_FREED_CASE(DECLARE)

static struct flexio_process *process;

static void run(flexio_func_t *function, bool is_freed) {
  flexio_uintptr_t buffer;
  uint64_t result;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 64, &buffer));
  if (is_freed)
    EXPECT_SUCCESS(flexio_buf_dev_free(process, buffer));
  EXPECT_SUCCESS(
      flexio_process_call(process, function, &result, (uint64_t)buffer));
  if (!is_freed)
    EXPECT_SUCCESS(flexio_buf_dev_free(process, buffer));
}

int main(void) {
  process = create_process(open_device());
#define RUN(name) run(name, false);
  FOR_EACH_CASE(RUN)
#define RUN_FREED(name) run(name, true);
  FOR_EACH_FREED_CASE(RUN_FREED)
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
