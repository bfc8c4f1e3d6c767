/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Entry points of a benchmark image. MEASURE(name) makes measure_<name>(), which
 * runs program_<name>() and returns the instructions that were retired;
 * measure_checksum() then returns the program's result. Included by one
 * source of an image. The same source makes dpacc's image and, without
 * annotations, the one by hand.
 */
#ifndef BENCH_CODEGEN_MEASURE_H
#define BENCH_CODEGEN_MEASURE_H

#include <dpaintrin.h>
#include <stdint.h>

static uint64_t checksum;

#define MEASURE(name)                                                          \
  uint64_t measure_##name(uint64_t rounds);                                    \
  __dpa_rpc__ uint64_t measure_##name(uint64_t rounds) {                       \
    uint64_t start = __dpa_thread_inst_ret();                                  \
    checksum = program_##name(rounds);                                         \
    return __dpa_thread_inst_ret() - start;                                    \
  }

uint64_t measure_checksum(uint64_t unused);

__dpa_rpc__ uint64_t measure_checksum(uint64_t unused) {
  (void)unused;
  return checksum;
}

#endif
