// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A string that cannot be read, in a window that is not configured, starts the thread's error
// handler and leaves no lock held: the handler and others print as before.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host | FileCheck %s --match-full-lines
// RUN: env DPA_SEED=7 dpa-run -- %t/host | FileCheck %s --match-full-lines
// CHECK: the error handler
// CHECK-NEXT: the call
// CHECK-NEXT: the error handler
// CHECK-NEXT: the call
// CHECK-NOT: {{.+}}

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>

static volatile uint64_t recovered;

__dpa_global__ void print_window(uint64_t address) {
  flexio_dev_print("never shown: %%, %#-8.3s\n", (const char *)address);
  flexio_dev_thread_reschedule();
}

__dpa_global__ void recover(uint64_t context, uint64_t error) {
  struct flexio_dev_thread_ctx *dtctx = (struct flexio_dev_thread_ctx *)context;

  (void)error;
  flexio_dev_rst_errno(dtctx);
  flexio_dev_print("the error handler\n");
  __atomic_add_fetch(&recovered, 1, __ATOMIC_SEQ_CST);
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t activate(uint32_t id) {
  flexio_dev_event_handler_activate(id);
  return 0;
}

__dpa_rpc__ uint64_t count(void) {
  return __atomic_load_n(&recovered, __ATOMIC_SEQ_CST);
}

__dpa_rpc__ uint64_t say(void) {
  flexio_dev_print("%s\n", "the call");
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t print_window, recover, activate, count, say;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_event_handler_attr attributes = {.host_stub_func =
                                                     print_window};
  struct flexio_event_handler *handler = NULL;

  EXPECT_SUCCESS(flexio_process_error_handler_set(process, recover));
  create_stream(process, FLEXIO_MSG_DEV_INFO, stdout);
  EXPECT_SUCCESS(flexio_event_handler_create(process, &attributes, &handler));
  EXPECT_SUCCESS(flexio_event_handler_run(handler, UINT64_C(1) << 62));
  for (uint64_t n = 1; n <= 2; n++) {
    uint64_t recovered = 0;
    EXPECT_SUCCESS(
        flexio_process_call(process, activate, NULL,
                            flexio_event_handler_get_activation_id(handler)));
    while (recovered != n)
      EXPECT_SUCCESS(flexio_process_call(process, count, &recovered));
    EXPECT_SUCCESS(flexio_process_call(process, say, NULL));
  }
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
