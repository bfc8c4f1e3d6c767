/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The host's part of an event handler that sends back what it receives
 * (../device/sample_echo.h). */
#ifndef SAMPLE_ECHO_H
#define SAMPLE_ECHO_H

#include "sample_queues.h"
#include "sample_wait.h"

struct sample_echo_settings {
  flexio_func_t *function; /* calls sample_echo_run() */
  const char *name;        /* for tools */
  uint8_t log_depth;       /* of its queues */
  const struct sample_counters *counters;
  const struct sample_buffers *buffers; /* of all handlers */
  struct flexio_affinity affinity;      /* zeros: any execution unit */
  flexio_uintptr_t storage;             /* thread-local; 0: none */
};

struct sample_echo_handler {
  struct flexio_event_handler *handler;
  struct sample_cq received;
  struct sample_cq sent;
  struct sample_rq receive;
  struct sample_sq send;
  flexio_uintptr_t echo; /* on the device */
};

/* Runs the handler with this number (from 0), of which its buffers and its
 * counter are. It receives nothing before sample_post_all(). What was created
 * before a failure ends with the close function. */
bool sample_open_echo(const struct sample *sample,
                      const struct sample_echo_settings *settings,
                      size_t number, struct sample_echo_handler *echo);
/* Runs the handlers with the numbers 0 to count - 1. */
bool sample_open_echoes(const struct sample *sample,
                        const struct sample_echo_settings *settings,
                        size_t count, struct sample_echo_handler *echoes);
bool sample_close_echo(const struct sample *sample,
                       struct sample_echo_handler *echo);

#endif
