/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memcmp, strcmp and strncmp, by doublewords from the first byte on. If the
 * addresses are not aligned alike, those of one side are combined from parts of
 * two aligned ones by shifts, as copies are in memory-copies.c. Most strings
 * differ in one of their first bytes, so these are compared first.
 */
#include "runtime/device/libc/words.h"

/* Weak: a program may define some of them itself. */
__attribute__((weak)) int memcmp(const void *left, const void *right,
                                 size_t size);
__attribute__((weak)) int strcmp(const char *left, const char *right);
__attribute__((weak)) int strncmp(const char *left, const char *right,
                                  size_t size);

/* Of the first byte in which `ends` has a bit. */
static inline int difference(uint64_t a, uint64_t b, uint64_t ends) {
  const unsigned shift = (unsigned)__builtin_ctzll(ends) & 56;
  return (int)(uint8_t)(a >> shift) - (int)(uint8_t)(b >> shift);
}

/* Ones in bytes that differ and in those that end the string in `a`. Lower
 * bytes than the lowest one are equal and defined. */
static inline uint64_t string_ends(uint64_t a, uint64_t b) {
  return (a ^ b) | ~nonzero_bytes(a);
}

static inline int compare_bytes(const uint8_t *a, const uint8_t *b,
                                size_t size) {
  for (; size != 0; size--, a++, b++)
    if (*a != *b)
      return *a - *b;
  return 0;
}

/* Addresses that are aligned alike; size is not 0. */
static inline int compare_words(const uint8_t *a, const uint8_t *b,
                                size_t size) {
  const Word *x = word_of(a), *y = word_of(b);
  /* Bytes from x on. */
  size_t left = size + (uintptr_t)a % WORD;
  uint64_t v = *x, w = *y;
  uint64_t differs = (v ^ w) & ~bytes_before(a);
  for (; left > WORD; left -= WORD) {
    if (differs != 0)
      return difference(v, w, differs);
    v = *++x;
    w = *++y;
    differs = v ^ w;
  }
  differs &= ~bytes_from(left);
  return differs == 0 ? 0 : difference(v, w, differs);
}

/* `a` is aligned, `b` is not. */
static inline int compare_shifted(const uint8_t *a, const uint8_t *b,
                                  size_t size) {
  const unsigned shift = (uintptr_t)b % WORD * 8;
  const Word *y = word_of(b);
  uint64_t rest = *y >> shift;
  for (; size >= WORD; size -= WORD, a += WORD, b += WORD) {
    const uint64_t v = *(const Word *)a, next = *++y;
    const uint64_t w = rest | next << (64 - shift);
    if (v != w)
      return difference(v, w, v ^ w);
    rest = next >> shift;
  }
  return compare_bytes(a, b, size);
}

int memcmp(const void *left, const void *right, size_t size) {
  const uint8_t *a = left, *b = right;
  if (size == 0)
    return 0;
  if (are_aligned_alike(a, b))
    return compare_words(a, b, size);
  if (size < 2 * WORD)
    return compare_bytes(a, b, size);
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < WORD; i++)
    if (a[i] != b[i])
      return a[i] - b[i];
  const size_t done = WORD - (uintptr_t)a % WORD;
  return compare_shifted(a + done, b + done, size - done);
}

/* `a` is aligned, `b` is not. A doubleword of b is only read if the string does
 * not end in the one before. */
static inline int compare_shifted_strings(const uint8_t *a, const uint8_t *b) {
  const unsigned shift = (uintptr_t)b % WORD * 8;
  const Word *y = word_of(b);
  uint64_t next = *y | bytes_before(b);
  while (nonzero_bytes(next) == UINT64_MAX) {
    const uint64_t rest = next >> shift;
    const uint64_t v = *(const Word *)a;
    next = *++y;
    const uint64_t w = rest | next << (64 - shift);
    if (nonzero_bytes(v) != UINT64_MAX || v != w)
      return difference(v, w, string_ends(v, w));
    a += WORD;
    b += WORD;
  }
  while (*a == *b && *a != 0)
    a++, b++;
  return *a - *b;
}

int strcmp(const char *left, const char *right) {
  const uint8_t *a = (const uint8_t *)left, *b = (const uint8_t *)right;
  if (*a != *b)
    return *a - *b;
  if (are_aligned_alike(a, b)) {
    const Word *x = word_of(a), *y = word_of(b);
    uint64_t v = *x | bytes_before(a), w = *y | bytes_before(a);
    while (nonzero_bytes(v) == UINT64_MAX && v == w) {
      v = *++x;
      w = *++y;
    }
    return difference(v, w, string_ends(v, w));
  }
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < WORD; i++)
    if (a[i] != b[i] || a[i] == 0)
      return a[i] - b[i];
  const size_t done = WORD - (uintptr_t)a % WORD;
  return compare_shifted_strings(a + done, b + done);
}

int strncmp(const char *left, const char *right, size_t size) {
  const uint8_t *a = (const uint8_t *)left, *b = (const uint8_t *)right;
  if (size == 0)
    return 0;
  if (*a != *b)
    return *a - *b;
  if (are_aligned_alike(a, b)) {
    const Word *x = word_of(a), *y = word_of(b);
    /* Bytes from x on. */
    size_t rest = saturating_sum(size, (uintptr_t)a % WORD);
    uint64_t v = *x | bytes_before(a), w = *y | bytes_before(a);
    for (; rest > WORD; rest -= WORD) {
      if (nonzero_bytes(v) != UINT64_MAX || v != w)
        return difference(v, w, string_ends(v, w));
      v = *++x;
      w = *++y;
    }
    /* Bytes behind the last one end both strings. */
    const uint64_t ends = string_ends(v, w) | bytes_from(rest);
    return ends == 0
               ? 0
               : difference(v & ~bytes_from(rest), w & ~bytes_from(rest), ends);
  }
  for (; size != 0; size--, a++, b++)
    if (*a != *b || *a == 0)
      return *a - *b;
  return 0;
}
