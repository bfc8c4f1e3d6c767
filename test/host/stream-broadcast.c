// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A broadcast reaches exactly the open streams whose level allows it.
// PROVES: R-STREAM-07
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t announce(void) {
  flexio_dev_msg_broadcast(FLEXIO_MSG_DEV_WARN, "to all\n");
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t announce;

enum { STREAMS = 5 };

int main(void) {
  static const flexio_msg_dev_level levels[STREAMS] = {
      FLEXIO_MSG_DEV_INFO, FLEXIO_MSG_DEV_WARN, FLEXIO_MSG_DEV_ERROR,
      FLEXIO_MSG_DEV_DEBUG, FLEXIO_MSG_DEV_NO_PRINT};
  struct flexio_process *process = create_process(open_device());
  struct flexio_msg_stream *streams[STREAMS];
  FILE *files[STREAMS];

  for (int i = 0; i < STREAMS; i++) {
    files[i] = tmpfile();
    EXPECT(files[i]);
    streams[i] = create_stream(process, levels[i], files[i]);
  }
  EXPECT_SUCCESS(flexio_msg_stream_destroy(streams[3]));
  EXPECT_SUCCESS(flexio_process_call(process, announce, NULL));
  for (int i = 0; i < STREAMS; i++)
    EXPECT(ftell(files[i]) == (i < 2 ? (long)strlen("to all\n") : 0));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
