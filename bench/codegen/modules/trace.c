/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Trace: a state machine that reports errors.
 */
#include "modules.h"

enum { IDLE, OPEN, BUSY, CLOSED };

static uint32_t step(uint32_t state, uint64_t event) {
  switch (state) {
  case IDLE:
    if (event > 200)
      trace(IDLE, 1, event, 200);
    return event & 1 ? OPEN : IDLE;
  case OPEN:
    if (event < 20) {
      trace(OPEN, 2, event, 20);
      return CLOSED;
    }
    return event & 2 ? BUSY : OPEN;
  case BUSY:
    if (event % 7 == 0)
      trace(BUSY, 3, event, 7);
    return event & 4 ? CLOSED : BUSY;
  default:
    if (event > 250)
      trace(CLOSED, 4, event, 250);
    return event & 8 ? IDLE : CLOSED;
  }
}

uint64_t program_trace(uint64_t rounds) {
  uint32_t state = IDLE;
  uint64_t event = 1;
  for (uint64_t i = 0; i < rounds; i++) {
    event = event * 6364136223846793005u + i;
    state = step(state, event >> 56);
    if (state == CLOSED && i % 16 == 0)
      trace(state, 5, i, rounds);
  }
  return trace_sum() + state;
}
