/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Entry points of the code-generation benchmark: one benchmark program of
 * bench/cpu/guest for each call. The argument has the program's number in its
 * upper half and the rounds in its lower. The same source makes dpacc's image
 * and, without annotations, the one by hand.
 */
#include "programs.h"

#include <dpaintrin.h>

uint64_t measure_checksum(uint64_t argument);
uint64_t measure_instructions(uint64_t argument);

__dpa_rpc__ uint64_t measure_checksum(uint64_t argument) {
  return program_run(argument >> 32, argument & 0xffffffff);
}

/* Instructions retired, but for those of the measurement itself. */
__dpa_rpc__ uint64_t measure_instructions(uint64_t argument) {
  uint64_t start = __dpa_thread_inst_ret();
  volatile uint64_t checksum =
      program_run(argument >> 32, argument & 0xffffffff);
  (void)checksum;
  return __dpa_thread_inst_ret() - start;
}
