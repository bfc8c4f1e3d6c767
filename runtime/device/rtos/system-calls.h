/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* System calls of user mode (runtime/abi/syscalls.h). */
#ifndef DPA_RTOS_SYSTEM_CALLS_H
#define DPA_RTOS_SYSTEM_CALLS_H

#include "runtime/device/rtos/hart.h"

/* The effect on the activation of the caller. */
enum system_call_end {
  SYSTEM_CALL_RETURNS, /* it continues after the ecall */
  SYSTEM_CALL_ENDS,    /* it has ended, with its response written */
  SYSTEM_CALL_UNKNOWN, /* no such call: an illegal instruction */
  SYSTEM_CALL_FAULTS   /* an access for the caller faulted: hart->fault */
};

enum system_call_end system_call(struct hart *hart);

/* Returns `value` to the caller, after the ecall. */
static inline enum system_call_end system_call_return(struct hart *hart,
                                                      uint64_t value) {
  hart->x[REG_A0] = value;
  hart->pc += 4;
  return SYSTEM_CALL_RETURNS;
}

#endif
