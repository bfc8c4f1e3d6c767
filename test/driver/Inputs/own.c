/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Entry points with a structure and a global function. */
#include <stdint.h>

struct __dpa_global__ pair {
  int32_t first;
  uint8_t second[3];
};

static uint64_t sum;

__dpa_global__ void keep_sum(uint64_t value) { sum += value; }
__dpa_rpc__ uint64_t take_pair(struct pair pair) {
  return (uint64_t)pair.first + pair.second[2] + sum;
}
