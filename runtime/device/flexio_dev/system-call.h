/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls into the firmware: number in a7, arguments from a0 on, result in a0
 * (runtime/abi/syscalls.h). */
#ifndef DPA_FLEXIO_DEV_SYSTEM_CALL_H
#define DPA_FLEXIO_DEV_SYSTEM_CALL_H

#include "runtime/abi/syscalls.h"

#include <stdint.h>

/* A call with up to three arguments. */
static inline int64_t system_call(uint64_t number, uint64_t arg0, uint64_t arg1,
                                  uint64_t arg2) {
  register uint64_t a7 __asm__("a7") = number;
  register uint64_t a0 __asm__("a0") = arg0;
  register uint64_t a1 __asm__("a1") = arg1;
  register uint64_t a2 __asm__("a2") = arg2;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
  return (int64_t)a0;
}

/* A call with four arguments. */
static inline int64_t system_call4(uint64_t number, uint64_t arg0,
                                   uint64_t arg1, uint64_t arg2,
                                   uint64_t arg3) {
  register uint64_t a7 __asm__("a7") = number;
  register uint64_t a0 __asm__("a0") = arg0;
  register uint64_t a1 __asm__("a1") = arg1;
  register uint64_t a2 __asm__("a2") = arg2;
  register uint64_t a3 __asm__("a3") = arg3;
  __asm__ volatile("ecall"
                   : "+r"(a0)
                   : "r"(a1), "r"(a2), "r"(a3), "r"(a7)
                   : "memory");
  return (int64_t)a0;
}

/* A call that does not return. */
__attribute__((__noreturn__)) static inline void
system_call_last(uint64_t number, uint64_t arg0, uint64_t arg1) {
  system_call(number, arg0, arg1, 0);
  __builtin_trap();
}

#endif
