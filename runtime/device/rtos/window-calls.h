/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* System calls for windows (runtime/abi/syscalls.h, 16 to 19), which the machine executes by its
 * control registers. Other numbers are SYSTEM_CALL_UNKNOWN. */
#ifndef DPA_RTOS_WINDOW_CALLS_H
#define DPA_RTOS_WINDOW_CALLS_H

#include "runtime/device/rtos/system-calls.h"

enum system_call_end window_call(struct hart *hart);

#endif
