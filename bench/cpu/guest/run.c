/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of programs: what an engine that calls functions enters. */
#include "programs.h"

__attribute__((noinline, used)) uint64_t program_run(uint64_t number,
                                                     uint64_t rounds) {
  switch (number) {
  case PROGRAM_LIST:
    return program_list(rounds);
  case PROGRAM_MATRIX:
    return program_matrix(rounds);
  case PROGRAM_CRC:
    return program_crc(rounds);
  case PROGRAM_STATE:
    return program_state(rounds);
  case PROGRAM_MIX:
    return program_mix(rounds);
  case PROGRAM_PACKET:
    return program_packet(rounds);
  case PROGRAM_MEMORY:
    return program_memory(rounds);
  default:
    return 0;
  }
}
