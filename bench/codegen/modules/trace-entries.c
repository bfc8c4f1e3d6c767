/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Trace: the last sixteen entries and a sum of all.
 */
#include "modules.h"

static struct {
  uint32_t where, what;
  uint64_t value, limit;
} entries[16];
static uint32_t count;
static uint64_t sum;

void trace(uint32_t where, uint32_t what, uint64_t value, uint64_t limit) {
  uint32_t at = count++ % 16;
  entries[at].where = where;
  entries[at].what = what;
  entries[at].value = value;
  entries[at].limit = limit;
  sum += (value - limit) * (where + what);
}

uint64_t trace_sum(void) { return sum + entries[0].where + entries[15].value; }
