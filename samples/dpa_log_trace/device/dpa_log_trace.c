/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A kernel that logs at each level, and one that traces its steps. */
#include <doca_dpa_dev.h>

__dpa_global__ void log_levels(uint64_t number, uint64_t text) {
  DOCA_DPA_DEV_LOG_ERR("%s: error %lu\n", __func__, number);
  DOCA_DPA_DEV_LOG_WARN("%s: warning %#lx\n", __func__, number);
  DOCA_DPA_DEV_LOG_INFO("%s: text '%s'\n", __func__, (const char *)text);
  DOCA_DPA_DEV_LOG_DBG("%s: rank %u of %u\n", __func__,
                       doca_dpa_dev_thread_rank(), doca_dpa_dev_num_threads());
}

/* Collatz: entries of step, number, whether it is odd; the last ones are sent
 * by a flush. */
__dpa_global__ void trace_steps(uint64_t number) {
  uint64_t step = 0;

  for (; number != 1; step++) {
    doca_dpa_dev_trace(step, number, number & 1, 0, 0);
    number = number & 1 ? 3 * number + 1 : number / 2;
  }
  doca_dpa_dev_trace(step, number, 1, 0, 0);
  doca_dpa_dev_trace_flush();
}
