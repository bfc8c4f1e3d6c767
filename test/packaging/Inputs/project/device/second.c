/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The macro GREETING has a blank, a comma and quotes: build systems have to pass it unchanged. */
#include <stdint.h>

#include "helper.h"

__dpa_rpc__ uint64_t second(uint64_t value) {
  return help(value) + sizeof(GREETING);
}
