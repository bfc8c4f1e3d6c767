/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "helper.h"

uint64_t help(uint64_t value) { return value * 10; }

__dpa_rpc__ uint64_t third(uint64_t value) { return help(value) + 3; }
