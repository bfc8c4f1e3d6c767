// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels start when their wait event has reached the threshold, each rank runs once, the completion
// event is set or added to once, after the last instance; arguments are those of the launch, whatever
// their types; chains and trees of kernels run in order, on any number of execution units.
// PROVES: R-DPAH-02 R-DPAH-09 R-DPAH-10 R-DPAH-11 R-DPAH-12 R-DPAH-13 R-DPAH-14 R-DPAD-01 R-DPAD-11
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -device-libs="-ldoca_dpa_dev -ldoca_dpa_dev_comm" -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror -DDOCA_ALLOW_EXPERIMENTAL_API -I%sdk/include -I%S/Inputs %t/host.c %t/app.a -L%sdk/lib -Wl,-rpath,%sdk/lib -ldoca_dpa -ldoca_common -lflexio -o %t/host
// RUN: dpa-run -- %t/host
// RUN: env DPA_EUS=1 dpa-run -- %t/host
// RUN: env DPA_THREADS=1 DPA_ENGINE=interp dpa-run -- %t/host

//--- device.c
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_sync_event.h>

struct __dpa_global__ six {
  uint64_t word[6];
};

static uint64_t sum;
static uint32_t clock_;
static uint32_t started[7], ended[7];

__dpa_global__ void add_all(uint8_t a, uint32_t b, struct six s, int64_t c,
                            _Bool d) {
  __atomic_add_fetch(&sum, a + b + s.word[5] + (uint64_t)c + d,
                     __ATOMIC_SEQ_CST);
}
__dpa_global__ void ranks(void) {
  uint64_t digit = 1;
  for (unsigned i = 0; i < doca_dpa_dev_thread_rank(); i++)
    digit *= 10;
  __atomic_add_fetch(&sum, digit, __ATOMIC_SEQ_CST);
}
/* Every instance waits for the one after it. */
__dpa_global__ void await_next(uint64_t event) {
  uint64_t place = doca_dpa_dev_num_threads() - 1 - doca_dpa_dev_thread_rank();
  if (place > 0)
    doca_dpa_dev_sync_event_wait_gt(event, place - 1, UINT64_MAX);
  doca_dpa_dev_sync_event_update_add(event, 1);
}
__dpa_global__ void node(uint32_t which) {
  started[which] = __atomic_add_fetch(&clock_, 1, __ATOMIC_SEQ_CST);
  doca_dpa_dev_yield();
  ended[which] = __atomic_add_fetch(&clock_, 1, __ATOMIC_SEQ_CST);
}
__dpa_global__ void decimal(uint64_t digit) { sum = sum * 10 + digit; }
__dpa_rpc__ uint64_t take_sum(void) {
  return __atomic_exchange_n(&sum, 0, __ATOMIC_SEQ_CST);
}
__dpa_rpc__ uint64_t get_started(uint32_t which) { return started[which]; }
__dpa_rpc__ uint64_t get_ended(uint32_t which) { return ended[which]; }

//--- host.c
#include "dpa-program.h"

extern struct doca_dpa_app *test_app;
extern doca_dpa_func_t add_all, ranks, await_next, node, take_sum, get_started,
    get_ended;
doca_dpa_func_t decimal;

struct six {
  uint64_t word[6];
};

static uint64_t ask(doca_dpa_func_t *function, uint32_t argument) {
  uint64_t value;
  DONE(doca_dpa_rpc(dpa, function, &value, argument));
  return value;
}

static void arguments(void) {
  struct doca_sync_event *done = make_event();
  struct six s = {.word[5] = 1000};
  DONE(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, done, 7, 1, add_all,
                                         (uint8_t)1, 20u, s, (int64_t)-5,
                                         true));
  DONE(doca_sync_event_wait_gt(done, 6, UINT64_MAX));
  uint64_t value;
  DONE(doca_sync_event_get(done, &value));
  CHECK(value == 7);
  CHECK(ask(take_sum, 0) == 1 + 20 + 1000 - 5 + 1);
  DONE(doca_dpa_kernel_launch_update_add(dpa, NULL, 0, done, 3, 6, ranks));
  DONE(doca_sync_event_wait_gt(done, 9, UINT64_MAX));
  CHECK(ask(take_sum, 0) == 111111);
  DONE(doca_sync_event_get(done, &value));
  CHECK(value == 10);
  DONE(doca_sync_event_destroy(done));
}

static void waits(void) {
  struct doca_sync_event *wait = make_event(), *done = make_event();
  DONE(doca_dpa_kernel_launch_update_set(dpa, wait, 4, done, 10, 3, ranks));
  DONE(doca_sync_event_update_set(wait, 3));
  DONE(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, NULL, 0, 1, ranks));
  while (ask(take_sum, 0) == 0) {
  }
  uint64_t value;
  DONE(doca_sync_event_get(done, &value));
  CHECK(value == 0);
  DONE(doca_sync_event_update_set(wait, 5));
  DONE(doca_sync_event_wait_gt(done, 9, UINT64_MAX));
  CHECK(ask(take_sum, 0) == 111);
  DONE(doca_sync_event_destroy(wait));
  DONE(doca_sync_event_destroy(done));
}

static void instances_wait_for_each_other(void) {
  struct doca_sync_event *event = make_event(), *done = make_event();
  DONE(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, done, 1, 40, await_next,
                                         handle_of(event)));
  DONE(doca_sync_event_wait_gt(done, 0, UINT64_MAX));
  uint64_t value;
  DONE(doca_sync_event_get(event, &value));
  CHECK(value == 40);
  DONE(doca_sync_event_destroy(event));
  DONE(doca_sync_event_destroy(done));
}

/* Children are launched before their parents. */
static void tree(void) {
  struct doca_sync_event *ends[7];
  for (int i = 0; i < 7; i++)
    ends[i] = make_event();
  for (int i = 6; i >= 0; i--)
    DONE(doca_dpa_kernel_launch_update_set(dpa, i ? ends[(i - 1) / 2] : NULL, 1,
                                           ends[i], 1, 1, node, (uint32_t)i));
  for (int i = 0; i < 7; i++)
    DONE(doca_sync_event_wait_gt(ends[i], 0, UINT64_MAX));
  for (uint32_t i = 1; i < 7; i++)
    CHECK(ask(get_started, i) > ask(get_ended, (i - 1) / 2));
  for (int i = 0; i < 7; i++)
    DONE(doca_sync_event_destroy(ends[i]));
}

/* One event counts: thresholds 0, 1, 2, each kernel adds 1. */
static void chain(void) {
  struct doca_sync_event *event = make_event();
  for (uint64_t i = 0; i < 8; i++)
    DONE(doca_dpa_kernel_launch_update_add(dpa, event, i, event, 1, 1, &decimal,
                                           i + 1));
  DONE(doca_sync_event_wait_gt(event, 7, UINT64_MAX));
  CHECK(ask(take_sum, 0) == 12345678);
  DONE(doca_sync_event_destroy(event));
}

static void errors(void) {
  unsigned most;
  DONE(doca_dpa_get_max_threads_per_kernel(dpa, &most));
  EXPECT(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, NULL, 0, 0, ranks),
         DOCA_ERROR_INVALID_VALUE);
  EXPECT(
      doca_dpa_kernel_launch_update_set(dpa, NULL, 0, NULL, 0, most + 1, ranks),
      DOCA_ERROR_INVALID_VALUE);
  EXPECT(doca_dpa_kernel_launch_update_set(dpa, NULL, 255, NULL, 0, 1, ranks),
         DOCA_ERROR_INVALID_VALUE);
  EXPECT(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, NULL, 0, 1, NULL),
         DOCA_ERROR_INVALID_VALUE);
  EXPECT(doca_dpa_kernel_launch_update_set(NULL, NULL, 0, NULL, 0, 1, ranks),
         DOCA_ERROR_INVALID_VALUE);
  EXPECT(doca_dpa_rpc(dpa, (doca_dpa_func_t *)errors, NULL),
         DOCA_ERROR_INVALID_VALUE);
  struct doca_sync_event *done = make_event();
  DONE(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, done, 1, most, add_all,
                                         0, 1u, (struct six){{0}}, 0ll, false));
  DONE(doca_sync_event_wait_gt(done, 0, UINT64_MAX));
  CHECK(ask(take_sum, 0) == most);
  DONE(doca_sync_event_destroy(done));
}

int main(void) {
  open_dpa(test_app);
  arguments();
  waits();
  instances_wait_for_each_other();
  tree();
  chain();
  errors();
  close_dpa();
}
