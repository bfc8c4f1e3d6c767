/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Entry points of the code-generation benchmark: one for each program of
 * bench/cpu/guest. Each runs its program and returns the instructions that were
 * retired; `measure_checksum` then tells what the program returned. The same
 * source makes dpacc's image and, without annotations, the one by hand.
 */
#include "programs.h"

#include <dpaintrin.h>

static uint64_t checksum;

#define MEASURE(name)                                                          \
  uint64_t measure_##name(uint64_t rounds);                                    \
  __dpa_rpc__ uint64_t measure_##name(uint64_t rounds) {                       \
    uint64_t start = __dpa_thread_inst_ret();                                  \
    checksum = program_##name(rounds);                                         \
    return __dpa_thread_inst_ret() - start;                                    \
  }

MEASURE(list)
MEASURE(matrix)
MEASURE(crc)
MEASURE(state)
MEASURE(mix)
MEASURE(packet)
MEASURE(memory)

uint64_t measure_checksum(uint64_t unused);

__dpa_rpc__ uint64_t measure_checksum(uint64_t unused) {
  (void)unused;
  return checksum;
}
