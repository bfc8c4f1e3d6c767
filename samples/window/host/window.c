/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host side of the window sample: puts a buffer behind a window, has the device
 * write to it, and prints it before and after.
 *
 * usage: window DEVICE      e.g. dpa-run -- window mlx5_0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sample.h"

enum { TEXT_SIZE = 64 };

/* Made by dpacc: the device program, and the stub that names its function. */
extern struct flexio_app *window_app;
flexio_func_t overwrite;

static bool run(struct sample *sample, struct sample_window *buffer) {
  uint64_t problem = 0;

  if (!sample_open_window(sample, TEXT_SIZE, buffer))
    return false;
  strcpy(buffer->memory, "Written by the host");
  printf("Before: %s\n", (char *)buffer->memory);
  if (!sample_check(
          sample, "calling 'overwrite'",
          flexio_process_call(sample->process, overwrite, &problem,
                              (uint64_t)flexio_window_get_id(buffer->window),
                              (uint64_t)buffer->region->lkey,
                              (uint64_t)(uintptr_t)buffer->memory,
                              (uint64_t)buffer->size)))
    return false;
  if (problem != 0)
    return sample_fail(sample, "the device could not write to the buffer");
  printf("After: %s\n", (char *)buffer->memory);
  return true;
}

int main(int argc, char **argv) {
  struct sample sample = {.name = "window"};
  struct sample_window buffer = {0};
  const char *device_name = sample_device_argument(&sample, argc, argv);
  bool is_fine;

  if (!device_name)
    return EXIT_FAILURE;
  printf("Welcome to 'Flex IO Window' sample\n");
  is_fine =
      sample_start(&sample, device_name, window_app) && run(&sample, &buffer);
  is_fine &= sample_close_window(&sample, &buffer);
  is_fine &= sample_stop(&sample);
  if (!is_fine)
    return EXIT_FAILURE;
  printf("Flex IO Window sample is done\n");
  return EXIT_SUCCESS;
}
