// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host stub needs no header and compiles without a warning as C99 and later, with gcc and
// clang, for both hosts.
// PROVES: R-CC-03
// RUN: %clang_dpa -c %s -o %t.o -fplugin-arg-dpacc-host-stub=%t.c
// gcc has a note, no warning, on arguments aligned to more than 16 bytes (-Wpsabi).
// RUN: not grep -E '^ *# *include "' %t.c
// RUN: not grep -E '^ *# *include <' %t.c
// RUN: gcc -Wno-psabi -Wall -Wextra -Werror -pedantic -std=c99 -O0 -c %t.c -o %t.1.o 2>&1 | count 0
// RUN: gcc -Wno-psabi -Wall -Wextra -Werror -pedantic -std=gnu11 -O2 -c %t.c -o %t.2.o 2>&1 | count 0
// RUN: clang -Wall -Wextra -Werror -pedantic -std=c99 -c %t.c -o %t.3.o 2>&1 | count 0
// RUN: clang -Wall -Wextra -Werror -pedantic -std=gnu11 -O2 -c %t.c -o %t.4.o 2>&1 | count 0
// RUN: clang --target=aarch64-linux-gnu -Wall -Wextra -Werror -pedantic -std=c99 -c %t.c -o %t.5.o 2>&1 | count 0
// RUN: clang --target=aarch64-linux-gnu -Wall -Wextra -Werror -pedantic -std=gnu11 -O2 -c %t.c -o %t.6.o 2>&1 | count 0
#include <stdbool.h>
#include <stdint.h>

enum wide { SMALL, LARGE = 0x123456789 };
union number {
  float f;
  uint32_t u[2];
};
struct __attribute__((packed)) tight {
  char c;
  uint64_t v;
  uint64_t long_bits : 40;
};
#pragma pack(push, 2)
struct pragmaPacked {
  char c;
  uint32_t v;
  union number n;
};
#pragma pack(pop)
struct __attribute__((aligned(64))) line {
  char bytes[3][7];
  struct tight t;
  __int128 wide;
};
struct loose {
  char c;
  struct line l;
  struct {
  } empty;
} __attribute__((packed));
typedef uint64_t unaligned __attribute__((aligned(1)));
struct typedefs {
  char c;
  unaligned u[3];
};

__dpa_rpc__ uint64_t scalars(bool a, char b, int8_t c, uint16_t d, int32_t e,
                             uint64_t f, float g, double h, enum wide i,
                             __int128 j, unsigned __int128 k,
                             unsigned long long l) {
  return a + (uint64_t)b + (uint64_t)c + d + (uint64_t)e + f + (uint64_t)g +
         (uint64_t)h + i + (uint64_t)j + (uint64_t)k + l;
}
__dpa_global__ void records(union number a, struct tight b,
                            struct pragmaPacked c, struct line d,
                            struct loose e, struct typedefs f) {
  (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
}
