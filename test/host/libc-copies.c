// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memcpy and memmove copy, and memset sets, what they should, for every alignment, size and overlap, without misaligned accesses
// and without accesses outside of source and target.
// PROVES: R-LIBC-16
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -devicecc-options="-fno-builtin" %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --misaligned=trap -- %t/host 200
// RUN: dpa-run --misaligned=trap --check=heap -- %t/host 50 2>&1 | FileCheck --allow-empty %s
// CHECK-NOT: heap check

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>
#include <string.h>

enum { SIZE = 600, FIRST = 240 };
static uint8_t memory[SIZE], expected[SIZE];

static void fill(uint64_t seed) {
  for (unsigned i = 0; i < SIZE; i++) {
    memory[i] = (uint8_t)(seed + i * 7 + (i >> 4));
    expected[i] = memory[i];
  }
}

/* What `copy` does is what copying to another place and back does. */
static int is_right(void *(*copy)(void *, const void *, size_t), unsigned to,
                    unsigned from, unsigned size) {
  static uint8_t copied[SIZE];

  fill(to * 31 + from * 17 + size);
  for (unsigned i = 0; i < size; i++)
    copied[i] = memory[from + i];
  for (unsigned i = 0; i < size; i++)
    expected[to + i] = copied[i];
  if (copy(memory + to, memory + from, size) != memory + to)
    return 0;
  for (unsigned i = 0; i < SIZE; i++)
    if (memory[i] != expected[i])
      return 0;
  return 1;
}

/* Zero, or which copy is wrong. */
__dpa_rpc__ uint64_t copies(uint64_t longest) {
  for (unsigned to = 0; to < 8; to++)
    for (unsigned from = 0; from < 8; from++)
      for (unsigned size = 0; size <= longest; size += 1 + size / 40)
        if (!is_right(memcpy, to, FIRST + from, size) ||
            !is_right(memcpy, FIRST + to, from, size))
          return 1000000 + to * 100000 + from * 10000 + size;
  return 0;
}

__dpa_rpc__ uint64_t moves(uint64_t longest) {
  for (unsigned to = FIRST - 20; to <= FIRST + 20; to++)
    for (unsigned from = FIRST; from < FIRST + 8; from++)
      for (unsigned size = 0; size <= longest; size += 1 + size / 16)
        if (!is_right(memmove, to, from, size))
          return 1000000 + to * 100000 + from * 10000 + size;
  return 0;
}

__dpa_rpc__ uint64_t fills(uint64_t longest) {
  for (unsigned to = 0; to < 8; to++)
    for (unsigned size = 0; size <= longest; size++) {
      fill(to + size);
      for (unsigned i = 0; i < size; i++)
        expected[to + i] = (uint8_t)(size + 0x5a);
      if (memset(memory + to, (int)size + 0x35a, size) != memory + to)
        return 1000000 + to * 100000 + size;
      for (unsigned i = 0; i < SIZE; i++)
        if (memory[i] != expected[i])
          return 2000000 + to * 100000 + size;
    }
  return 0;
}

/* Copies of the first and of the last bytes of a buffer, for the heap check. */
__dpa_rpc__ uint64_t ends(uint64_t buffer, uint64_t bytes) {
  const uint8_t *end = (const uint8_t *)buffer + bytes;
  uint64_t sum = 0;

  for (unsigned to = 0; to < 8; to++)
    for (unsigned size = 0; size <= bytes; size++) {
      memcpy(memory + to, end - size, size);
      sum += size ? memory[to + size - 1] : 0;
      memcpy(memory + to, (const uint8_t *)buffer, size);
      sum += size ? memory[to] : 0;
    }
  return sum;
}

//--- host.c
#include "host.h"

flexio_func_t copies, moves, fills, ends;

enum { BYTES = 93 };

static uint64_t ends_expected(const uint8_t *bytes) {
  uint64_t sum = 0;

  for (int size = 1; size <= BYTES; size++)
    sum += 8 * (bytes[BYTES - 1] + bytes[0]);
  return sum;
}

int main(int argc, char **argv) {
  const uint64_t longest = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  struct flexio_process *process = create_process(open_device());
  flexio_uintptr_t buffer;
  uint8_t bytes[BYTES];
  uint64_t result;

  for (int i = 0; i < BYTES; i++)
    bytes[i] = (uint8_t)(100 + i);
  EXPECT(longest > 0);
  EXPECT_SUCCESS(flexio_process_call(process, copies, &result, longest));
  EXPECT(result == 0);
  EXPECT_SUCCESS(flexio_process_call(process, moves, &result, longest));
  EXPECT(result == 0);
  EXPECT_SUCCESS(flexio_process_call(process, fills, &result, longest));
  EXPECT(result == 0);
  EXPECT_SUCCESS(flexio_copy_from_host(process, bytes, BYTES, &buffer));
  EXPECT_SUCCESS(flexio_process_call(process, ends, &result, (uint64_t)buffer,
                                     (uint64_t)BYTES));
  EXPECT(result == ends_expected(bytes));
  EXPECT_SUCCESS(flexio_buf_dev_free(process, buffer));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
