/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Functions of the compiler's run-time library that count bits or swap bytes,
 * by instructions of Zbb, which all hardware models have. Soft-float functions
 * of libgcc call __clzdi2; libgcc's own version is built without Zbb and uses
 * a table. The names and types are those of libgcc's manual; counts of zero,
 * which the manual leaves undefined, are those of the instructions.
 */
#include <stdint.h>

#ifndef __riscv_zbb
#error "built without Zbb, these functions would call themselves"
#endif

/* Weak: a program may define some of them itself. */
__attribute__((weak)) int __clzdi2(uint64_t value);
__attribute__((weak)) int __ctzdi2(uint64_t value);
__attribute__((weak)) int __ffsdi2(uint64_t value);
__attribute__((weak)) int __popcountdi2(uint64_t value);
__attribute__((weak)) int __paritydi2(uint64_t value);
__attribute__((weak)) uint32_t __bswapsi2(uint32_t value);
__attribute__((weak)) uint64_t __bswapdi2(uint64_t value);

int __clzdi2(uint64_t value) { return __builtin_clzg(value, 64); }

int __ctzdi2(uint64_t value) { return __builtin_ctzg(value, 64); }

int __ffsdi2(uint64_t value) { return __builtin_ffsll((int64_t)value); }

int __popcountdi2(uint64_t value) { return __builtin_popcountll(value); }

int __paritydi2(uint64_t value) { return __builtin_popcountll(value) & 1; }

uint32_t __bswapsi2(uint32_t value) { return __builtin_bswap32(value); }

uint64_t __bswapdi2(uint64_t value) { return __builtin_bswap64(value); }
