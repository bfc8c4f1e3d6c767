/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copying and filling memory: unrolled 8-byte accesses, and a byte loop where
 * the two sides are not aligned alike. */
#include "programs.h"

static uint64_t from_storage[1024], to_storage[1024];

static int is_aligned(const void *address) {
  return ((uintptr_t)address & 7) == 0;
}

__attribute__((noinline)) static void copy(uint8_t *to, const uint8_t *from,
                                           size_t size) {
  if ((((uintptr_t)to ^ (uintptr_t)from) & 7) == 0) {
    for (; size && !is_aligned(to); size--)
      *to++ = *from++;
    for (; size >= 64; size -= 64, to += 64, from += 64) {
      uint64_t *out = (uint64_t *)to;
      const uint64_t *in = (const uint64_t *)from;
      const uint64_t a = in[0], b = in[1], c = in[2], d = in[3];
      const uint64_t e = in[4], f = in[5], g = in[6], h = in[7];
      out[0] = a, out[1] = b, out[2] = c, out[3] = d;
      out[4] = e, out[5] = f, out[6] = g, out[7] = h;
    }
    for (; size >= 8; size -= 8, to += 8, from += 8)
      *(uint64_t *)to = *(const uint64_t *)from;
  }
  for (; size; size--)
    *to++ = *from++;
}

__attribute__((noinline)) static void fill(uint8_t *to, int value,
                                           size_t size) {
  const uint64_t pattern = (uint8_t)value * 0x0101010101010101U;
  for (; size && !is_aligned(to); size--)
    *to++ = (uint8_t)value;
  for (; size >= 32; size -= 32, to += 32) {
    uint64_t *out = (uint64_t *)to;
    out[0] = pattern, out[1] = pattern, out[2] = pattern, out[3] = pattern;
  }
  for (; size >= 8; size -= 8, to += 8)
    *(uint64_t *)to = pattern;
  for (; size; size--)
    *to++ = (uint8_t)value;
}

uint64_t program_memory(uint64_t rounds) {
  uint8_t *from = (uint8_t *)from_storage;
  uint8_t *to = (uint8_t *)to_storage;
  for (uint32_t i = 0; i < sizeof from_storage; i++)
    from[i] = (uint8_t)(i * 5);
  uint64_t checksum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    copy(to, from, 4096);
    copy(to + 3, from + 3, 1500);
    copy(to + 64, from + 128, 64);
    copy(to + 1, from + 2, 128);
    fill(to + 4096, (int)round, 2048);
    fill(from + 8, (int)round + 1, 64);
    checksum = checksum * 31 + to[round & 4095] + to[4096];
  }
  return checksum;
}
