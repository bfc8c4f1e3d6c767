/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Activates other threads, and yields the execution unit. The machine checks
 * the id. */
#include "runtime/device/flexio_dev/device-registers.h"
#include "runtime/device/flexio_dev/system-call.h"

#include <libflexio-dev/flexio_dev.h>

void flexio_dev_event_handler_activate(uint32_t activation_id) {
  unit_write(DPA_EU_REG_ACTIVATE, activation_id);
}

void flexio_dev_yield(struct flexio_dev_thread_ctx *dtctx) {
  (void)dtctx;
  system_call(DPA_SYS_THREAD_YIELD, 0, 0, 0);
}

void flexio_dev_yield_and_retrigger(void) {
  system_call(DPA_SYS_THREAD_YIELD, 1, 0, 0);
}
