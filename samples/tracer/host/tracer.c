/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host side of the tracer sample: opens a tracer with the formats of its
 * records, calls the device, and shows what it has traced.
 *
 * usage: tracer DEVICE      e.g. dpa-run -- tracer mlx5_0
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../device/formats.h"
#include "sample.h"

/* Made by dpacc: the device program, and the stub that names its function. */
extern struct flexio_app *tracer_app;
flexio_func_t collatz;

static char *const formats[] = {
    [FORMAT_BEGIN] = "from %lu\n",
    [FORMAT_STEP] = "step %lu: %lu -> %lu\n",
    [FORMAT_END] = "1 after %lu steps\n",
    NULL,
};

static bool open_tracer(const struct sample *sample,
                        struct flexio_msg_stream **tracer) {
  flexio_msg_stream_attr_t attributes = {
      .data_bsize = 4096,
      .sync_mode = FLEXIO_LOG_DEV_SYNC_MODE_TRACER,
      .level = FLEXIO_MSG_DEV_DEBUG,
      .stream_name = "tracer",
      .tracer_mode = FLEXIO_TRACER_TRANSPORT_WINDOW,
      .tracer_msg_formats = formats,
  };

  return sample_check(sample, "creating a tracer",
                      flexio_msg_stream_create(sample->process, &attributes,
                                               stdout, NULL, tracer));
}

static bool run(const struct sample *sample, struct flexio_msg_stream *tracer) {
  uint64_t steps;

  if (!sample_check(
          sample, "calling 'collatz'",
          flexio_process_call(sample->process, collatz, &steps,
                              (uint64_t)flexio_msg_stream_get_id(tracer),
                              (uint64_t)6)) ||
      !sample_check(sample, "showing the traces",
                    flexio_msg_stream_flush(tracer)))
    return false;
  printf("Result: %" PRIu64 " steps\n", steps);
  return true;
}

int main(int argc, char **argv) {
  struct sample sample = {.name = "tracer"};
  struct flexio_msg_stream *tracer = NULL;
  const char *device_name = sample_device_argument(&sample, argc, argv);
  bool is_fine;

  if (!device_name)
    return EXIT_FAILURE;
  printf("Welcome to 'Flex IO Tracer' sample\n");
  is_fine = sample_start(&sample, device_name, tracer_app) &&
            open_tracer(&sample, &tracer) && run(&sample, tracer);
  is_fine &= sample_check(&sample, "ending the tracer",
                          flexio_msg_stream_destroy(tracer));
  is_fine &= sample_stop(&sample);
  if (!is_fine)
    return EXIT_FAILURE;
  printf("Flex IO Tracer sample is done\n");
  return EXIT_SUCCESS;
}
