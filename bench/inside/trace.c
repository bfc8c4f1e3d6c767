/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device code of trace-bench.c: each doorbell is an event of the timeline. */
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>
#include <stdint.h>

__dpa_rpc__ uint64_t arm(uint32_t queue, uint32_t times, uint32_t pause) {
  while (times-- != 0) {
    flexio_dev_cq_arm(0, queue);
    for (volatile uint32_t i = 0; i < pause; i++)
      ;
  }
  return 0;
}
