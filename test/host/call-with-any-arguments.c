// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call passes arguments of every kind, and more than fit in registers or in one page: all
// integers at their limits, an enumeration, structs by value, an address, forty numbers at once,
// and no argument at all.
// PROVES: R-RPC-02
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app -I%t
// RUN: %hostcc_flexio -I%S/Inputs -I%t -D__dpa_global__= %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host
// RUN: env DPA_ENGINE=interp dpa-run -- %t/host
// RUN: env DPA_SEED=2 dpa-run -- %t/host

//--- shared.h
#include <stdint.h>

enum __dpa_global__ color { RED = -1, GREEN = 7 };

struct __dpa_global__ pair {
  int8_t small;
  uint64_t large;
};

struct __dpa_global__ block {
  uint32_t words[200];
};

//--- device.c
#include <dpaintrin.h>
#include <stdbool.h>

#include "shared.h"

/* A bit for each argument that has the expected value. */
__dpa_rpc__ uint64_t every_kind(int8_t a, uint8_t b, int16_t c, uint16_t d,
                                int32_t e, uint32_t f, int64_t g, uint64_t h,
                                bool i, enum color j, struct pair k, char l,
                                const void *m, long long n) {
  uint64_t sum = 0;

  sum |= (uint64_t)(a == INT8_MIN) << 0;
  sum |= (uint64_t)(b == UINT8_MAX) << 1;
  sum |= (uint64_t)(c == INT16_MIN) << 2;
  sum |= (uint64_t)(d == UINT16_MAX) << 3;
  sum |= (uint64_t)(e == INT32_MIN) << 4;
  sum |= (uint64_t)(f == UINT32_MAX) << 5;
  sum |= (uint64_t)(g == INT64_MIN) << 6;
  sum |= (uint64_t)(h == UINT64_MAX) << 7;
  sum |= (uint64_t)(i == true) << 8;
  sum |= (uint64_t)(j == RED) << 9;
  sum |= (uint64_t)(k.small == -3 && k.large == UINT64_MAX - 1) << 10;
  sum |= (uint64_t)(l == 'x') << 11;
  sum |= (uint64_t)((uint64_t)m == 0x123456789a) << 12;
  sum |= (uint64_t)(n == -1) << 13;
  return sum;
}

__dpa_rpc__ uint64_t
forty(uint32_t a0, uint64_t a1, uint8_t a2, uint64_t a3, uint32_t a4,
      uint64_t a5, uint8_t a6, uint64_t a7, uint32_t a8, uint64_t a9,
      uint8_t a10, uint64_t a11, uint32_t a12, uint64_t a13, uint8_t a14,
      uint64_t a15, uint32_t a16, uint64_t a17, uint8_t a18, uint64_t a19,
      uint32_t a20, uint64_t a21, uint8_t a22, uint64_t a23, uint32_t a24,
      uint64_t a25, uint8_t a26, uint64_t a27, uint32_t a28, uint64_t a29,
      uint8_t a30, uint64_t a31, uint32_t a32, uint64_t a33, uint8_t a34,
      uint64_t a35, uint32_t a36, uint64_t a37, uint8_t a38, uint64_t a39) {
  uint64_t all[] = {a0,  a1,  a2,  a3,  a4,  a5,  a6,  a7,  a8,  a9,
                    a10, a11, a12, a13, a14, a15, a16, a17, a18, a19,
                    a20, a21, a22, a23, a24, a25, a26, a27, a28, a29,
                    a30, a31, a32, a33, a34, a35, a36, a37, a38, a39};
  uint64_t sum = 0;

  for (uint64_t i = 0; i < 40; i++)
    sum += all[i] == i + 1 ? i + 1 : 1000000;
  return sum;
}

__dpa_rpc__ uint64_t add_words(struct block block, uint32_t more) {
  uint64_t sum = more;

  for (unsigned i = 0; i < 200; i++)
    sum += block.words[i];
  return sum;
}

__dpa_rpc__ uint64_t none(void) { return UINT64_MAX; }

//--- host.c
#include "host.h"
#include "shared.h"

flexio_func_t every_kind, forty, add_words, none;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct pair pair = {-3, UINT64_MAX - 1};
  struct block block;
  uint64_t result = 0;
  uint32_t i;

  EXPECT_SUCCESS(flexio_process_call(
      process, every_kind, &result, (int8_t)INT8_MIN, (uint8_t)UINT8_MAX,
      (int16_t)INT16_MIN, (uint16_t)UINT16_MAX, (int32_t)INT32_MIN,
      (uint32_t)UINT32_MAX, (int64_t)INT64_MIN, (uint64_t)UINT64_MAX, true, RED,
      pair, 'x', (void *)0x123456789a, -1ll));
  EXPECT(result == (1u << 14) - 1);
  EXPECT_SUCCESS(flexio_process_call(
      process, forty, &result, 1u, UINT64_C(2), 3, UINT64_C(4), 5u, UINT64_C(6),
      7, UINT64_C(8), 9u, UINT64_C(10), 11, UINT64_C(12), 13u, UINT64_C(14), 15,
      UINT64_C(16), 17u, UINT64_C(18), 19, UINT64_C(20), 21u, UINT64_C(22), 23,
      UINT64_C(24), 25u, UINT64_C(26), 27, UINT64_C(28), 29u, UINT64_C(30), 31,
      UINT64_C(32), 33u, UINT64_C(34), 35, UINT64_C(36), 37u, UINT64_C(38), 39,
      UINT64_C(40)));
  EXPECT(result == 40 * 41 / 2);
  for (i = 0; i < 200; i++)
    block.words[i] = UINT32_MAX - i;
  EXPECT_SUCCESS(flexio_process_call(process, add_words, &result, block, 5u));
  EXPECT(result == 200ull * UINT32_MAX - 199 * 200 / 2 + 5);
  EXPECT_SUCCESS(flexio_process_call(process, none, &result));
  EXPECT(result == UINT64_MAX);
  EXPECT_SUCCESS(flexio_process_call(process, none, NULL));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
