/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The system calls: number in a7, arguments from a0 on, result in a0. The
 * machine checks addresses. */
#include "runtime/device/rtos/system-calls.h"
#include "runtime/abi/message-rings.h"
#include "runtime/abi/process-status.h"
#include "runtime/abi/syscalls.h"
#include "runtime/device/rtos/activation.h"
#include "runtime/device/rtos/continuation.h"
#include "runtime/device/rtos/csr.h"
#include "runtime/device/rtos/window-calls.h"

/* 0 if the machine accepted what was written to `reg` last, else -1. */
static uint64_t result_of(uint64_t reg) {
  return eu_read(reg) ? (uint64_t)-1 : 0;
}

/* Sends a message or records of a ring, by register `reg`. */
static uint64_t send(const uint64_t *x, uint64_t length_max, uint64_t reg) {
  if (x[REG_A2] > length_max)
    return (uint64_t)-1;
  eu_write(DPA_EU_REG_MESSAGE_STREAM, x[REG_A0]);
  eu_write(DPA_EU_REG_MESSAGE_ADDRESS, x[REG_A1]);
  eu_write(DPA_EU_REG_MESSAGE_LENGTH, x[REG_A2]);
  eu_write(reg, 1);
  return result_of(DPA_EU_REG_MESSAGE_SEND);
}

/* A process may end itself as finished, as aborted or with a code of the
 * program, but not with a code that means a fault. */
static uint32_t end_status(uint64_t status) {
  if (status == DPA_STATUS_PROCESS_FINISHED || status == DPA_STATUS_ABORTED ||
      (status >= DPA_STATUS_USER_FIRST && status <= DPA_STATUS_LAST))
    return (uint32_t)status;
  return DPA_STATUS_ILLEGAL_USER_ERROR;
}

static enum system_call_end end(struct hart *hart, enum dpa_outcome outcome,
                                uint32_t status, uint64_t value) {
  activation_end(hart, outcome, status, value);
  return SYSTEM_CALL_ENDS;
}

/* Continues after the ecall, now or when the thread is resumed. */
static enum system_call_end yield(struct hart *hart) {
  const struct dpa_request *request = &hart_mailbox(hart)->request;
  uint64_t retrigger = hart->x[REG_A0] == 1;
  enum system_call_end returns = system_call_return(hart, 0);
  if (!(request->flags & DPA_REQUEST_CONTINUABLE))
    return returns;
  continuation_save(hart, request->thread_id);
  return end(hart, DPA_OUTCOME_YIELDED, DPA_STATUS_OK, retrigger);
}

/* An invalid argument is a crash, whose record shows the call. */
static enum system_call_end use_nic_counters(struct hart *hart,
                                             uint64_t request, uint64_t value) {
  eu_write(request, value);
  if (eu_read(request) == 0) {
    hart->pc += 4;
    return SYSTEM_CALL_RETURNS;
  }
  activation_crash(hart, DPA_STATUS_NIC_COUNTERS, MCAUSE_USER_ECALL, 0, 0);
  return SYSTEM_CALL_ENDS;
}

static enum system_call_end configure_nic_counters(struct hart *hart) {
  eu_write(DPA_EU_REG_NIC_VALUES, hart->x[REG_A0]);
  eu_write(DPA_EU_REG_NIC_IDS, hart->x[REG_A1]);
  return use_nic_counters(hart, DPA_EU_REG_NIC_CONFIGURE, hart->x[REG_A2]);
}

static uint64_t select_outbox(const uint64_t *x) {
  eu_write(x[REG_A1] == 1 ? DPA_EU_REG_OUTBOX_UNCHECKED : DPA_EU_REG_OUTBOX,
           x[REG_A0]);
  return result_of(DPA_EU_REG_OUTBOX);
}

static uint64_t activate(uint64_t id) {
  eu_write(DPA_EU_REG_ACTIVATE, id);
  return result_of(DPA_EU_REG_ACTIVATE);
}

static uint64_t next_task(uint64_t *x) {
  eu_write(DPA_EU_REG_TASK_NEXT, 1);
  if (eu_read(DPA_EU_REG_TASK_NEXT) == 0)
    return 0;
  x[REG_A1] = eu_read(DPA_EU_REG_TASK_FUNCTION);
  x[REG_A2] = eu_read(DPA_EU_REG_TASK_UNPACK);
  x[REG_A3] = eu_read(DPA_EU_REG_TASK_ARGUMENT);
  return 1;
}

static uint64_t check_heap(const uint64_t *x) {
  eu_write(DPA_EU_REG_HEAP_ADDRESS, x[REG_A1]);
  eu_write(DPA_EU_REG_HEAP_SIZE, x[REG_A2]);
  eu_write(DPA_EU_REG_HEAP_BASE, x[REG_A3]);
  eu_write(DPA_EU_REG_HEAP_CHECK, x[REG_A0]);
  return eu_read(DPA_EU_REG_HEAP_CHECK);
}

enum system_call_end system_call(struct hart *hart) {
  uint64_t *x = hart->x;
  switch (x[REG_A7]) {
  case DPA_SYS_RETURN:
    if (hart->in_error_handler)
      return end(hart, DPA_OUTCOME_RESCHEDULED, DPA_STATUS_OK, 0);
    return end(hart, DPA_OUTCOME_RETURNED, DPA_STATUS_OK, x[REG_A0]);
  case DPA_SYS_THREAD_FINISH:
    return end(hart, DPA_OUTCOME_FINISHED, DPA_STATUS_OK, 0);
  case DPA_SYS_THREAD_RESCHEDULE:
    return end(hart, DPA_OUTCOME_RESCHEDULED, DPA_STATUS_OK, 0);
  case DPA_SYS_THREAD_RETRIGGER:
    return end(hart, DPA_OUTCOME_RETRIGGERED, DPA_STATUS_OK, 0);
  case DPA_SYS_PROCESS_END:
    activation_end_process(hart, end_status(x[REG_A0]), x[REG_A1]);
    return SYSTEM_CALL_ENDS;
  case DPA_SYS_MESSAGE:
    return system_call_return(
        hart, send(x, DPA_MESSAGE_SIZE_MAX, DPA_EU_REG_MESSAGE_SEND));
  case DPA_SYS_MESSAGE_RECORDS:
    eu_write(DPA_EU_REG_MESSAGE_POSITION, x[REG_A3]);
    return system_call_return(hart, send(x, DPA_MESSAGE_RECORDS_MAX,
                                         DPA_EU_REG_MESSAGE_SEND_RECORDS));
  case DPA_SYS_THREAD_YIELD:
    return yield(hart);
  case DPA_SYS_THREAD_ACTIVATE:
    return system_call_return(hart, activate(x[REG_A0]));
  case DPA_SYS_OUTBOX_CONFIG:
    return system_call_return(hart, select_outbox(x));
  case DPA_SYS_NIC_COUNTERS_CONFIG:
    return configure_nic_counters(hart);
  case DPA_SYS_NIC_COUNTERS_SAMPLE:
    return use_nic_counters(hart, DPA_EU_REG_NIC_SAMPLE, 0);
  case DPA_SYS_TASK_NEXT:
    return system_call_return(hart, next_task(x));
  case DPA_SYS_HEAP_CHECK:
    return system_call_return(hart, check_heap(x));
  default:
    return window_call(hart);
  }
}
