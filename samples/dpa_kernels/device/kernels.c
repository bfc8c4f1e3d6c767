/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels: one that greets, and the nodes of a graph, which note when they ran.
 */
#include <doca_dpa_dev.h>

__dpa_global__ void hello_world(void) {
  DOCA_DPA_DEV_LOG_INFO("Hello from kernel\n");
}

/* A node takes the next number of `clock` when it begins and when it ends, and
 * stores both in `stamps`. All are in device memory. The cycle counters of
 * execution units cannot be compared; such numbers can. */
__dpa_global__ void run_node(uint64_t clock, uint64_t stamps) {
  uint64_t *stamp = (uint64_t *)stamps;

  stamp[0] = __atomic_fetch_add((uint64_t *)clock, 1, __ATOMIC_SEQ_CST);
  doca_dpa_dev_yield();
  stamp[1] = __atomic_fetch_add((uint64_t *)clock, 1, __ATOMIC_SEQ_CST);
}
