/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Handlers: commands that a table leads to functions; the table is in another
 * file than the loop.
 */
#include "modules.h"

uint64_t program_handlers(uint64_t rounds) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < rounds; i++) {
    uint32_t code = (uint32_t)(i ^ sum) % 8;
    struct command command = {code, (uint32_t)sum, (uint32_t)i};
    sum += handlers[code](&command);
    sum += saturated(sum >> 3, handler_costs[code]);
    store_put(code, (uint32_t)sum);
  }
  return sum + store_get(3);
}
