/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * All traps: system calls, faults of user code, the watchdog, and faults of the
 * firmware itself. On entry `hart` has all registers of the trap, on return
 * those to continue with.
 */
#include "runtime/abi/outbox.h"
#include "runtime/abi/process-status.h"
#include "runtime/device/rtos/activation.h"
#include "runtime/device/rtos/csr.h"
#include "runtime/device/rtos/system-calls.h"

#define INSTRUCTION_ECALL 0x00000073

void rtos_trap(struct hart *hart); /* called by trap-entry.S */

static uint32_t status_of_cause(uint64_t cause) {
  if (cause == (MCAUSE_INTERRUPT | DPA_IRQ_WATCHDOG))
    return DPA_STATUS_WATCHDOG;
  if (cause == DPA_CAUSE_STACK_OVERFLOW)
    return DPA_STATUS_STACK_OVERFLOW;
  if (cause <= 15)
    return DPA_STATUS_EXCEPTION((uint32_t)cause);
  return DPA_STATUS_FIRMWARE_FAULT; /* not a cause of this machine */
}

/* True if the activation continues, in the error handler. */
static int recover(struct hart *hart, uint64_t cause, uint64_t address) {
  uint32_t error;
  if (cause != MCAUSE_LOAD_FAULT && cause != MCAUSE_STORE_FAULT)
    return 0;
  if (address >= DPA_WINDOW_BASE)
    error = DPA_ERROR_WINDOW;
  else if (address - DPA_OUTBOX_BASE < DPA_OUTBOX_SIZE)
    error = DPA_ERROR_OUTBOX;
  else
    return 0;
  eu_write(DPA_EU_REG_THREAD_ERROR, error);
  return activation_recover(hart, error, status_of_cause(cause), cause,
                            address);
}

/* True if the activation continues. */
static int handle_system_call(struct hart *hart) {
  enum system_call_end end = system_call(hart);
  if (end == SYSTEM_CALL_UNKNOWN)
    activation_crash(hart, DPA_STATUS_ILLEGAL_INSTRUCTION,
                     MCAUSE_ILLEGAL_INSTRUCTION, INSTRUCTION_ECALL, 0);
  if (end != SYSTEM_CALL_FAULTS)
    return end == SYSTEM_CALL_RETURNS;
  if (recover(hart, hart->fault.cause, hart->fault.value))
    return 1;
  activation_crash(hart, status_of_cause(hart->fault.cause), hart->fault.cause,
                   hart->fault.value, 0);
  return 0;
}

/* True if the activation continues. */
static int handle_fault(struct hart *hart, uint64_t cause) {
  uint64_t value = csr_read(CSR_MTVAL);
  uint32_t machine_mode = (csr_read(CSR_MSTATUS) & MSTATUS_MPP) != 0;
  if (!machine_mode && recover(hart, cause, value))
    return 1;
  activation_crash(
      hart, machine_mode ? DPA_STATUS_FIRMWARE_FAULT : status_of_cause(cause),
      cause, value, machine_mode);
  return 0;
}

void rtos_trap(struct hart *hart) {
  uint64_t cause = csr_read(CSR_MCAUSE);
  int continues = cause == MCAUSE_USER_ECALL ? handle_system_call(hart)
                                             : handle_fault(hart, cause);
  if (!continues)
    activation_begin(hart);
}
