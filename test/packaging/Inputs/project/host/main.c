/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls the three functions with 5 and prints what they return. */
#include <inttypes.h>
#include <stdio.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

extern struct flexio_app *project;
flexio_func_t first, second, third;

static int call(struct flexio_process *process, const char *name,
                flexio_func_t *function) {
  uint64_t result = 0;

  if (flexio_process_call(process, function, &result, (uint64_t)5) !=
      FLEXIO_STATUS_SUCCESS)
    return 1;
  printf("%s: %" PRIu64 "\n", name, result);
  return 0;
}

int main(void) {
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct ibv_context *context = ibv_open_device(devices[0]);
  struct flexio_process *process;
  int failures;

  if (flexio_process_create(context, project, NULL, &process) !=
      FLEXIO_STATUS_SUCCESS)
    return 1;
  failures = call(process, "first", first) + call(process, "second", second) +
             call(process, "third", third);
  flexio_process_destroy(process);
  ibv_close_device(context);
  ibv_free_device_list(devices);
  return failures;
}
