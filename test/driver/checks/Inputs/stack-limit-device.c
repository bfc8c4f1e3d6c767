/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An entry point that needs SIZE bytes of stack and some more, with the deepest call at the end of
 * the only path. */
#include <stdint.h>
#include <stdio.h>

#define NOINLINE __attribute__((noinline))

NOINLINE static unsigned inner(unsigned n) {
  volatile char bytes[3000];
  bytes[n] = (char)n;
#ifdef FORMATTED
  char text[16];
  snprintf(text, sizeof text, "%8u", n); /* padding takes the deepest path */
  return (unsigned)text[0] + (unsigned)bytes[n / 2];
#else
  return (unsigned)bytes[n / 2];
#endif
}

NOINLINE static unsigned outer(unsigned n) {
  volatile char bytes[SIZE];
  bytes[n] = (char)n;
  return inner(n) + (unsigned)bytes[n / 2];
}

__dpa_rpc__ uint64_t use_stack(uint64_t n) { return outer((unsigned)n) + 1; }
