/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host side of the typed calls sample in C: calls device functions by the
 * functions of the header that dpacc -gen-header=areas.h has written. Wrong
 * arguments are compile errors.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <infiniband/verbs.h>

#include "shape.h"
/* The app, area_call() and larger_call(). */
#include "areas.h"

static int compare(struct flexio_process *process) {
  struct shape rectangle = {RECTANGLE, 6, 7};
  struct shape triangle = {TRIANGLE, 9, 10};
  uint64_t first, second, largest;

  if (area_call(process, &first, rectangle) ||
      area_call(process, &second, triangle))
    return EXIT_FAILURE; /* libflexio has logged why */
  /* The same without the header: the compiler checks neither number nor types
   * of the arguments. */
  if (flexio_process_call(process, larger, &largest, first, second))
    return EXIT_FAILURE;
  printf("Rectangle: %" PRIu64 ", triangle: %" PRIu64 ", larger: %" PRIu64 "\n",
         first, second, largest);
  return EXIT_SUCCESS;
}

int main(void) {
  struct flexio_process *process;
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct ibv_context *device =
      devices && devices[0] ? ibv_open_device(devices[0]) : NULL;
  int status;

  if (!device) {
    fprintf(stderr, "typed_calls: error: no device (start with dpa-run)\n");
    return EXIT_FAILURE;
  }
  if (flexio_process_create(device, areas_app, NULL, &process))
    return EXIT_FAILURE;
  status = compare(process);

  flexio_process_destroy(process);
  ibv_close_device(device);
  ibv_free_device_list(devices);
  return status;
}
