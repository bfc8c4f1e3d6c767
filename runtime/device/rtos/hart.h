/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The firmware's state of one hart, which is one execution unit: the registers of user mode and a
 * stack for machine mode. mscratch points to it, except in the first instructions of a trap. C and
 * assembly.
 */
#ifndef DPA_RTOS_HART_H
#define DPA_RTOS_HART_H

#define HART_STACK_SIZE 1024
#define HART_X(n) (8 * (n))
#define HART_PC 256
#define HART_STACK_TOP (HART_PC + 8 + 8 + 16 + HART_STACK_SIZE)
#define HART_SIZE HART_STACK_TOP

#ifndef __ASSEMBLER__

#include "runtime/abi/address-map.h"
#include "runtime/abi/mailbox.h"
#include "runtime/abi/saved-registers.h"

#include <stddef.h>
#include <stdint.h>

struct hart {
  uint64_t x[32]; /* x[0] is 0 */
  uint64_t pc;
  uint32_t id;
  uint32_t in_error_handler; /* the activation continues there */
  struct {
    uint64_t cause; /* as in mcause */
    uint64_t value; /* as in mtval */
  } fault; /* of a system call with an access that the caller may not do */
  _Alignas(16) uint8_t stack[HART_STACK_SIZE];
};

_Static_assert(offsetof(struct hart, pc) == HART_PC, "used by trap-entry.S");
_Static_assert(offsetof(struct dpa_saved_registers, pc) == HART_PC,
               "x and pc are a struct dpa_saved_registers");
_Static_assert(sizeof(struct hart) == HART_SIZE, "used by boot.S");
_Static_assert(HART_SIZE % 16 == 0, "the stack's top is aligned");

/* One for each hart, by mhartid. */
extern struct hart rtos_harts[DPA_EU_COUNT_MAX];

static inline struct dpa_mailbox *hart_mailbox(const struct hart *hart) {
  return (struct dpa_mailbox *)(DPA_MAILBOX_BASE +
                                hart->id * DPA_MAILBOX_STRIDE);
}

enum {
  REG_SP = 2,
  REG_TP = 4,
  REG_T0 = 5,
  REG_A0 = 10,
  REG_A1 = 11,
  REG_A2 = 12,
  REG_A3 = 13,
  REG_A7 = 17
};

#endif

#endif
