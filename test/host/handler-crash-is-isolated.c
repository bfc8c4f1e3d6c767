// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One epoll set watches several processes whose handlers run. The crash of a handler makes the
// descriptor of its process readable, gives that process a status of the firmware's range, and
// leaves handlers of the others running.
// PROVES: R-RTOS-06 R-ERR-01 R-ERR-02 R-ERR-03 R-ERR-04
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/handler-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_EUS=1 dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_SEED=6 dpa-run -- %t/host 2>&1 | FileCheck %s

//--- host.c
#include "act.h"

#include <sys/epoll.h>

enum { PROCESSES = 4 };

static struct flexio_process *processes[PROCESSES];
static bool is_dead[PROCESSES];

/* Handlers of these processes run, all the time. */
static void expect_running(void) {
  for (int i = 0; i < PROCESSES; i++) {
    if (is_dead[i])
      continue;
    for (int n = 0; n < 3; n++)
      while (call0(processes[i], take_runs) == 0)
        ;
    EXPECT(flexio_err_status_get(processes[i]) == 0);
    EXPECT(!is_readable(flexio_err_handler_fd(processes[i])));
  }
}

/* The call that activates the handler may end with its process. */
static void crash(struct flexio_process *process) {
  struct flexio_event_handler *handler = create_handler(process, act);

  EXPECT_SUCCESS(flexio_event_handler_run(handler, CRASH));
  flexio_status status =
      flexio_process_call(process, activate, NULL,
                          flexio_event_handler_get_activation_id(handler), 1);
  EXPECT(status == FLEXIO_STATUS_SUCCESS || status == FLEXIO_STATUS_FATAL_ERR);
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_event_handler *handler;
  struct epoll_event event = {.events = EPOLLIN}, got[PROCESSES];
  int watcher = epoll_create1(0);

  EXPECT(watcher >= 0);
  EXPECT(flexio_err_handler_fd(NULL) == -1);
  EXPECT(flexio_err_status_get(NULL) == 0);
  for (int i = 0; i < PROCESSES; i++) {
    processes[i] = create_process(context);
    event.data.u32 = (uint32_t)i;
    EXPECT(epoll_ctl(watcher, EPOLL_CTL_ADD,
                     flexio_err_handler_fd(processes[i]), &event) == 0);
    handler = create_handler(processes[i], act);
    EXPECT_SUCCESS(flexio_event_handler_run(handler, RETRIGGER_FOR_EVER));
    activate_handler(processes[i], handler, 1);
  }
  expect_running();
  EXPECT(epoll_wait(watcher, got, PROCESSES, 0) == 0);
  // CHECK-COUNT-2: flexio: error: {{.*}} 'test_app' on 'mlx5_0' {{ended|did not return: the process ended meanwhile}}: store access fault at address 0x8, pc {{.*}}act
  for (int i = 2; i > 0; i--) {
    crash(processes[i]);
    EXPECT(epoll_wait(watcher, got, PROCESSES, -1) == 1);
    EXPECT(got[0].data.u32 == (uint32_t)i && got[0].events == EPOLLIN);
    int status = flexio_err_status_get(processes[i]);
    EXPECT(status >= 1 && status <= 63);
    EXPECT(is_readable(flexio_err_handler_fd(processes[i])));
    is_dead[i] = true;
    expect_running();
    EXPECT(epoll_ctl(watcher, EPOLL_CTL_DEL,
                     flexio_err_handler_fd(processes[i]), NULL) == 0);
  }
  EXPECT_SUCCESS(flexio_process_destroy(processes[2]));
  expect_running();
  EXPECT(epoll_wait(watcher, got, PROCESSES, 0) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(processes[0]));
  EXPECT_SUCCESS(flexio_process_destroy(processes[1]));
  EXPECT_SUCCESS(flexio_process_destroy(processes[3]));
  puts("done");
  // CHECK: done
  return 0;
}
