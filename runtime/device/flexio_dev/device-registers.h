/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Registers of the machine that user mode may access: the outbox page (runtime/abi/outbox.h) and
 * control registers of the execution unit (runtime/abi/eu-control.h). Instructions of their own,
 * because clang loads only 4 bytes of a volatile uint64_t whose upper half is not used, which
 * registers do not allow.
 */
#ifndef DPA_FLEXIO_DEV_DEVICE_REGISTERS_H
#define DPA_FLEXIO_DEV_DEVICE_REGISTERS_H

#include "runtime/abi/address-map.h"
#include "runtime/abi/eu-control.h"

#include <stdint.h>

static inline void register_write(uint64_t address, uint64_t value) {
  __asm__ volatile("sd %z1, %0"
                   : "=m"(*(volatile uint64_t *)address)
                   : "rJ"(value)
                   : "memory");
}

static inline uint64_t register_read(uint64_t address) {
  uint64_t value;

  __asm__ volatile("ld %0, %1"
                   : "=r"(value)
                   : "m"(*(volatile uint64_t *)address)
                   : "memory");
  return value;
}

/* DPA_EU_REG_* of the running execution unit. */
static inline void unit_write(uint64_t reg, uint64_t value) {
  register_write(DPA_EU_USER_CONTROL_BASE + reg, value);
}

static inline uint64_t unit_read(uint64_t reg) {
  return register_read(DPA_EU_USER_CONTROL_BASE + reg);
}

#endif
