/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A call, and a handler that runs again with each event. */
#include <libflexio-dev/flexio_dev.h>

static uint64_t runs;

__dpa_rpc__ uint64_t count_down(uint64_t from) {
  for (volatile uint64_t i = from; i != 0; i--)
    ;
  return from;
}

__dpa_global__ void count_runs(uint64_t argument) {
  (void)argument;
  __atomic_add_fetch(&runs, 1, __ATOMIC_SEQ_CST);
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t activate(uint32_t id) {
  flexio_dev_event_handler_activate(id);
  return 0;
}

__dpa_rpc__ uint64_t get_runs(void) {
  return __atomic_load_n(&runs, __ATOMIC_SEQ_CST);
}
