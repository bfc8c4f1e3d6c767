// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stream prints exactly the messages that are at least as important as its level: every level
// with every message, for streams that were created with the level and for streams that were
// changed to it.
// PROVES: R-STREAM-04 R-STREAM-05 R-STREAM-06
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t say(int stream, int level) {
  return (uint64_t)flexio_dev_msg(stream, (flexio_msg_dev_level)level, "%d",
                                  level);
}

//--- host.c
#include "host.h"

flexio_func_t say;

static void check(struct flexio_process *process,
                  struct flexio_msg_stream *stream, FILE *out,
                  int stream_level) {
  for (int level = FLEXIO_MSG_DEV_NO_PRINT; level <= FLEXIO_MSG_DEV_DEBUG;
       level++) {
    bool passes = level >= FLEXIO_MSG_DEV_ALWAYS_PRINT && level <= stream_level;
    long before = ftell(out);
    uint64_t length = 99;

    EXPECT_SUCCESS(flexio_process_call(
        process, say, &length, flexio_msg_stream_get_id(stream), level));
    EXPECT(length == (passes ? 1 : 0));
    EXPECT((ftell(out) > before) == passes);
  }
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  FILE *out = tmpfile();
  struct flexio_msg_stream *first, *changing, *stream;
  flexio_msg_stream_attr_t attributes = {.data_bsize = 2048,
                                         .level = FLEXIO_MSG_DEV_ALWAYS_PRINT};

  EXPECT(out);
  first = create_stream(process, 0, out);
  check(process, first, out, FLEXIO_MSG_DEV_INFO);
  EXPECT_FAILED(flexio_msg_stream_level_set(first, FLEXIO_MSG_DEV_DEBUG));
  check(process, first, out, FLEXIO_MSG_DEV_INFO);
  changing = create_stream(process, FLEXIO_MSG_DEV_NO_PRINT, out);
  for (int level = FLEXIO_MSG_DEV_NO_PRINT; level <= FLEXIO_MSG_DEV_DEBUG;
       level++) {
    if (level == FLEXIO_MSG_DEV_ALWAYS_PRINT) {
      EXPECT_FAILED(
          flexio_msg_stream_level_set(changing, FLEXIO_MSG_DEV_ALWAYS_PRINT));
      EXPECT_FAILED(
          flexio_msg_stream_create(process, &attributes, out, NULL, &stream));
      continue;
    }
    stream = create_stream(process, (flexio_msg_dev_level)level, out);
    check(process, stream, out, level);
    EXPECT_SUCCESS(flexio_msg_stream_destroy(stream));
    EXPECT_SUCCESS(
        flexio_msg_stream_level_set(changing, (flexio_msg_dev_level)level));
    check(process, changing, out, level);
  }
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return fclose(out);
}
