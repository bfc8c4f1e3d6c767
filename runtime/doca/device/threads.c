/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* DPA threads: their entry, their ends, what they know of themselves. */
#include "runtime/doca/device/objects.h"

void __doca_dpa_thread(uint64_t thread);

DOCA_ENTRY void __doca_dpa_thread(uint64_t thread) {
  struct doca_abi_thread *own = (struct doca_abi_thread *)thread;
  doca_running_thread = own;
  flexio_dev_event_handler_t *function =
      (flexio_dev_event_handler_t *)own->function;
  function(own->argument);
  flexio_dev_thread_finish();
}

unsigned int doca_dpa_dev_thread_rank(void) {
  return doca_running_thread ? doca_running_thread->rank : 0;
}

unsigned int doca_dpa_dev_num_threads(void) {
  return doca_running_thread ? doca_running_thread->num_threads : 1;
}

doca_dpa_dev_uintptr_t doca_dpa_dev_thread_get_local_storage(void) {
  return doca_running_thread ? doca_running_thread->local_storage : 0;
}

/* Only instances of kernels are continuable; in other threads the call returns
 * at once. */
void doca_dpa_dev_yield(void) { doca_yield(); }

void doca_dpa_dev_thread_reschedule(void) { flexio_dev_thread_reschedule(); }

void doca_dpa_dev_thread_finish(void) { flexio_dev_thread_finish(); }

/* What the thread reads after it is started is in memory before. */
void doca_dpa_dev_thread_notify(
    doca_dpa_dev_notification_completion_t comp_handle) {
  const struct doca_abi_notification *notification =
      (const struct doca_abi_notification *)comp_handle;
  __dpa_thread_memory_writeback();
  flexio_dev_event_handler_activate(notification->activation_id);
}
