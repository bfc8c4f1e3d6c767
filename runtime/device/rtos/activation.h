/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One activation of a thread: how it begins and how it ends. */
#ifndef DPA_RTOS_ACTIVATION_H
#define DPA_RTOS_ACTIVATION_H

#include "runtime/device/rtos/hart.h"

/* Waits for the hart's next request and prepares its registers for it; the
 * caller goes to user mode. */
void activation_begin(struct hart *hart);

/*
 * After an error that is no end of the process, which the machine is told: the activation begins anew in the process's error handler. 0, and nothing done, if there is none or
 * if the error happened in it.
 */
int activation_recover(struct hart *hart, uint32_t error, uint32_t status,
                       uint64_t cause, uint64_t value);

/* Hands the response to the machine. The activation's registers are lost. */
void activation_end(struct hart *hart, enum dpa_outcome outcome,
                    uint32_t status, uint64_t value);

/* Ends a faulted activation. `machine_mode`: the fault was the firmware's. */
void activation_crash(struct hart *hart, uint32_t status, uint64_t cause,
                      uint64_t value, uint32_t machine_mode);

#endif
