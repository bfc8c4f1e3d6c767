/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What user mode asks by ecall (runtime/abi/syscalls.h). */
#ifndef DPA_RTOS_SYSTEM_CALLS_H
#define DPA_RTOS_SYSTEM_CALLS_H

#include "runtime/device/rtos/hart.h"

/* What becomes of the activation that called. */
enum system_call_end {
  SYSTEM_CALL_RETURNS, /* it goes on behind the ecall */
  SYSTEM_CALL_ENDS,    /* it is over, its response is posted */
  SYSTEM_CALL_UNKNOWN, /* no such call: an illegal instruction */
  SYSTEM_CALL_FAULTS   /* an access for the caller faulted: hart->fault */
};

enum system_call_end system_call(struct hart *hart);

#endif
