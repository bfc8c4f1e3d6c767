/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * strspn, strcspn and strpbrk. A set is a table of bits: one register, if all
 * of its bytes are below 64, as white space, digits and most separators are in
 * ASCII, else 256 bits on the stack. picolibc compares each byte of the string
 * with each of the set.
 */
#include "runtime/device/libc/words.h"

enum { BITS = 64, UNROLLED = 4 };

typedef struct {
  uint64_t bits[256 / BITS];
} ByteTable;

/* Weak: a program may define some of them itself. */
__attribute__((weak)) size_t strspn(const char *string, const char *set);
__attribute__((weak)) size_t strcspn(const char *string, const char *set);
__attribute__((weak)) char *strpbrk(const char *string, const char *set);

static inline void add(ByteTable *table, uint8_t byte) {
  table->bits[byte / BITS] |= UINT64_C(1) << byte % BITS;
}

static inline bool contains(const ByteTable *table, uint8_t byte) {
  return table->bits[byte / BITS] >> byte % BITS & 1;
}

/* Of the bytes of the set and zero. */
static inline ByteTable table_of(const char *set) {
  ByteTable table = {{1, 0, 0, 0}};
  for (; *set != 0; set++)
    add(&table, (uint8_t)*set);
  return table;
}

/* Out of line, so that the others need no frame. */
static __attribute__((noinline)) size_t span_in_table(const char *string,
                                                      const char *set) {
  const ByteTable table = table_of(set);
  const char *end = string;
  while (*end != 0 && contains(&table, (uint8_t)*end))
    end++;
  return (size_t)(end - string);
}

static __attribute__((noinline)) size_t span_outside_table(const char *string,
                                                           const char *set) {
  const ByteTable table = table_of(set);
  const char *end = string;
  while (!contains(&table, (uint8_t)*end))
    end++;
  return (size_t)(end - string);
}

/* The table of the set and zero in one doubleword; 0 if a byte is too large. */
static inline uint64_t low_bytes_of(const char *set) {
  uint64_t bits = 0;
  for (;; set++) {
    const uint8_t byte = (uint8_t)*set;
    if (byte >= BITS)
      return 0;
    bits |= UINT64_C(1) << byte;
    if (byte == 0)
      return bits;
  }
}

size_t strspn(const char *string, const char *set) {
  const uint64_t bits = low_bytes_of(set) & ~UINT64_C(1);
  const uint8_t *at = (const uint8_t *)string;
  if (bits == 0)
    return set[0] == 0 ? 0 : span_in_table(string, set);
  for (;; at += UNROLLED)
#pragma clang loop unroll(full)
    for (unsigned i = 0; i < UNROLLED; i++)
      if (at[i] >= BITS || !(bits >> at[i] & 1))
        return (size_t)(at - (const uint8_t *)string) + i;
}

size_t strcspn(const char *string, const char *set) {
  if (set[0] == 0 || set[1] == 0)
    return (size_t)(find_or_end(string, (uint8_t)set[0]) - string);
  const uint64_t bits = low_bytes_of(set);
  const uint8_t *at = (const uint8_t *)string;
  if (bits == 0)
    return span_outside_table(string, set);
  for (;; at += UNROLLED)
#pragma clang loop unroll(full)
    for (unsigned i = 0; i < UNROLLED; i++)
      if (at[i] < BITS && (bits >> at[i] & 1))
        return (size_t)(at - (const uint8_t *)string) + i;
}

char *strpbrk(const char *string, const char *set) {
  const char *found = string + strcspn(string, set);
  return *found != 0 ? (char *)(uintptr_t)found : NULL;
}
