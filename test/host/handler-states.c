// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A handler runs only between its run and stop calls: activations before are lost, those after have
// no effect. Activations that arrive together count as one, those that arrive while it runs as one
// more; retrigger needs no activation. A plain return counts as a reschedule, and is reported once.
// Name, storage and id are in the context.
// PROVES: R-EH-01 R-DCTX-01 R-DCTX-02 R-DCTX-04 R-DCTX-05 R-DCTX-08 R-DCTX-09
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/handler-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_EUS=1 dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_EUS=1 DPA_SEED=2 dpa-run -- %t/host 2>&1 | FileCheck %s

//--- host.c
#include "act.h"

static void check_lost_and_merged(struct flexio_process *process) {
  struct flexio_event_handler *handler = create_handler(process, act);
  enum flexio_log_lvl before = flexio_log_lvl_set(FLEXIO_LOG_LVL_DBG);

  // CHECK-COUNT-3: flexio: debug: process: 'test_app' on 'mlx5_0': an event for event handler 'act' (activation id {{[0-9]+}}) is lost: it does not run yet
  activate_handler(process, handler, 3);
  flexio_log_lvl_set(before);
  EXPECT_SUCCESS(flexio_event_handler_run(handler, RESCHEDULE));
  EXPECT(call0(process, take_runs) == 0);
  activate_handler(process, handler, 3);
  EXPECT(call0(process, take_runs) == 1);
  activate_handler(process, handler, 1);
  EXPECT(call0(process, take_runs) == 1);
  EXPECT_SUCCESS(flexio_event_handler_run(handler, ACTIVATE_ITSELF_TWICE));
  activate_handler(process, handler, 1);
  wait_for(process, get_runs, 2);
  activate_handler(process, handler, 1);
  EXPECT(call0(process, take_runs) == 3);
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
}

static void check_ends(struct flexio_process *process) {
  struct flexio_event_handler *handler = create_handler(process, act);
  uint32_t id = flexio_event_handler_get_activation_id(handler);

  EXPECT_SUCCESS(flexio_event_handler_run(handler, RETRIGGER_TO_10));
  activate_handler(process, handler, 1);
  wait_for(process, get_runs, 10);
  activate_handler(process, handler, 1);
  EXPECT(call0(process, take_runs) == 11);
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));

  handler = create_handler(process, act);
  // The same area, another id: the old one activates nothing.
  EXPECT(id != flexio_event_handler_get_activation_id(handler));
  EXPECT_SUCCESS(flexio_event_handler_run(handler, FINISH));
  // CHECK: flexio: warning: process: 'test_app' on 'mlx5_0': execution unit 0: activation id {{[0-9]+}} does not belong to an event handler of this process; nothing is activated
  EXPECT_SUCCESS(flexio_process_call(process, activate, NULL, id, 1));
  EXPECT(call0(process, take_runs) == 0);
  activate_handler(process, handler, 1);
  EXPECT(call0(process, take_runs) == 1);
  // CHECK-NOT: is lost
  activate_handler(process, handler, 1);
  enum flexio_log_lvl before = flexio_log_lvl_set(FLEXIO_LOG_LVL_DBG);
  // CHECK: is lost: it has finished
  activate_handler(process, handler, 1);
  flexio_log_lvl_set(before);
  EXPECT(call0(process, take_runs) == 0);
  // CHECK: flexio: error: flexio_event_handler_run: 'act' in process 'test_app' on 'mlx5_0' has finished
  EXPECT_FAILED(flexio_event_handler_run(handler, RESCHEDULE));
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
}

static void check_return_and_context(struct flexio_process *process) {
  struct flexio_event_handler *handler =
      create_handler_with(process, (struct flexio_event_handler_attr){
                                       .host_stub_func = act,
                                       .thread_local_storage_daddr = 0x80001240,
                                       .name = "a name"});

  EXPECT_SUCCESS(flexio_event_handler_run(handler, RETURN));
  // CHECK: flexio: warning: process: 'test_app' on 'mlx5_0': event handler 'a name' returned without flexio_dev_thread_reschedule() or
  // CHECK-NOT: returned
  for (int i = 0; i < 3; i++) {
    activate_handler(process, handler, 1);
    EXPECT(call0(process, take_runs) == 1);
    EXPECT(call0(process, get_storage) == 0x80001240);
    EXPECT(call0(process, get_name_length) == strlen("a name"));
    EXPECT(call0(process, get_seen_id) == flexio_event_handler_get_id(handler));
  }
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
}

int main(void) {
  struct flexio_process *process = create_process(open_device());

  check_lost_and_merged(process);
  check_ends(process);
  check_return_and_context(process);
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
