/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host side of the signed sample: calls add() on the first device. */
#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

#include <stdio.h>
#include <stdlib.h>

/* Made by dpacc: the device program, and the stub that names its function. */
extern struct flexio_app *signed_app;
flexio_func_t add;

int main(void) {
  struct flexio_process *process;
  uint64_t sum;
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct ibv_context *device =
      devices && devices[0] ? ibv_open_device(devices[0]) : NULL;

  if (!device) {
    fprintf(stderr, "signed: error: no device (start with dpa-run)\n");
    return EXIT_FAILURE;
  }
  if (flexio_process_create(device, signed_app, NULL, &process)) {
    fprintf(stderr, "signed: error: the device refused the program\n");
    return EXIT_FAILURE;
  }
  if (flexio_process_call(process, add, &sum, 44ul, 55ul))
    return EXIT_FAILURE; /* libflexio has logged why */
  printf("Result: %lu\n", sum);

  flexio_process_destroy(process);
  ibv_close_device(device);
  ibv_free_device_list(devices);
  return EXIT_SUCCESS;
}
