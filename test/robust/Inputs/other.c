/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A second source, for commands with several. */
#include <stdint.h>

__dpa_rpc__ uint64_t half(uint64_t number) { return number / 2; }
