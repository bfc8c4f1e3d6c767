/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ends of threads and of the process: system calls that do not return. */
#include "runtime/abi/process-status.h"
#include "runtime/device/flexio_dev/system-call.h"

#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>

void flexio_dev_thread_reschedule(void) {
  system_call_last(DPA_SYS_THREAD_RESCHEDULE, 0, 0);
}

void flexio_dev_thread_finish(void) {
  system_call_last(DPA_SYS_THREAD_FINISH, 0, 0);
}

void flexio_dev_thread_retrigger(void) {
  system_call_last(DPA_SYS_THREAD_RETRIGGER, 0, 0);
}

void flexio_dev_process_finish(void) {
  system_call_last(DPA_SYS_PROCESS_END, DPA_STATUS_PROCESS_FINISHED, 0);
}

void flexio_dev_error(uint8_t error) {
  uint8_t status = error;
  if (error < DPA_STATUS_USER_FIRST)
    status = DPA_STATUS_ILLEGAL_USER_ERROR;
  system_call_last(DPA_SYS_PROCESS_END, status, error);
}
