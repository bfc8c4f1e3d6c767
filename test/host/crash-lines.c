// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A crash line names the source line of the fault and of the caller, if there is debug information:
// in a remote call, an event handler and a task of a command queue; also if the fault is passed to
// the error handler.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -devicecc-options="-g" %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host call 2>&1 | FileCheck --check-prefixes=CRASH,CALL %s
// RUN: dpa-run -- %t/host handler 2>&1 | FileCheck --check-prefixes=CRASH,HANDLER %s
// RUN: dpa-run -- %t/host task 2>&1 | FileCheck --check-prefixes=CRASH,TASK %s
// RUN: dpa-run -- %t/host recovered 2>&1 | FileCheck --check-prefix=RECOVERED %s
// RUN: %dpacc_bf3 -devicecc-options="-g -O2" %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --budget=1000000 -- %t/host endless 2>&1 | FileCheck --check-prefix=ENDLESS %s
// RUN: dpa-run --engine=interp -- %t/host call 2>&1 | FileCheck --check-prefixes=CRASH,CALL %s
// CRASH: flexio: error: {{.*}}store access fault at address 0x8, pc 0x4{{[0-9a-f]+}} (store_at+0x{{[0-9a-f]+}}, {{.*}}device.c:6)
// CALL-SAME: , called from 0x4{{[0-9a-f]+}} (call+0x{{[0-9a-f]+}}, {{.*}}device.c:10)
// HANDLER-SAME: , called from 0x4{{[0-9a-f]+}} (handler+0x{{[0-9a-f]+}}, {{.*}}device.c:15)
// TASK-SAME: , called from 0x4{{[0-9a-f]+}} (task+0x{{[0-9a-f]+}}, {{.*}}device.c:19)
// RECOVERED: flexio: error: process: {{.*}}load access fault at {{.*}} (read_window+0x{{[0-9a-f]+}}, {{.*}}device.c:22){{.*}}; passed to the error handler
// ENDLESS: watchdog: ran too long, pc 0x4{{[0-9a-f]+}} (endless+0x{{[0-9a-f]+}}, {{.*}}device.c:{{26|27}})

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__attribute__((noinline)) static void store_at(uint64_t address) {
  *(volatile uint64_t *)address = 1;
}

__dpa_rpc__ uint64_t call(uint64_t address) {
  store_at(address);
  return 0;
}

__dpa_global__ void handler(uint64_t address) {
  store_at(address);
  flexio_dev_thread_reschedule();
}

__dpa_global__ void task(uint64_t address) { store_at(address); }

__dpa_rpc__ uint64_t read_window(uint64_t address) {
  return *(volatile uint64_t *)address;
}

__dpa_rpc__ uint64_t endless(uint64_t counter) {
  for (;;)
    __asm__ volatile("" : "+r"(counter));
}

__dpa_global__ void on_error(uint64_t context, uint64_t error) {
  (void)context;
  (void)error;
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t activate(uint64_t id) {
  flexio_dev_event_handler_activate((uint32_t)id);
  return 0;
}

//--- host.c
#include "handler.h"

flexio_func_t call, handler, task, read_window, endless, on_error, activate;

static void start_handler(struct flexio_process *process) {
  struct flexio_event_handler *created = create_handler(process, handler);

  EXPECT_SUCCESS(flexio_event_handler_run(created, 8));
  flexio_process_call(process, activate, NULL,
                      flexio_event_handler_get_activation_id(created));
}

static void start_task(struct flexio_process *process) {
  struct flexio_cmdq_attr attributes = {
      .workers = 1, .batch_size = 1, .state = FLEXIO_CMDQ_STATE_RUNNING};
  struct flexio_cmdq *queue = NULL;

  EXPECT_SUCCESS(flexio_cmdq_create(process, &attributes, &queue));
  EXPECT_SUCCESS(flexio_cmdq_task_add(queue, task, 8));
}

/* Argument: what crashes. */
int main(int argc, char **argv) {
  struct flexio_process *process = create_process(open_device());
  struct pollfd failed = {.fd = flexio_err_handler_fd(process),
                          .events = POLLIN};
  const char *what = argv[argc - 1];

  if (strcmp(what, "call") == 0)
    flexio_process_call(process, call, NULL, (uint64_t)8);
  else if (strcmp(what, "endless") == 0)
    flexio_process_call(process, endless, NULL, (uint64_t)8);
  else if (strcmp(what, "handler") == 0)
    start_handler(process);
  else if (strcmp(what, "task") == 0)
    start_task(process);
  if (strcmp(what, "recovered") == 0) {
    EXPECT_SUCCESS(flexio_process_error_handler_set(process, on_error));
    flexio_process_call(process, read_window, NULL, (uint64_t)1 << 62);
  } else {
    EXPECT(poll(&failed, 1, -1) == 1);
  }
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
