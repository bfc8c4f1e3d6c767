// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After a doorbell that is rejected, or a bad access to the outbox, a thread continues in the
// process's error handler with its context and the error, and the process continues; an error in
// the error handler ends it. The handler must be set before the first thread is created.
// PROVES: R-PROC-08
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_EUS=1 dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_EUS=1 DPA_SEED=4 DPA_ENGINE=interp dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

static volatile uint64_t errors, seen_error, seen_errno, is_own_context, after;
static volatile uint32_t fault_again;

__dpa_global__ void on_error(uint64_t thread, uint64_t error) {
  struct flexio_dev_thread_ctx *context;

  flexio_dev_get_thread_ctx(&context);
  is_own_context = (uint64_t)context == thread;
  seen_error = error;
  seen_errno = flexio_dev_get_errno(context);
  errors++;
  if (fault_again)
    flexio_dev_zcqe_gen(0xabcdef);
  flexio_dev_thread_reschedule();
}

__dpa_global__ void handler(uint64_t how) {
  if (how == 0)
    flexio_dev_zcqe_gen(0xabcdef);
  else
    *(volatile uint32_t *)0xC0000100 = 1;
  after++;
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t call_with_error(void) {
  flexio_dev_zcqe_gen(0xabcdef);
  after++;
  return 1;
}

__dpa_rpc__ uint64_t activate(uint32_t id) {
  flexio_dev_event_handler_activate(id);
  return 0;
}
__dpa_rpc__ uint64_t get_errors(void) {
  return errors * 1000 + seen_error * 100 + seen_errno * 10 + is_own_context;
}
__dpa_rpc__ uint64_t get_after(void) { return after; }
__dpa_rpc__ uint64_t set_fault_again(void) { return fault_again = 1; }

//--- host.c
#include "handler.h"

flexio_func_t on_error, handler, call_with_error, activate, get_errors,
    get_after, set_fault_again;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_event_handler *thread;
  uint32_t id;

  EXPECT_FAILED(flexio_process_error_handler_set(process, NULL));
  EXPECT_FAILED(flexio_process_error_handler_set(NULL, on_error));
  EXPECT_SUCCESS(flexio_process_error_handler_set(process, on_error));
  thread = create_handler(process, handler);
  id = flexio_event_handler_get_activation_id(thread);
  // CHECK: flexio_process_error_handler_set: process 'test_app' on 'mlx5_0': error handler 'on_error' must be set before the first thread is created
  EXPECT_FAILED(flexio_process_error_handler_set(process, on_error));
  EXPECT_SUCCESS(flexio_event_handler_run(thread, 0));
  // CHECK: doorbell rejected: the process has no completion queue 0xabcdef, pc {{.*}}, thread 256
  // CHECK-NEXT: flexio: error: process: 'test_app' on 'mlx5_0': store access fault at address 0xc0000280, pc 0x{{[0-9a-f]+}} (flexio_dev_zcqe_gen+0x{{[0-9a-f]+}}), {{.*}}, thread 256; passed to the error handler
  call1(process, activate, id);
  EXPECT(call0(process, get_errors) == 1221);
  EXPECT_SUCCESS(flexio_event_handler_run(thread, 1));
  call1(process, activate, id);
  EXPECT(call0(process, get_errors) == 2221);
  // CHECK: 'call_with_error' in process 'test_app' on 'mlx5_0' finished its thread instead of returning a value
  EXPECT_FAILED(flexio_process_call(process, call_with_error, NULL));
  EXPECT(call0(process, get_errors) == 3221);
  EXPECT(call0(process, get_after) == 0);
  EXPECT(flexio_err_status_get(process) == 0);
  call0(process, set_fault_again);
  // CHECK: 'call_with_error' in process 'test_app' on 'mlx5_0' did not return: store access fault at address 0xc0000280
  EXPECT(flexio_process_call(process, call_with_error, NULL) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT(flexio_err_status_get(process) == 8);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
