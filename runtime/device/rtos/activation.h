/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One activation of a thread: start, error handler, end. */
#ifndef DPA_RTOS_ACTIVATION_H
#define DPA_RTOS_ACTIVATION_H

#include "runtime/device/rtos/hart.h"

/* Waits for the hart's next request and sets its registers; the caller then enters user mode. */
void activation_begin(struct hart *hart);

/*
 * After a recoverable error: reports it to the machine and restarts the activation in the process's
 * error handler. Returns 0, and does nothing, if there is no handler or if the error occurred in
 * it.
 */
int activation_recover(struct hart *hart, uint32_t error, uint32_t status,
                       uint64_t cause, uint64_t value);

/* Passes the response to the machine. The activation's registers are lost. */
void activation_end(struct hart *hart, enum dpa_outcome outcome,
                    uint32_t status, uint64_t value);

/* Ends an activation and its process as the program asked; `code` is for the host's log. */
void activation_end_process(struct hart *hart, uint32_t status, uint64_t code);

/* Ends an activation after a fault; `machine_mode`: of the firmware itself. */
void activation_crash(struct hart *hart, uint32_t status, uint64_t cause,
                      uint64_t value, uint32_t machine_mode);

#endif
