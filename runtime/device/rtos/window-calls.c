/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Windows: configuring them and bulk copies. The machine checks everything;
 * what an access of the caller would fault on is a fault of the caller.
 */
#include "runtime/device/rtos/window-calls.h"
#include "runtime/abi/syscalls.h"
#include "runtime/device/rtos/csr.h"

#define CAUSE_LOAD_FAULT 5
#define CAUSE_STORE_FAULT 7

static enum system_call_end result(struct hart *hart, uint64_t value) {
  hart->x[REG_A0] = value;
  hart->pc += 4;
  return SYSTEM_CALL_RETURNS;
}

static enum system_call_end configure(struct hart *hart, uint64_t window,
                                      uint64_t key, uint64_t what) {
  eu_write(DPA_EU_REG_WINDOW_ENTITY, hart->x[REG_A0]);
  eu_write(DPA_EU_REG_WINDOW_ID, window);
  eu_write(DPA_EU_REG_WINDOW_KEY, key);
  eu_write(DPA_EU_REG_WINDOW_CONFIGURE, what);
  return result(hart, eu_read(DPA_EU_REG_WINDOW_CONFIGURE));
}

static enum system_call_end copy(struct hart *hart, uint64_t direction) {
  const uint64_t *x = hart->x;
  eu_write(DPA_EU_REG_WINDOW_ENTITY, x[REG_A0]);
  eu_write(DPA_EU_REG_WINDOW_COPY_HOST, x[REG_A1]);
  eu_write(DPA_EU_REG_WINDOW_COPY_DEVICE, x[REG_A2]);
  eu_write(DPA_EU_REG_WINDOW_COPY_SIZE, x[REG_A3]);
  eu_write(DPA_EU_REG_WINDOW_COPY, direction);
  uint64_t end = eu_read(DPA_EU_REG_WINDOW_COPY);
  if (end != DPA_WINDOW_FAULT)
    return result(hart, end);
  hart->fault.cause = eu_read(DPA_EU_REG_WINDOW_FAULT_IS_STORE)
                          ? CAUSE_STORE_FAULT
                          : CAUSE_LOAD_FAULT;
  hart->fault.value = eu_read(DPA_EU_REG_WINDOW_FAULT_ADDRESS);
  return SYSTEM_CALL_FAULTS;
}

enum system_call_end window_call(struct hart *hart) {
  const uint64_t *x = hart->x;
  switch (x[REG_A7]) {
  case DPA_SYS_WINDOW_CONFIG:
    return configure(hart, x[REG_A1], x[REG_A2], DPA_WINDOW_SET_WINDOW_AND_KEY);
  case DPA_SYS_WINDOW_MKEY_CONFIG:
    return configure(hart, x[REG_A2], x[REG_A1], DPA_WINDOW_SET_KEY);
  case DPA_SYS_WINDOW_COPY_TO_HOST:
    return copy(hart, DPA_WINDOW_COPY_TO_HOST);
  case DPA_SYS_WINDOW_COPY_FROM_HOST:
    return copy(hart, DPA_WINDOW_COPY_FROM_HOST);
  default:
    return SYSTEM_CALL_UNKNOWN;
  }
}
