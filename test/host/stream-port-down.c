// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// While the port is down messages are lost, in every mode; device code continues, and the log
// reports it once. The program can see the port's state.
// PROVES: R-STREAM-18
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --port=down -- %t/host down 2>&1 | FileCheck %s --check-prefix=DOWN
// RUN: dpa-run --port=up -- %t/host up 2>&1 | FileCheck %s --check-prefix=UP
// DOWN: flexio: warning: message stream: the port of device 'mlx5_0' is down: messages of device code are lost
// DOWN-NEXT: done
// UP-NOT: {{.}}
// UP: flexio: warning: message stream: stream 0: {{[0-9]+}} messages were overwritten before a flush
// UP-NEXT: done

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t say(int count) {
  for (int i = 0; i < count; i++)
    flexio_dev_msg_broadcast(FLEXIO_MSG_DEV_ERROR, "message %d\n", i);
  return (uint64_t)count;
}

//--- host.c
#include "host.h"

flexio_func_t say;

int main(int argc, char **argv) {
  bool is_up = strcmp(argv[argc - 1], "up") == 0;
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  struct ibv_port_attr port;

  EXPECT(ibv_query_port(context, 1, &port) == 0);
  EXPECT(port.state == (is_up ? IBV_PORT_ACTIVE : IBV_PORT_DOWN));
  for (int mode = FLEXIO_LOG_DEV_SYNC_MODE_SYNC;
       mode <= FLEXIO_LOG_DEV_SYNC_MODE_BATCH; mode++) {
    flexio_msg_stream_attr_t attributes = {
        .data_bsize = 2048, .sync_mode = (flexio_msg_dev_sync_mode)mode};
    struct flexio_msg_stream *stream;
    FILE *out = tmpfile();
    uint64_t result = 0;

    EXPECT(out);
    EXPECT_SUCCESS(
        flexio_msg_stream_create(process, &attributes, out, NULL, &stream));
    EXPECT_SUCCESS(flexio_process_call(process, say, &result, 500));
    EXPECT(result == 500);
    EXPECT_SUCCESS(flexio_msg_stream_flush(stream));
    EXPECT_SUCCESS(flexio_msg_stream_destroy(stream));
    EXPECT((ftell(out) > 0) == is_up);
    fclose(out);
  }
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  return 0;
}
