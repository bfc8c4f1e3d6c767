// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host compiler that gives an enumeration another size cannot compile the stub, and names the
// enumeration.
// PROVES: R-CC-14
// RUN: %clang_dpa -c %s -o %t.o -fplugin-arg-dpacc-host-stub=%t.c
// RUN: %hostcc -Wall -Wextra -Werror -pedantic -std=c99 -c %t.c -o %t.host.o
// RUN: not %hostcc -fshort-enums -c %t.c -o %t.host.o 2>&1 | FileCheck %s
// CHECK-DAG: error: static assertion failed: "enum mode has another size on the device"
// CHECK-DAG: error: static assertion failed: "level has another size on the device"
// CHECK-DAG: error: static assertion failed: "enum extreme has another size on the device"
// CHECK-DAG: error: static assertion failed: "enum flag has another size on the device"
// CHECK-DAG: error: static assertion failed: "struct setting: member gain is at another offset on the device"

// Short enumerations on the device only, and on both sides.
// RUN: %clang_dpa -fshort-enums -c %s -o %t.o -fplugin-arg-dpacc-host-stub=%t.c
// RUN: not %hostcc -c %t.c -o %t.host.o 2>&1 | FileCheck %s
// RUN: %hostcc -fshort-enums -Wall -Wextra -Werror -pedantic -std=c99 -c %t.c -o %t.host.o
// RUN: clang -fshort-enums -Wall -Wextra -Werror -pedantic -std=c99 -c %t.c -o %t.host.o
#include <stdint.h>

enum mode { OFF, ON };
typedef enum { LOW = -1, HIGH = 300 } level;
enum extreme { LEAST = -0x80, MOST = 0x7f };
enum flag { CLEAR, SET };
enum wide { SMALL, LARGE = 0x123456789 };
enum limits { LOWEST = -0x7fffffff - 1, HIGHEST = 0x7fffffff };
enum __attribute__((packed)) tight { ONE = 1, TWO };

struct setting {
  enum mode modes[2];
  level gain;
  enum flag flag : 2;
  enum tight tight;
};
__dpa_rpc__ uint64_t f(struct setting s, enum extreme e, enum wide w,
                       enum limits l, enum tight t) {
  return (uint64_t)s.gain + (uint64_t)e + w + (uint64_t)l + t;
}
