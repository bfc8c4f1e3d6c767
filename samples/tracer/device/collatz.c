/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Device side of the tracer sample: walks down from a number by Collatz' rule
 * and traces every step. A trace stores numbers only; the host makes text of
 * them, so that the device loses next to no time.
 */
#include <stdint.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_tracer.h>

#include "formats.h"

/* Steps to 1. */
__dpa_rpc__ uint64_t collatz(uint64_t tracer, uint64_t number) {
  uint8_t id = (uint8_t)tracer;
  uint64_t steps = 0;

  flexio_dev_trace_1(id, FLEXIO_MSG_DEV_INFO, FORMAT_BEGIN, number);
  for (; number != 1; steps++) {
    uint64_t next = number % 2 ? 3 * number + 1 : number / 2;

    flexio_dev_trace_3(id, FLEXIO_MSG_DEV_DEBUG, FORMAT_STEP, steps, number,
                       next);
    number = next;
  }
  flexio_dev_trace_1(id, FLEXIO_MSG_DEV_INFO, FORMAT_END, steps);
  return steps;
}
