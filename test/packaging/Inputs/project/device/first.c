/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdint.h>

#include "first.h"

__dpa_rpc__ uint64_t first(uint64_t value) { return value + FIRST; }
