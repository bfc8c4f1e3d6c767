/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A device program with one entry point. */
#include <stdint.h>

__dpa_rpc__ uint64_t twice(uint64_t a) { return 2 * a; }
