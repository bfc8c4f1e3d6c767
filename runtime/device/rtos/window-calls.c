/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Windows: configuration and bulk copies. The machine checks everything; an
 * access that would fault in the caller is a fault of the caller.
 */
#include "runtime/device/rtos/window-calls.h"
#include "runtime/abi/syscalls.h"
#include "runtime/device/rtos/csr.h"

static enum system_call_end configure(struct hart *hart, uint64_t window,
                                      uint64_t key, uint64_t what) {
  eu_write(DPA_EU_REG_WINDOW_ENTITY, hart->x[REG_A0]);
  eu_write(DPA_EU_REG_WINDOW_ID, window);
  eu_write(DPA_EU_REG_WINDOW_KEY, key);
  eu_write(DPA_EU_REG_WINDOW_CONFIGURE, what);
  return system_call_return(hart, eu_read(DPA_EU_REG_WINDOW_CONFIGURE));
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
    return system_call_return(hart, end);
  hart->fault.cause = eu_read(DPA_EU_REG_WINDOW_FAULT_IS_STORE)
                          ? MCAUSE_STORE_FAULT
                          : MCAUSE_LOAD_FAULT;
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
