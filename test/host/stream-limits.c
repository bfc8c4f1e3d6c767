// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 255 streams of one process work at the same time, the next one fails; bad buffer sizes and modes
// fail, and the log lists what is supported.
// PROVES: R-STREAM-02 R-STREAM-11
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t say_to_all(int count) {
  for (int i = 0; i < count; i++)
    flexio_dev_msg_err(i, "stream %d\n", i);
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t say_to_all;

static void expect_refused(struct flexio_process *process, size_t size,
                           int mode) {
  flexio_msg_stream_attr_t attributes = {
      .data_bsize = size, .sync_mode = (flexio_msg_dev_sync_mode)mode};
  struct flexio_msg_stream *stream = (struct flexio_msg_stream *)process;

  EXPECT_FAILED(
      flexio_msg_stream_create(process, &attributes, stdout, NULL, &stream));
  EXPECT(stream == NULL);
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  FILE *out = tmpfile();
  char line[64], expected[64];

  EXPECT(out);
  // CHECK: flexio: error: flexio_msg_stream_create: bad data_bsize (expected a power of two of at least 2048, got 1024)
  expect_refused(process, 1024, 0);
  // CHECK-NEXT: bad data_bsize (expected a power of two of at least 2048, got 3000)
  expect_refused(process, 3000, 0);
  // CHECK-NEXT: process 'test_app' on 'mlx5_0': the heap has no room for a buffer of 1073741824 bytes (data_bsize)
  expect_refused(process, 1 << 30, FLEXIO_LOG_DEV_SYNC_MODE_ASYNC);
  // CHECK-NEXT: flexio: error: flexio_msg_stream_create: tracer_msg_formats is NULL
  expect_refused(process, 2048, FLEXIO_LOG_DEV_SYNC_MODE_TRACER);
  for (int i = 0; i < FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT; i++)
    EXPECT(flexio_msg_stream_get_id(
               create_stream(process, FLEXIO_MSG_DEV_INFO, out)) == i);
  // CHECK-NEXT: flexio: error: flexio_msg_stream_create: process 'test_app' on 'mlx5_0': all 255 streams are open
  expect_refused(process, 2048, 0);
  EXPECT_SUCCESS(flexio_process_call(process, say_to_all, NULL,
                                     FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT));
  bool seen[FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT] = {false};
  rewind(out);
  for (int i = 0; i < FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT; i++) {
    int stream = -1;
    EXPECT(fgets(line, sizeof line, out) &&
           sscanf(line, "stream %d", &stream) == 1);
    EXPECT(stream >= 0 && stream < FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT &&
           !seen[stream]);
    seen[stream] = true;
    snprintf(expected, sizeof expected, "stream %d\n", stream);
    EXPECT(strcmp(line, expected) == 0);
  }
  EXPECT_SUCCESS(flexio_process_destroy(process));
  // CHECK-NEXT: done
  puts("done");
  return 0;
}
