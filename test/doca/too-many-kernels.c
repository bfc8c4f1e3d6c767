// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A process has 768 event handlers for instances of kernels: a launch that would need more is rejected and changes nothing; it succeeds
// after the kernels that wait have ended.
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// CHECK: doca_dpa_kernel_launch_update_add{{.*}}out of event handlers for instances of a kernel (768 run or wait)
// CHECK: doca_dpa_kernel_launch_update_add{{.*}}num_threads is out of range (expected 1 to 384, got 385)
// CHECK: doca_dpa_kernel_launch_update_add{{.*}}wait_threshold is out of range (expected 0 to 254, got 255)

//--- device.c
#include <doca_dpa_dev.h>
static uint64_t runs;
__dpa_global__ void count(void) {
  __atomic_add_fetch(&runs, 1, __ATOMIC_RELAXED);
}
__dpa_rpc__ uint64_t get_runs(void) {
  return __atomic_load_n(&runs, __ATOMIC_RELAXED);
}

//--- host.c
#include "dpa-program.h"

extern struct doca_dpa_app *test_app;
doca_dpa_func_t count, get_runs;

enum { ROUNDS = 20 };

int main(void) {
  unsigned most;
  uint64_t runs = 0;
  open_dpa(test_app);
  struct doca_sync_event *begin = make_event(), *done = make_event();
  DONE(doca_dpa_get_max_threads_per_kernel(dpa, &most));
  CHECK(most == 384);
  for (int i = 0; i < 2; i++)
    DONE(
        doca_dpa_kernel_launch_update_add(dpa, begin, 1, done, 1, most, count));
  EXPECT(doca_dpa_kernel_launch_update_add(dpa, begin, 1, done, 1, 1, count),
         DOCA_ERROR_NO_MEMORY);
  EXPECT(
      doca_dpa_kernel_launch_update_add(dpa, NULL, 0, NULL, 0, most + 1, count),
      DOCA_ERROR_INVALID_VALUE);
  EXPECT(doca_dpa_kernel_launch_update_add(dpa, begin, 255, NULL, 0, 1, count),
         DOCA_ERROR_INVALID_VALUE);
  DONE(doca_dpa_peek_at_last_error(dpa));
  DONE(doca_sync_event_update_set(begin, 1));
  DONE(doca_sync_event_wait_gt(done, 1, UINT64_MAX));
  // All handlers are free when the events of the kernels say that these have ended.
  for (uint64_t round = 1; round <= ROUNDS; round++) {
    for (int i = 0; i < 2; i++)
      DONE(doca_dpa_kernel_launch_update_add(dpa, NULL, 0, done, 1, most,
                                             count));
    DONE(doca_sync_event_wait_gt(done, 2 * round + 1, UINT64_MAX));
  }
  DONE(doca_dpa_rpc(dpa, get_runs, &runs));
  CHECK(runs == 2ul * most * (1 + ROUNDS));
  DONE(doca_sync_event_destroy(begin));
  DONE(doca_sync_event_destroy(done));
  close_dpa();
  return 0;
}
