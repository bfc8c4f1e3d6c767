/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Stages: calls each stage from one place.
 */
#include "modules.h"

uint64_t program_stages(uint64_t rounds) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < rounds; i++) {
    struct block block;
    stage_expand(&block, (uint32_t)(sum + i));
    stage_mix(&block);
    sum = sum * 3 + stage_fold(&block);
  }
  return sum;
}
