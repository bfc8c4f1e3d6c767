/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of the bench of messages: sends so many, or stores so many trace
 * records. */
#include <dpaintrin.h>
#define FLEXIO_DEV_ALLOW_EXPERIMENTAL_API
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_tracer.h>
#include <stdint.h>

__dpa_rpc__ uint64_t say(uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    flexio_dev_print("message %lu of %lu\n", i, count);
  return 0;
}

__dpa_rpc__ uint64_t trace(uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    flexio_dev_trace_2(0, FLEXIO_MSG_DEV_INFO, 0, i, count);
  return 0;
}
