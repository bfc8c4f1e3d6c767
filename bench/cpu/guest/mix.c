/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A blend of the others, in short turns. */
#include "programs.h"

uint64_t program_mix(uint64_t rounds) {
  uint64_t checksum = 0;
  for (uint64_t round = 0; round < rounds; round++)
    checksum = checksum * 31 + (program_list(2) + program_matrix(2) +
                                program_crc(2) + program_state(20));
  return checksum;
}
