/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A device program with some data, so that its image has some size. */
#include <stdint.h>

static const uint32_t squares[1024] = {[1] = 1, [2] = 4, [1023] = 1046529};

__dpa_rpc__ uint64_t square(uint64_t number) { return squares[number % 1024]; }
