// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An async stream keeps its messages until they are flushed; if they do not fit in its buffer, the
// oldest are lost and the rest are whole and in order. Remaining messages are printed when the
// stream or the process is destroyed.
// PROVES: R-STREAM-09
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host
// RUN: dpa-run --seed=4 -- %t/host
// RUN: dpa-run --engine=interp -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t count(int stream, int from, int to) {
  for (int i = from; i < to; i++)
    flexio_dev_msg_info(stream, "message %d%.*s\n", i, i % 70,
                        " ...................................................."
                        "..................");
  return 0;
}

//--- host.c
#include "host.h"

#include <unistd.h>

flexio_func_t count;

static struct flexio_process *process;
static FILE *out;

static struct flexio_msg_stream *open_async(size_t size) {
  flexio_msg_stream_attr_t attributes = {.data_bsize = size,
                                         .sync_mode =
                                             FLEXIO_LOG_DEV_SYNC_MODE_ASYNC,
                                         .level = FLEXIO_MSG_DEV_INFO};
  struct flexio_msg_stream *stream;

  EXPECT_SUCCESS(
      flexio_msg_stream_create(process, &attributes, out, NULL, &stream));
  return stream;
}

static void send(struct flexio_msg_stream *stream, int from, int to) {
  EXPECT_SUCCESS(flexio_process_call(
      process, count, NULL, flexio_msg_stream_get_id(stream), from, to));
}

/* The number of the next message in the file, which must be whole; -1 at its end. */
static int next_message(void) {
  char line[256], rest[128] = "";
  int number = -1, length;

  if (!fgets(line, sizeof line, out))
    return -1;
  EXPECT(sscanf(strstr(line, "message"), "message %d%n%127[ .]", &number,
                &length, rest) >= 1);
  EXPECT(strlen(rest) == (size_t)(number % 70));
  EXPECT(line[strlen(line) - 1] == '\n');
  return number;
}

/* The file must hold the messages up to `last`; returns the first one. */
static int check_file(int last) {
  int first, number;

  fseek(out, 0, SEEK_SET);
  first = number = next_message();
  EXPECT(first >= 0);
  while (number != last)
    EXPECT(next_message() == ++number);
  EXPECT(next_message() == -1);
  EXPECT(ftruncate(fileno(out), 0) == 0);
  fseek(out, 0, SEEK_SET);
  return first;
}

int main(void) {
  struct flexio_msg_stream *stream;

  process = create_process(open_device());
  out = tmpfile();
  EXPECT(out);
  stream = open_async(2048);
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  send(stream, 0, 10);
  EXPECT(ftell(out) == 0);
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  EXPECT(check_file(9) == 0);
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  EXPECT(ftell(out) == 0);
  for (int to = 12; to < 500; to += to % 97) {
    int from = to - to / 3;
    send(stream, from, to);
    EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
    EXPECT(check_file(to - 1) >= from);
  }
  /* 1000 messages of 50 bytes do not fit, 20 of them do. */
  send(stream, 0, 1000);
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  int first = check_file(999);
  EXPECT(first > 900 && first < 980);
  send(stream, 5, 7);
  EXPECT(ftell(out) == 0);
  EXPECT_SUCCESS(flexio_msg_stream_destroy(stream));
  EXPECT(check_file(6) == 5);

  /* A larger buffer holds more. */
  stream = open_async(65536);
  send(stream, 0, 1000);
  EXPECT(ftell(out) == 0);
  EXPECT_SUCCESS(flexio_log_dev_flush(process));
  EXPECT(check_file(999) < first - 500);
  send(stream, 0, 3);
  EXPECT(ftell(out) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(check_file(2) == 0);
  return 0;
}
