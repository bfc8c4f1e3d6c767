// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Messages that a file does not accept fail the next flush or destruction of their stream, in every mode, and are
// counted in the log once. An async stream counts what it has overwritten. A process without a stream says so once.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2> %t/err && FileCheck %s < %t/err
// RUN: dpa-run --engine=interp --seed=3 -- %t/host 2> %t/err && FileCheck %s < %t/err

// CHECK-NOT: {{.}}
// CHECK: flexio: warning: message stream: cannot write messages of stream 0 ('sync'): No space left on device
// CHECK-NEXT: flexio: error: flexio_msg_stream_flush: stream 0 ('sync'): up to 5 messages were lost: No space left on device
// CHECK-NEXT: flexio: error: flexio_msg_stream_destroy: stream 0 ('sync'): up to 3 messages were lost: No space left on device
// CHECK-NEXT: flexio: warning: message stream: cannot write messages of stream 0 ('async'): No space left on device
// CHECK-NEXT: flexio: error: flexio_msg_stream_flush: stream 0 ('async'): up to 5 messages were lost: No space left on device
// CHECK-NEXT: flexio: error: flexio_msg_stream_destroy: stream 0 ('async'): up to 3 messages were lost: No space left on device
// CHECK-NEXT: flexio: warning: message stream: cannot write messages of stream 0 ('batch'): No space left on device
// CHECK-NEXT: flexio: error: flexio_msg_stream_flush: stream 0 ('batch'): up to 5 messages were lost: No space left on device
// CHECK-NEXT: flexio: error: flexio_msg_stream_destroy: stream 0 ('batch'): up to 3 messages were lost: No space left on device
// CHECK-NEXT: flexio: warning: message stream: cannot write messages of stream 0 ('tracer'): No space left on device
// CHECK-NEXT: flexio: error: flexio_msg_stream_flush: stream 0 ('tracer'): up to 5 messages were lost: No space left on device
// CHECK-NEXT: flexio: error: flexio_msg_stream_destroy: stream 0 ('tracer'): up to 3 messages were lost: No space left on device
// CHECK-NEXT: flexio: warning: message stream: cannot write messages of stream 0 ('pipe'): Broken pipe
// CHECK-NEXT: flexio: error: flexio_log_dev_flush: stream 0 ('pipe'): up to 5 messages were lost: Broken pipe
// CHECK-NEXT: flexio: error: flexio_log_dev_destroy: stream 0 ('pipe'): up to 3 messages were lost: Broken pipe
// CHECK-NEXT: flexio: warning: message stream: cannot write messages of stream 0 ('left open'): No space left on device
// CHECK-NEXT: flexio: error: flexio_process_destroy: stream 0 ('left open'): up to 2 messages were lost: No space left on device
// CHECK-NEXT: flexio: warning: message stream: stream 0 ('small'): 4872 messages were overwritten before a flush (data_bsize is 2048)
// CHECK-NEXT: flexio: warning: message stream: stream 0 ('small'): 172 messages were overwritten before a flush (data_bsize is 2048)
// CHECK-NEXT: flexio: warning: message stream: stream 0 ('small'): 72 messages were overwritten before a flush (data_bsize is 2048)
// CHECK-NEXT: flexio: warning: message stream: process 'test_app' on 'mlx5_0' has no stream: its messages are lost; open one with flexio_msg_stream_create
// CHECK-NOT: {{.}}

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_tracer.h>
#include <stdint.h>

__dpa_rpc__ uint64_t say(int count) {
  for (int i = 0; i < count; i++)
    flexio_dev_print("%6d\n", i);
  return 0;
}

__dpa_rpc__ uint64_t trace(int count) {
  for (int i = 0; i < count; i++)
    flexio_dev_trace_0(0, FLEXIO_MSG_DEV_INFO, 0);
  return 0;
}

//--- host.c
#include "host.h"

#include <unistd.h>

flexio_func_t say, trace;

static struct flexio_process *process;

static struct flexio_msg_stream *
open_stream(const char *name, flexio_msg_dev_sync_mode mode, FILE *out) {
  static char *const formats[] = {"a trace", NULL};
  flexio_msg_stream_attr_t attributes = {.data_bsize = 2048,
                                         .sync_mode = mode,
                                         .level = FLEXIO_MSG_DEV_INFO,
                                         .stream_name = (char *)name,
                                         .tracer_msg_formats = formats,
                                         .tracer_mode =
                                             FLEXIO_TRACER_TRANSPORT_WINDOW};
  struct flexio_msg_stream *stream;

  EXPECT_SUCCESS(
      flexio_msg_stream_create(process, &attributes, out, NULL, &stream));
  return stream;
}

static FILE *full_disk(void) {
  FILE *out = fopen("/dev/full", "w");

  EXPECT(out);
  return out;
}

static FILE *closed_pipe(void) {
  int ends[2];

  EXPECT(pipe(ends) == 0);
  close(ends[0]);
  return fdopen(ends[1], "w");
}

static void call(flexio_func_t *function, int count) {
  EXPECT_SUCCESS(flexio_process_call(process, function, NULL, count));
}

static void write_to_full_disk(const char *name, flexio_msg_dev_sync_mode mode,
                               flexio_func_t *function) {
  FILE *out = full_disk();
  struct flexio_msg_stream *stream = open_stream(name, mode, out);

  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  call(function, 5);
  EXPECT_FAILED(flexio_msg_stream_flush(stream));
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  call(function, 3);
  EXPECT_FAILED(flexio_msg_stream_destroy(stream));
  fclose(out);
}

static void write_to_closed_pipe(void) {
  FILE *out = closed_pipe();

  open_stream("pipe", FLEXIO_LOG_DEV_SYNC_MODE_BATCH, out);
  call(say, 5);
  EXPECT_FAILED(flexio_log_dev_flush(process));
  EXPECT_SUCCESS(flexio_log_dev_flush(process));
  call(say, 3);
  EXPECT_FAILED(flexio_log_dev_destroy(process));
  fclose(out);
}

/* 128 messages of 16 bytes fit. */
static void overflow(void) {
  FILE *out = tmpfile();
  struct flexio_msg_stream *stream =
      open_stream("small", FLEXIO_LOG_DEV_SYNC_MODE_ASYNC, out);

  call(say, 5000);
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  EXPECT(ftell(out) == 128 * 7);
  call(say, 100);
  call(say, 200);
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  EXPECT(ftell(out) == 2 * 128 * 7);
  call(say, 128);
  EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
  call(say, 200);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(ftell(out) == 4 * 128 * 7);
  fclose(out);
}

int main(void) {
  struct ibv_context *context = open_device();
  FILE *out = full_disk();

  process = create_process(context);
  write_to_full_disk("sync", FLEXIO_LOG_DEV_SYNC_MODE_SYNC, say);
  write_to_full_disk("async", FLEXIO_LOG_DEV_SYNC_MODE_ASYNC, say);
  write_to_full_disk("batch", FLEXIO_LOG_DEV_SYNC_MODE_BATCH, say);
  write_to_full_disk("tracer", FLEXIO_LOG_DEV_SYNC_MODE_TRACER, trace);
  write_to_closed_pipe();
  call(say, 1);
  open_stream("left open", FLEXIO_LOG_DEV_SYNC_MODE_SYNC, out);
  call(say, 2);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  fclose(out);
  process = create_process(context);
  overflow();
  process = create_process(context);
  call(say, 1);
  call(trace, 1);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
