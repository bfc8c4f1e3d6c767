/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels: one that greets, and the nodes of a graph, which note when they ran.
 */
#include <doca_dpa_dev.h>
#include <dpaintrin.h>

__dpa_global__ void greet(void) {
  DOCA_DPA_DEV_LOG_INFO("Hello from kernel, instance %u of %u\n",
                        doca_dpa_dev_thread_rank() + 1,
                        doca_dpa_dev_num_threads());
}

/* `times`: two numbers in device memory: begin and end, in cycles. */
__dpa_global__ void run_node(uint64_t times) {
  uint64_t *time = (uint64_t *)times;

  time[0] = __dpa_thread_cycles();
  doca_dpa_dev_yield();
  time[1] = __dpa_thread_cycles();
}
