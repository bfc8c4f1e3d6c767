/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Machine-mode control registers, and the control registers of the execution
 * unit (runtime/abi/eu-control.h). */
#ifndef DPA_RTOS_CSR_H
#define DPA_RTOS_CSR_H

#include "runtime/abi/address-map.h"
#include "runtime/abi/eu-control.h"

#define CSR_MSTATUS 0x300
#define CSR_MIE 0x304
#define CSR_MTVEC 0x305
#define CSR_MCOUNTEREN 0x306
#define CSR_MSCRATCH 0x340
#define CSR_MEPC 0x341
#define CSR_MCAUSE 0x342
#define CSR_MTVAL 0x343

#define MSTATUS_MPP (3ull << 11)
#define MCAUSE_INTERRUPT (1ull << 63)
#define MCAUSE_ILLEGAL_INSTRUCTION 2
#define MCAUSE_LOAD_FAULT 5
#define MCAUSE_STORE_FAULT 7
#define MCAUSE_USER_ECALL 8

#ifndef __ASSEMBLER__

#include <stdint.h>

/* `csr` is a name or a number for the assembler. */
#define csr_read(csr)                                                          \
  ({                                                                           \
    uint64_t csr_value_;                                                       \
    __asm__ volatile("csrr %0, %1" : "=r"(csr_value_) : "i"(csr));             \
    csr_value_;                                                                \
  })
#define csr_change(how, csr, value)                                            \
  __asm__ volatile(how " %0, %1"                                               \
                   :                                                           \
                   : "i"(csr), "r"((uint64_t)(value))                          \
                   : "memory")
#define csr_write(csr, value) csr_change("csrw", csr, value)
#define csr_clear(csr, bits) csr_change("csrc", csr, bits)

static inline uint64_t eu_read(uint64_t reg) {
  return *(volatile uint64_t *)(DPA_EU_CONTROL_BASE + reg);
}
static inline void eu_write(uint64_t reg, uint64_t value) {
  *(volatile uint64_t *)(DPA_EU_CONTROL_BASE + reg) = value;
}

#endif

#endif
