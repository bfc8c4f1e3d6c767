/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdint.h>

/* The value times ten. */
uint64_t help(uint64_t value);
