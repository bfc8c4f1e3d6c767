// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host compiler that lays a struct out differently cannot compile the stub, and names the struct.
// PROVES: R-CC-14
// RUN: %clang_dpa -c %s -o %t.o -fplugin-arg-dpacc-host-stub=%t.c
// RUN: %hostcc -c %t.c -o %t.host.o
// RUN: not %hostcc -fpack-struct=1 -c %t.c -o %t.host.o 2>&1 | FileCheck %s
// CHECK: error: static assertion failed: "struct request has another size or alignment on the device"
// CHECK: error: static assertion failed: "struct request: member value is at another offset on the device"

// With the option on both sides the stub compiles.
// RUN: %clang_dpa -fpack-struct=1 -c %s -o %t.o -fplugin-arg-dpacc-host-stub=%t.c
// RUN: %hostcc -fpack-struct=1 -c %t.c -o %t.host.o
// RUN: not %hostcc -c %t.c -o %t.host.o
#include <stdint.h>

struct request {
  char kind;
  uint64_t value;
};
__dpa_rpc__ uint64_t f(struct request r, char c, uint64_t v) {
  return r.value + (uint64_t)c + v;
}
