/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Creates a process on the first device and calls it. */
#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

extern struct flexio_app *signed_app;
flexio_func_t sum;

int main(void) {
  struct flexio_process *process = NULL;
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct ibv_context *device =
      devices && devices[0] ? ibv_open_device(devices[0]) : NULL;
  uint64_t result = 0;

  if (!device) {
    puts("no device");
    return EXIT_FAILURE;
  }
  if (flexio_process_create(device, signed_app, NULL, &process)) {
    printf("refused, process %s\n", process ? "left" : "is NULL");
    return EXIT_FAILURE;
  }
  if (flexio_process_call(process, sum, &result, UINT64_C(40), UINT64_C(2)))
    return EXIT_FAILURE;
  printf("result %" PRIu64 "\n", result);
  flexio_process_destroy(process);
  ibv_close_device(device);
  ibv_free_device_list(devices);
  return EXIT_SUCCESS;
}
