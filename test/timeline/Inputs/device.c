/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each kind of event of a timeline. */
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>
#include <stdint.h>

static uint64_t handled;
static uint32_t lock, waiting;

__dpa_global__ void handle(uint64_t argument) {
  (void)argument;
  __atomic_add_fetch(&handled, 1, __ATOMIC_SEQ_CST);
  flexio_dev_thread_reschedule();
}
__dpa_rpc__ uint64_t get_handled(void) {
  return __atomic_load_n(&handled, __ATOMIC_SEQ_CST);
}
__dpa_rpc__ uint64_t activate(uint32_t id) {
  flexio_dev_event_handler_activate(id);
  return 0;
}
__dpa_rpc__ uint64_t ring(uint32_t queue) {
  flexio_dev_print("ring %s\n", "<queue> \"1\"");
  flexio_dev_zcqe_gen(queue);
  return 0;
}
__dpa_rpc__ uint64_t copy(uint32_t window, uint32_t key, uint64_t host) {
  char bytes[64] = "from the device";

  return (uint64_t)flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0,
                                            (uint16_t)window, key) +
         (uint64_t)flexio_dev_window_copy_to_host(FLEXIO_DEV_WINDOW_ENTITY_0,
                                                  host, bytes, sizeof bytes);
}
__dpa_rpc__ uint64_t hold(uint64_t turns) {
  __atomic_store_n(&lock, 1, __ATOMIC_SEQ_CST);
  for (volatile uint64_t i = 0;
       __atomic_load_n(&waiting, __ATOMIC_SEQ_CST) == 0; i++)
    ;
  for (volatile uint64_t i = 0; i < turns; i++)
    ;
  __atomic_store_n(&lock, 0, __ATOMIC_SEQ_CST);
  return 0;
}
__dpa_rpc__ uint64_t wait_for_lock(void) {
  __atomic_store_n(&waiting, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&lock, __ATOMIC_SEQ_CST) != 0)
    ;
  return 0;
}
__dpa_rpc__ uint64_t is_locked(void) {
  return __atomic_load_n(&lock, __ATOMIC_SEQ_CST);
}
__dpa_rpc__ uint64_t crash(void) {
  *(volatile int *)8 = 1;
  return 0;
}
