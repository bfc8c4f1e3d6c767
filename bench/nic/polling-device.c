/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of polling.c: handlers that poll for ever, and the smallest call.
 */
#define FLEXIO_DEV_ALLOW_EXPERIMENTAL_API
#include <stdint.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

static uint64_t polling, end;

__dpa_global__ void poll_memory(uint64_t argument) {
  (void)argument;
  __atomic_add_fetch(&polling, 1, __ATOMIC_RELAXED);
  while (__atomic_load_n(&end, __ATOMIC_RELAXED) == 0) {
  }
  __atomic_sub_fetch(&polling, 1, __ATOMIC_RELAXED);
  flexio_dev_thread_finish();
}

__dpa_rpc__ uint64_t activate(uint32_t id) {
  flexio_dev_event_handler_activate(id);
  return 0;
}

__dpa_rpc__ uint64_t get_polling(void) {
  return __atomic_load_n(&polling, __ATOMIC_RELAXED);
}

__dpa_rpc__ uint64_t end_polling(void) {
  __atomic_store_n(&end, 1, __ATOMIC_RELAXED);
  return 0;
}
