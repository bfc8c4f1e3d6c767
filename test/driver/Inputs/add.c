/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The smallest device program. */
#include <stdint.h>

__dpa_rpc__ uint64_t add(uint64_t a, uint32_t b) { return a + b; }
