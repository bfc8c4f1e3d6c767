/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls device functions of one program and prints their results, one a line.
 * APP and CALLS, as in CALL(f, 1) CALL(g, 2), are given as macros. */
#include <infiniband/verbs.h>
#include <inttypes.h>
#include <libflexio/flexio.h>
#include <stdio.h>
#include <stdlib.h>

extern struct flexio_app *APP;

#define CALL(function, ...)                                                    \
  do {                                                                         \
    extern flexio_func_t function;                                             \
    uint64_t result = 0;                                                       \
    if (flexio_process_call(process, &function, &result, __VA_ARGS__) !=       \
        FLEXIO_STATUS_SUCCESS)                                                 \
      exit(EXIT_FAILURE);                                                      \
    printf("%s: %" PRIu64 "\n", #function, result);                            \
  } while (0);

int main(void) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *device =
      list && list[0] ? ibv_open_device(list[0]) : NULL;
  struct flexio_process *process = NULL;

  if (!device || flexio_process_create(device, APP, NULL, &process) !=
                     FLEXIO_STATUS_SUCCESS)
    return EXIT_FAILURE;
  CALLS
  flexio_process_destroy(process);
  ibv_free_device_list(list);
  ibv_close_device(device);
  return EXIT_SUCCESS;
}
