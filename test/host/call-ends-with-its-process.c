// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call that is active when a handler crashes is not reported as the cause: the log says that the
// process ended meanwhile, and where. Later calls and streams fail with the same status.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_EUS=2 dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_EUS=2 DPA_SEED=3 dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>

__dpa_global__ void crash(uint64_t argument) {
  *(volatile uint64_t *)argument = 1;
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t activate_and_wait(uint32_t id) {
  flexio_dev_event_handler_activate(id);
  for (;;)
    __asm__ volatile("");
}

//--- host.c
#include "handler.h"

flexio_func_t crash, activate_and_wait;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_event_handler *handler = create_handler(process, crash);
  flexio_msg_stream_attr_t attributes = {.data_bsize = 2048};
  struct flexio_msg_stream *first = create_stream(process, 0, stdout);
  struct flexio_msg_stream *stream = create_stream(process, 3, stdout), *late;
  uint32_t id = flexio_event_handler_get_activation_id(handler);

  EXPECT_SUCCESS(flexio_event_handler_run(handler, 8));
  // CHECK: flexio: error: flexio_process_call: 'activate_and_wait' in process 'test_app' on 'mlx5_0' did not return: the process ended meanwhile: store access fault at address 0x8, pc 0x{{[0-9a-f]+}} (crash+0x{{[0-9a-f]+}})
  EXPECT(flexio_process_call(process, activate_and_wait, NULL, id) ==
         FLEXIO_STATUS_FATAL_ERR);
  // CHECK-NEXT: flexio: error: flexio_process_call: 'activate_and_wait': process 'test_app' on 'mlx5_0' is dead: store access fault
  EXPECT(flexio_process_call(process, activate_and_wait, NULL, id) ==
         FLEXIO_STATUS_FATAL_ERR);
  // CHECK-NEXT: flexio: error: flexio_msg_stream_create: process 'test_app' on 'mlx5_0' is dead: store access fault
  EXPECT(flexio_msg_stream_create(process, &attributes, stdout, NULL, &late) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT(!late);
  // CHECK-NEXT: flexio: error: flexio_msg_stream_level_set: process 'test_app' on 'mlx5_0' is dead: store access fault
  EXPECT(flexio_msg_stream_level_set(stream, 4) == FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_msg_stream_destroy(stream));
  EXPECT_SUCCESS(flexio_msg_stream_destroy(first));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  // CHECK-NEXT: done
  puts("done");
  return 0;
}
