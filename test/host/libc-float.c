// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products, quotients and conversions to single precision have the bits that the host's processor computes, for normal and subnormal
// numbers, infinities and zeros, results that overflow or are rounded, and each NaN becomes the same one. They are the library's, not
// libgcc's, and a program may define one of them itself.
// PROVES: R-LIBC-16
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -devicecc-options="-O2 -Wno-dpa-floating-point -I%t" %t/device.c -o %t/app.a -app-name=test_app
// RUN: dpacc-extract %t/app.a -o %t/image && llvm-nm %t/image | FileCheck %s
// RUN: %hostcc_flexio -ffp-contract=off -I%S/Inputs -I%t %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host
// CHECK-DAG: W __divsf3
// CHECK-DAG: W __mulsf3
// CHECK-DAG: W __floatdisf
// CHECK-DAG: W __floatundisf
// CHECK-DAG: W __floatsisf
// CHECK-DAG: T __floatunsisf

//--- operands.h
/* The same numbers on device and host: some special ones, and random ones of
 * which the exponents are often close. */
#include <stdint.h>

enum { BLOCKS = 64, PAIRS = 2000, SPECIAL = 24, CONVERSIONS = 8000 };

static const uint32_t special[SPECIAL / 2] = {
    0,          1,          2,          0x007fffff, 0x00800000, 0x00800001,
    0x3f800000, 0x3f7fffff, 0x40490fdb, 0x7f7fffff, 0x7f800000, 0x7fa12345};

static inline uint32_t next_random(uint64_t *state) {
  *state =
      *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*state >> 32);
}

static inline uint32_t operand(uint64_t *state) {
  const uint32_t bits = next_random(state), choice = next_random(state) >> 27;
  const uint32_t sign = bits & UINT32_C(0x80000000);
  if (choice == 0)
    return sign | special[bits % (SPECIAL / 2)];
  if (choice < 8) /* few bits: exact results, and ties */
    return sign | (bits & UINT32_C(0x00ff0000)) | UINT32_C(0x3f000000);
  if (choice < 16) /* close to one */
    return sign | (bits & UINT32_C(0x00ffffff)) | UINT32_C(0x3f000000);
  if (choice < 20) /* subnormal */
    return sign | (bits & UINT32_C(0x007fffff));
  return bits;
}

static inline uint64_t integer(uint64_t *state) {
  const uint64_t high = next_random(state), low = next_random(state);
  const uint64_t value = high << 32 | low;
  const unsigned shift = next_random(state) >> 26;
  /* Random, or close to where a conversion rounds. */
  return next_random(state) & 1
             ? value >> shift
             : (UINT64_C(0x8000008000000000) >> shift) + (low & 7) - 3;
}

static inline uint64_t mixed(uint64_t sum, uint32_t bits) {
  return (sum ^ bits) * UINT64_C(1099511628211) + 1;
}

//--- arithmetic.h
static inline uint32_t bits_of(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  /* Processors differ in the NaN; the device has only this one. */
  return IS_CANONICAL ? bits : value != value ? UINT32_C(0x7fc00000) : bits;
}

static inline float float_of(uint32_t bits) {
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

static uint64_t sum_of_pairs(uint64_t block) {
  uint64_t state = block, sum = 0;
  for (int i = 0; i < PAIRS; i++) {
    const float a = float_of(operand(&state)), b = float_of(operand(&state));
    sum = mixed(mixed(sum, bits_of(a * b)), bits_of(a / b));
  }
  return sum;
}

static uint64_t sum_of_special(void) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < SPECIAL * SPECIAL; i++) {
    const float a = float_of(special[i % SPECIAL / 2] | i % 2 << 31);
    const float b = float_of(special[i / SPECIAL / 2] | i / SPECIAL % 2 << 31);
    sum = mixed(mixed(sum, bits_of(a * b)), bits_of(a / b));
  }
  return sum;
}

static uint64_t sum_of_conversions(void) {
  uint64_t state = 1, sum = bits_of((float)integer(&state));
  for (int i = 0; i < CONVERSIONS; i++) {
    const uint64_t value = i == 0 ? 0 : integer(&state);
    sum = mixed(mixed(sum, bits_of((float)value)),
                bits_of((float)(int64_t)value));
    sum = mixed(sum, bits_of((float)(int32_t)value));
  }
  return sum;
}

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>
#define IS_CANONICAL 1
#include <operands.h>

#include <arithmetic.h>

/* Instead of the library's. */
uint32_t __floatunsisf(uint32_t value) { return value == 7 ? 70 : 71; }

__dpa_rpc__ uint64_t pairs(uint64_t block) { return sum_of_pairs(block); }

__dpa_rpc__ uint64_t others(uint64_t what) {
  return what == 0 ? sum_of_special() : sum_of_conversions();
}

__dpa_rpc__ uint64_t own(uint32_t value) { return bits_of((float)value); }

//--- host.c
#include "host.h"
#define IS_CANONICAL 0
#include <operands.h>

#include <arithmetic.h>

flexio_func_t pairs, others, own;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t result;

  for (uint64_t block = 0; block < BLOCKS; block++) {
    EXPECT_SUCCESS(flexio_process_call(process, pairs, &result, block));
    if (result != sum_of_pairs(block))
      printf("wrong: block %lu\n", (unsigned long)block);
    EXPECT(result == sum_of_pairs(block));
  }
  EXPECT_SUCCESS(flexio_process_call(process, others, &result, (uint64_t)0));
  EXPECT(result == sum_of_special());
  EXPECT_SUCCESS(flexio_process_call(process, others, &result, (uint64_t)1));
  EXPECT(result == sum_of_conversions());
  EXPECT_SUCCESS(flexio_process_call(process, own, &result, (uint32_t)7));
  EXPECT(result == 70);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
