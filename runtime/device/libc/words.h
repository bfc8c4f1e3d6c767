/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Bytes of memory as doublewords, for functions that search and compare. All
 * doublewords are aligned: they contain a byte of the caller's object, so they
 * are in the same page and the same registered memory, and the heap check
 * accepts them. Bytes beside the object must not decide a branch: they may be
 * undefined. The first byte in memory is the lowest one of a doubleword.
 */
#ifndef DPA_DEVICE_LIBC_WORDS_H
#define DPA_DEVICE_LIBC_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORD = sizeof(uint64_t) };

typedef uint64_t __attribute__((may_alias)) Word;

static inline bool are_aligned_alike(const void *a, const void *b) {
  return (((uintptr_t)a ^ (uintptr_t)b) % WORD) == 0;
}

/* The doubleword that contains the byte at `address`. */
static inline const Word *word_of(const void *address) {
  return (const Word *)((uintptr_t)address & -(uintptr_t)WORD);
}

/* Ones in the bytes of the doubleword that are before `address`. */
static inline uint64_t bytes_before(const void *address) {
  return ~(UINT64_MAX << ((uintptr_t)address * 8 & 63));
}

/* Ones in all but the first `count` bytes; 1 to 8. */
static inline uint64_t bytes_from(size_t count) {
  return ~(UINT64_MAX >> (-(count * 8) & 63));
}

static inline uint64_t repeated(uint8_t byte) {
  return byte * (UINT64_MAX / UINT8_MAX);
}

/* 0xff for each byte that is not zero, by one instruction of Zbb, which all
 * hardware models have. */
static inline uint64_t nonzero_bytes(uint64_t word) {
  return __builtin_riscv_orc_b_64(word);
}

/* The index of the first byte that is zero. */
static inline size_t first_zero(uint64_t nonzero) {
  return (size_t)__builtin_ctzll(~nonzero) / 8;
}

/* The first byte of the string that equals `byte`, or its end. */
static inline const char *find_or_end(const char *string, uint8_t byte) {
  const uint64_t pattern = repeated(byte);
  const Word *at = word_of(string);
  uint64_t word = *at;
  uint64_t goes_on = (nonzero_bytes(word) & nonzero_bytes(word ^ pattern)) |
                     bytes_before(string);
  while (goes_on == UINT64_MAX) {
    word = *++at;
    goes_on = nonzero_bytes(word) & nonzero_bytes(word ^ pattern);
  }
  return (const char *)at + first_zero(goes_on);
}

/* The sum, or the greatest number: sizes may exceed the object. */
static inline size_t saturating_sum(size_t a, size_t b) {
  return a + b < a ? SIZE_MAX : a + b;
}

#endif
