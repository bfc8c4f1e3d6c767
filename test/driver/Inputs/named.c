// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An entry point whose name a test fills in.
#include <stdint.h>
__dpa_rpc__ uint64_t NAME(uint64_t a, uint64_t b) { return a + b; }
