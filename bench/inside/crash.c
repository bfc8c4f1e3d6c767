/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of the benchmark: a process that ends with an error. */
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t crash(uint64_t address) {
  *(volatile uint64_t *)address = 1;
  return 0;
}
