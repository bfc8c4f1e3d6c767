/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Takes requests from the hart's mailbox and writes responses to it
 * (runtime/abi/mailbox.h). The machine owns the mailbox except between the
 * states REQUEST and DONE. Must not access memory of the process.
 */
#include "runtime/device/rtos/activation.h"
#include "runtime/device/rtos/continuation.h"
#include "runtime/device/rtos/csr.h"

struct hart rtos_harts[DPA_EU_COUNT_MAX];

/* Called once by boot.S. */
void rtos_start(struct hart *hart, uint64_t id);

void rtos_start(struct hart *hart, uint64_t id) {
  hart->id = (uint32_t)id;
  activation_begin(hart);
}

/* wfi ends when the work interrupt is pending, although machine mode has
 * interrupts disabled, so that a request between the check of the state and wfi
 * is not missed. */
static void wait_for_request(struct dpa_mailbox *mailbox) {
  csr_write(CSR_MIE, 1u << DPA_IRQ_WORK);
  while (__atomic_load_n(&mailbox->state, __ATOMIC_ACQUIRE) !=
         DPA_MAILBOX_REQUEST)
    __asm__ volatile("wfi" : : : "memory");
}

/* Sets the registers for a thread that starts. */
static void start(struct hart *hart, const struct dpa_request *request) {
  for (int i = 0; i < 32; i++)
    hart->x[i] = 0;
  hart->pc = request->entry;
  hart->x[REG_T0] = request->function;
  hart->x[REG_A0] = request->arg0;
  hart->x[REG_A1] = request->arg1;
  hart->x[REG_TP] = request->thread_pointer;
  hart->x[REG_SP] = request->stack_top;
}

void activation_begin(struct hart *hart) {
  struct dpa_mailbox *mailbox = hart_mailbox(hart);
  wait_for_request(mailbox);
  __atomic_store_n(&mailbox->state, DPA_MAILBOX_RUNNING, __ATOMIC_RELEASE);

  const struct dpa_request *request = &mailbox->request;
  hart->in_error_handler = 0;
  if (request->flags & DPA_REQUEST_RESUME)
    continuation_resume(hart, request->thread_id);
  else
    start(hart, request);
  csr_write(DPA_CSR_STACK_LIMIT, request->stack_limit);
  csr_write(CSR_MIE, 1u << DPA_IRQ_WATCHDOG);
  csr_clear(CSR_MSTATUS, MSTATUS_MPP);
}

/* Passes the state of the thread to the machine. */
static void record_state(const struct hart *hart, struct dpa_mailbox *mailbox,
                         uint64_t cause, uint64_t value,
                         uint32_t machine_mode) {
  struct dpa_crash_record *crash = &mailbox->crash;
  crash->pc = hart->pc;
  crash->cause = cause;
  crash->value = value;
  for (int i = 0; i < 32; i++)
    crash->x[i] = hart->x[i];
  crash->machine_mode = machine_mode;
  crash->thread_id = mailbox->request.thread_id;
}

int activation_recover(struct hart *hart, uint32_t error, uint32_t status,
                       uint64_t cause, uint64_t value) {
  struct dpa_mailbox *mailbox = hart_mailbox(hart);
  if (mailbox->error_handler == 0 || hart->in_error_handler)
    return 0;
  record_state(hart, mailbox, cause, value, 0);
  eu_write(DPA_EU_REG_RECOVERED, status);
  hart->in_error_handler = 1;
  start(hart, &mailbox->request);
  hart->x[REG_T0] = mailbox->error_handler;
  hart->x[REG_A0] = mailbox->request.thread_pointer;
  hart->x[REG_A1] = error;
  return 1;
}

void activation_end(struct hart *hart, enum dpa_outcome outcome,
                    uint32_t status, uint64_t value) {
  struct dpa_mailbox *mailbox = hart_mailbox(hart);
  mailbox->outcome = outcome;
  mailbox->status = status;
  mailbox->value = value;
  __atomic_store_n(&mailbox->state, DPA_MAILBOX_DONE, __ATOMIC_RELEASE);
  eu_write(DPA_EU_REG_COMPLETE, 1);
}

void activation_end_process(struct hart *hart, uint32_t status, uint64_t code) {
  record_state(hart, hart_mailbox(hart), MCAUSE_USER_ECALL, code, 0);
  activation_end(hart, DPA_OUTCOME_PROCESS_ENDED, status, 0);
}

void activation_crash(struct hart *hart, uint32_t status, uint64_t cause,
                      uint64_t value, uint32_t machine_mode) {
  record_state(hart, hart_mailbox(hart), cause, value, machine_mode);
  activation_end(hart, DPA_OUTCOME_CRASHED, status, 0);
}
