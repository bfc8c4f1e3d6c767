// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The user's macros, pragmas and names do not affect the stubs.
// RUN: %clang_dpa -Wall -Wextra -Werror -c %s -o %t.o -fplugin-arg-dpacc-host-stub=%t.c
// RUN: gcc -Wall -Wextra -Werror -std=c99 -pedantic -c %t.c -o %t.host.o
#include <stdint.h>

struct value {
  uint64_t v;
};
typedef struct {
  int a;
} pair;
__dpa_rpc__ uint64_t args(struct value v, pair p) {
  return v.v + (uint64_t)p.a;
}
__dpa_rpc__ uint64_t argbuf(uint64_t func) { return func; }
__dpa_rpc__ uint64_t func(void) { return 0; }
__dpa_rpc__ uint64_t name(void) { return 0; }
__dpa_rpc__ uint64_t ap(int a0) { return (uint64_t)a0; }
#define struct union
#define used nonsense
#define retain nonsense
#define value nonsense
#define return nonsense
#define args(x) nonsense
#define noinline nonsense
#define long nonsense
#define __asm__(x)
#pragma pack(1)
