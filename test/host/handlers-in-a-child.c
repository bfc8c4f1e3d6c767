// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In the child of a fork() the parent's handlers cannot be run and new ones cannot be created: the
// errors give the reason; they can be destroyed. The parent's handlers continue, also those that
// run all the time.
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/handler-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_SEED=1 dpa-run -- %t/host 2>&1 | FileCheck %s

//--- host.c
#include "act.h"

#include <sys/wait.h>
#include <unistd.h>

static struct flexio_process *process;
static struct flexio_event_handler *handler;

static void check_child(void) {
  struct flexio_event_handler_attr attributes = {.host_stub_func = act};
  struct flexio_event_handler *another = handler;
  uint64_t result;

  // CHECK: flexio: error: flexio_event_handler_run: {{0x[0-9a-f]+}}: event handler handle inherited across fork(); reopen the device in the child
  EXPECT_FAILED(flexio_event_handler_run(handler, RESCHEDULE));
  // CHECK: flexio: error: flexio_event_handler_create: {{0x[0-9a-f]+}}: process handle inherited across fork(); reopen the device in the child
  EXPECT_FAILED(flexio_event_handler_create(process, &attributes, &another));
  EXPECT(!another);
  // CHECK: flexio: error: flexio_process_call: {{.*}}process handle inherited across fork()
  EXPECT_FAILED(flexio_process_call(process, get_runs, &result));
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
  EXPECT(flexio_event_handler_get_id(handler) == UINT32_MAX);
  EXPECT_SUCCESS(flexio_process_destroy(process));
}

int main(void) {
  int status = 0;
  pid_t child;

  setvbuf(stdout, NULL, _IOLBF, 0);
  process = create_process(open_device());
  handler = create_handler(process, act);
  struct queue queue = create_queue_for(process, handler, 4);
  EXPECT_SUCCESS(flexio_event_handler_run(handler, RETRIGGER_FOR_EVER));
  activate_handler(process, handler, 1);
  while (call0(process, get_runs) < 10)
    ;
  child = fork();
  EXPECT(child >= 0);
  if (child == 0) {
    check_child();
    _exit(0);
  }
  EXPECT(waitpid(child, &status, 0) == child && status == 0);
  for (int i = 0; i < 10; i++)
    while (call0(process, take_runs) == 0)
      ;
  EXPECT_SUCCESS(flexio_event_handler_run(handler, RESCHEDULE));
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
  handler = create_handler(process, act);
  EXPECT_SUCCESS(flexio_event_handler_run(handler, RESCHEDULE));
  EXPECT_SUCCESS(flexio_cq_destroy(queue.cq));
  queue = create_queue_for(process, handler, 4);
  call0(process, take_runs);
  ring_queue(process, queue, 1);
  wait_for(process, get_runs, 1);
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
