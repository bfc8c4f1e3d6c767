/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The registers of threads that have yielded (runtime/abi/saved-registers.h). A thread runs on
 * one hart at a time, and the machine orders its activations, so that no lock is needed.
 */
#ifndef DPA_RTOS_CONTINUATION_H
#define DPA_RTOS_CONTINUATION_H

#include "runtime/device/rtos/hart.h"

/* Saves the hart's registers for the next activation of the thread. */
void continuation_save(const struct hart *hart, uint32_t thread_id);

/* Restores them, possibly on another hart. */
void continuation_resume(struct hart *hart, uint32_t thread_id);

#endif
