/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of the handlers benchmark: the smallest call and task, and two
 * event handlers that activate each other. */
#define FLEXIO_DEV_ALLOW_EXPERIMENTAL_API
#include <stdint.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

static uint64_t performed;
static uint64_t left;
static uint32_t ids[2];

__dpa_rpc__ uint64_t add(uint64_t first, uint64_t second) {
  return first + second;
}

__dpa_global__ void task(uint64_t argument) {
  __atomic_add_fetch(&performed, argument, __ATOMIC_RELAXED);
}

__dpa_rpc__ uint64_t get_performed(void) {
  return __atomic_load_n(&performed, __ATOMIC_RELAXED);
}

__dpa_global__ void hand_over(uint64_t to) {
  uint64_t now = left - 1;

  __atomic_store_n(&left, now, __ATOMIC_RELAXED);
  if (now != 0)
    flexio_dev_event_handler_activate(ids[to]);
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t start(uint64_t count, uint32_t first, uint32_t second) {
  ids[0] = first;
  ids[1] = second;
  left = count;
  flexio_dev_event_handler_activate(first);
  return 0;
}

__dpa_rpc__ uint64_t get_left(void) {
  return __atomic_load_n(&left, __ATOMIC_RELAXED);
}
