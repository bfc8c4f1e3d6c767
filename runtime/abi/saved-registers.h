/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Registers of user mode that the firmware keeps in its memory, for debuggers and core dumps. C and
 * assembly.
 *
 * Of a trap: while a hart is in machine mode, mscratch holds the address of its struct
 * dpa_saved_registers. The code that saves the registers, DPA_TRAP_ENTRY_SIZE bytes from mtvec on,
 * is an exception: there the address is in mscratch or in x31, and the other one of the two holds
 * x31 of user mode. All other registers still hold their values of user mode, except that x10 may
 * already be saved and hold the address, and x5 may already be saved and hold mepc.
 *
 * Of a thread that has yielded: element number thread_id of an array at DPA_YIELDED_BASE.
 */
#ifndef DPA_ABI_SAVED_REGISTERS_H
#define DPA_ABI_SAVED_REGISTERS_H

#include "runtime/abi/address-map.h"

#define DPA_YIELDED_BASE DPA_ADDRESS(0x10180000)
#define DPA_SAVED_REGISTERS_SIZE 264
#define DPA_TRAP_ENTRY_SIZE 142

#ifndef __ASSEMBLER__

#include <stdint.h>

struct dpa_saved_registers {
  uint64_t x[32];
  uint64_t pc;
};

_Static_assert(sizeof(struct dpa_saved_registers) == DPA_SAVED_REGISTERS_SIZE,
               "shared by machine and firmware");

#endif

#endif
