/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the host programs of these tests: a device, a process, and checks that print the place
 * of a failure. */
#ifndef DPA_TEST_HOST_H
#define DPA_TEST_HOST_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

#include "expect.h"

/* The app of every test; dpacc -app-name=test_app. */
extern struct flexio_app *test_app;

/* The device with this index in the list. */
static inline struct ibv_context *open_device_at(int index) {
  int count = 0;
  struct ibv_device **list = ibv_get_device_list(&count);
  struct ibv_context *context;

  EXPECT(list && count > index);
  context = ibv_open_device(list[index]);
  EXPECT(context);
  ibv_free_device_list(list);
  return context;
}

static inline struct ibv_context *open_device(void) {
  return open_device_at(0);
}

static inline struct flexio_process *
create_process(struct ibv_context *context) {
  struct flexio_process *process = NULL;

  EXPECT_SUCCESS(flexio_process_create(context, test_app, NULL, &process));
  EXPECT(process);
  return process;
}

static inline struct flexio_msg_stream *
create_stream(struct flexio_process *process, flexio_msg_dev_level level,
              FILE *out) {
  flexio_msg_stream_attr_t attributes = {.data_bsize = 2048, .level = level};
  struct flexio_msg_stream *stream = NULL;

  EXPECT_SUCCESS(
      flexio_msg_stream_create(process, &attributes, out, NULL, &stream));
  EXPECT(stream);
  return stream;
}

static inline bool is_readable(int fd) {
  struct pollfd wanted = {.fd = fd, .events = POLLIN};

  return poll(&wanted, 1, 0) == 1 && (wanted.revents & POLLIN) != 0;
}

#endif
