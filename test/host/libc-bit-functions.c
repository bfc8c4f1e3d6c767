// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bit counts and byte swaps that the compiler's run-time library and a program call are single instructions of Zbb, not libgcc's
// tables, with the right result for each bit and for zero; soft-float functions, which call __clzdi2, are right. A program may define
// one of them itself.
// PROVES: R-LIBC-16
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -devicecc-options="-Wno-dpa-floating-point" %t/device.c -o %t/app.a -app-name=test_app
// RUN: dpacc-extract %t/app.a -o %t/image
// RUN: llvm-objdump -d --disassemble-symbols=__clzdi2,__ctzdi2,__popcountdi2,__bswapdi2 %t/image | FileCheck %s
// RUN: llvm-nm %t/image | FileCheck --check-prefix=NAMES --implicit-check-not=__clz_tab --implicit-check-not=__popcount_tab %s
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host
// CHECK-LABEL: <__clzdi2>:
// CHECK: {{[[:space:]]clz[[:space:]]}}
// CHECK-NEXT: {{[[:space:]]ret$}}
// CHECK-LABEL: <__ctzdi2>:
// CHECK: {{[[:space:]]ctz[[:space:]]}}
// CHECK-NEXT: {{[[:space:]]ret$}}
// CHECK-LABEL: <__popcountdi2>:
// CHECK: {{[[:space:]]cpop[[:space:]]}}
// CHECK-NEXT: {{[[:space:]]ret$}}
// CHECK-LABEL: <__bswapdi2>:
// CHECK: {{[[:space:]]rev8[[:space:]]}}
// CHECK-NEXT: {{[[:space:]]ret$}}
// NAMES: __divsf3

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

/* Their addresses are used, as the compiler makes an instruction of the builtins. */
int __clzdi2(uint64_t value);
int __ctzdi2(uint64_t value);
int __ffsdi2(uint64_t value);
int __popcountdi2(uint64_t value);
uint32_t __bswapsi2(uint32_t value);
uint64_t __bswapdi2(uint64_t value);

/* Instead of the library's. */
int __paritydi2(uint64_t value) { return value == 7 ? 70 : 71; }

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition))                                                          \
      return __LINE__;                                                         \
  } while (0)

static int ones(uint64_t value) {
  int count = 0;
  for (int bit = 0; bit < 64; bit++)
    count += (int)(value >> bit & 1);
  return count;
}

static uint64_t swapped(uint64_t value, unsigned bytes) {
  uint64_t result = 0;
  for (unsigned i = 0; i < bytes; i++)
    result = result << 8 | (value >> 8 * i & 0xff);
  return result;
}

static uint64_t check(uint64_t value, int first, int last) {
  EXPECT(__clzdi2(value) == 63 - last);
  EXPECT(__ctzdi2(value) == first);
  EXPECT(__ffsdi2(value) == first + 1);
  EXPECT(__popcountdi2(value) == ones(value));
  EXPECT(__bswapdi2(value) == swapped(value, 8));
  EXPECT(__bswapsi2((uint32_t)value) == (uint32_t)swapped(value, 4));
  return 0;
}

__dpa_rpc__ uint64_t counts(void) {
  for (int last = 0; last < 64; last++)
    for (int first = 0; first <= last; first++) {
      const uint64_t ends = UINT64_C(1) << last | UINT64_C(1) << first;
      const uint64_t all = UINT64_MAX >> (63 - last) & UINT64_MAX << first;
      const uint64_t some = ends | (all & UINT64_C(0x9e3779b97f4a7c15));
      EXPECT(!check(ends, first, last) && !check(all, first, last) &&
             !check(some, first, last));
    }
  EXPECT(__clzdi2(0) == 64 && __ctzdi2(0) == 64);
  EXPECT(__ffsdi2(0) == 0 && __popcountdi2(0) == 0 && __bswapdi2(0) == 0);
  EXPECT(__paritydi2(7) == 70);
  return 0;
}

/* Of the bits of an operation. */
__dpa_rpc__ uint64_t quotient(uint64_t a, uint64_t b) {
  union {
    uint32_t bits;
    float value;
  } x = {(uint32_t)a}, y = {(uint32_t)b}, result;
  result.value = x.value / y.value;
  return result.bits;
}

//--- host.c
#include "host.h"
#include <string.h>

flexio_func_t counts, quotient;

static uint32_t bits_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

int main(void) {
  /* Smallest subnormal, largest subnormal, smallest normal, ... */
  const float values[] = {1e-45f, 1.1754942e-38f, 1.17549435e-38f, 1e-40f,
                          1.0f,   3.0f,           -7.5f,           3.4e38f};
  const size_t count = sizeof values / sizeof values[0];
  struct flexio_process *process = create_process(open_device());
  uint64_t result = 1;

  EXPECT_SUCCESS(flexio_process_call(process, counts, &result));
  if (result)
    printf("failed: line %lu of the device code\n", (unsigned long)result);
  EXPECT(result == 0);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < count; k++) {
      EXPECT_SUCCESS(flexio_process_call(process, quotient, &result,
                                         (uint64_t)bits_of(values[i]),
                                         (uint64_t)bits_of(values[k])));
      EXPECT(result == bits_of(values[i] / values[k]));
    }
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
