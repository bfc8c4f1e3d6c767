/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the samples' host programs share: a device by its name, a process on it
 * with a default message stream, host memory that device code reaches through a
 * window. A function that fails prints an error after the sample's name and
 * returns false.
 */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

struct sample {
  const char *name; /* for messages */
  struct ibv_context *device;
  struct flexio_process *process;
  struct flexio_msg_stream *stream;
};

/* Host memory behind a window of the process. */
struct sample_window {
  void *memory; /* aligned as windows require */
  size_t size;  /* rounded up to that alignment */
  struct ibv_mr *region;
  struct flexio_window *window;
};

/* Prints what went wrong; returns false. */
bool sample_fail(const struct sample *sample, const char *what);

/* Returns the only argument, a device's name; for another number of arguments
 * prints the usage and returns NULL. */
const char *sample_device_argument(const struct sample *sample, int argc,
                                   char **argv);

/* Opens the device and starts a process, with a sync stream to standard output.
 * sample_stop() must follow, also after a failure. */
bool sample_start(struct sample *sample, const char *device_name,
                  struct flexio_app *app);
/* Returns false after printing an error if something could not be destroyed.
 * Accepts a sample whose start failed. */
bool sample_stop(struct sample *sample);

/* Whether a call of the library succeeded; prints an error if not. */
bool sample_check(const struct sample *sample, const char *what,
                  flexio_status status);

/* Allocates memory of at least `size` bytes, zeroed, for the device to read and
 * write. */
bool sample_open_window(const struct sample *sample, size_t size,
                        struct sample_window *window);
/* Accepts a window whose opening failed. */
bool sample_close_window(const struct sample *sample,
                         struct sample_window *window);

#endif
