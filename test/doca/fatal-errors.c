// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After a fatal error of the device, in a kernel or a remote call, the context says so, also when it is
// asked again, and writes a core and a report beside the log file; calls fail; objects can be destroyed
// in any order that their use permits, and the host program makes a new context, which works. A remote
// call that exceeds the time limit is such an error.
// PROVES: R-DPAH-02 R-DPAH-19 R-RTOS-03
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror -DDOCA_ALLOW_EXPERIMENTAL_API -I%sdk/include -I%S/Inputs %t/host.c %t/app.a -L%sdk/lib -Wl,-rpath,%sdk/lib -ldoca_dpa -ldoca_common -lflexio -o %t/host
// RUN: env DPA_WATCHDOG=0.9 dpa-run -- %t/host %t/log 2>&1 | FileCheck %s
// RUN: ls %t | FileCheck %s --check-prefix=FILES
// CHECK: DPA context had a fatal error
// CHECK: done
// FILES-DAG: log.{{[0-9]+}}.core
// FILES-DAG: log.{{[0-9]+}}.crash

//--- device.c
#include <doca_dpa_dev.h>

__dpa_global__ void crash(uint64_t address) {
  *(volatile uint64_t *)address = 1;
}
__dpa_rpc__ uint64_t never(void) {
  for (;;)
    __asm__ volatile("");
}
__dpa_rpc__ uint64_t answer(void) { return 42; }
__dpa_global__ void idle(uint64_t argument) { (void)argument; }

//--- host.c
#include "dpa-program.h"

extern struct doca_dpa_app *test_app;
extern doca_dpa_func_t crash, never, answer, idle;

static void works(void) {
  uint64_t value;
  DONE(doca_dpa_peek_at_last_error(dpa));
  DONE(doca_dpa_rpc(dpa, answer, &value));
  CHECK(value == 42);
}

static void is_dead(void) {
  uint64_t value;
  EXPECT(doca_dpa_peek_at_last_error(dpa), DOCA_ERROR_BAD_STATE);
  EXPECT(doca_dpa_peek_at_last_error(dpa), DOCA_ERROR_BAD_STATE);
  EXPECT(doca_dpa_rpc(dpa, answer, &value), DOCA_ERROR_BAD_STATE);
  EXPECT(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, NULL, 0, 1, idle, 0ul),
         DOCA_ERROR_BAD_STATE);
  EXPECT(doca_dpa_mem_alloc(dpa, 8, &value), DOCA_ERROR_BAD_STATE);
  EXPECT(doca_dpa_memset(dpa, 0x80000000, 0, 8), DOCA_ERROR_BAD_STATE);
  struct doca_dpa_thread *thread;
  EXPECT(doca_dpa_thread_create(dpa, &thread), DOCA_ERROR_BAD_STATE);
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  open_dpa(test_app);
  works();
  unsigned long long seconds;
  DONE(doca_dpa_get_kernel_max_run_time(dpa, &seconds));
  CHECK(seconds == 1); /* 0.9, rounded up */
  struct doca_dpa_thread *thread;
  struct doca_dpa_completion *completion;
  DONE(doca_dpa_thread_create(dpa, &thread));
  DONE(doca_dpa_thread_set_func_arg(thread, idle, 0));
  DONE(doca_dpa_thread_start(thread));
  DONE(doca_dpa_completion_create(dpa, 4, &completion));
  DONE(doca_dpa_completion_set_thread(completion, thread));
  DONE(doca_dpa_completion_start(completion));
  EXPECT(doca_dpa_stop(dpa), DOCA_ERROR_IN_USE);
  EXPECT(doca_dpa_rpc(dpa, never, NULL), DOCA_ERROR_BAD_STATE);
  is_dead();
  DONE(doca_dpa_completion_destroy(completion));
  DONE(doca_dpa_thread_destroy(thread));
  DONE(doca_dpa_destroy(dpa));

  DONE(doca_dpa_create(dev, &dpa));
  DONE(doca_dpa_set_app(dpa, test_app));
  DONE(doca_dpa_log_file_set_path(dpa, argv[1]));
  DONE(doca_dpa_start(dpa));
  works();
  /* The kernel may fail before the call returns. */
  (void)doca_dpa_kernel_launch_update_set(dpa, NULL, 0, NULL, 0, 1, crash, 0ul);
  while (doca_dpa_peek_at_last_error(dpa) == DOCA_SUCCESS) {
  }
  is_dead();
  DONE(doca_dpa_stop(dpa));
  DONE(doca_dpa_start(dpa));
  works();
  close_dpa();
  puts("done");
}
