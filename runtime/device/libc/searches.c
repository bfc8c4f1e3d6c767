/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * strlen, strnlen, strchr, strchrnul and memchr, by doublewords from the first
 * byte on. picolibc searches byte by byte up to the first aligned address.
 */
#include "runtime/device/libc/words.h"

/* Weak: a program may define some of them itself. */
__attribute__((weak)) size_t strlen(const char *string);
__attribute__((weak)) size_t strnlen(const char *string, size_t size);
__attribute__((weak)) char *strchr(const char *string, int value);
__attribute__((weak)) char *strchrnul(const char *string, int value);
__attribute__((weak)) void *memchr(const void *bytes, int value, size_t size);

/* The first byte of the `size` bytes that equals that of `pattern`, or null.
 * Doublewords behind it are not read. */
static inline const uint8_t *find(const uint8_t *bytes, uint64_t pattern,
                                  size_t size) {
  if (size == 0)
    return NULL;
  const Word *at = word_of(bytes);
  /* Bytes from `at` to the end. */
  size_t left = saturating_sum(size, (uintptr_t)bytes % WORD);
  uint64_t others = nonzero_bytes(*at ^ pattern) | bytes_before(bytes);
  for (; left > WORD; left -= WORD) {
    if (others != UINT64_MAX)
      return (const uint8_t *)at + first_zero(others);
    others = nonzero_bytes(*++at ^ pattern);
  }
  others |= bytes_from(left);
  if (others == UINT64_MAX)
    return NULL;
  return (const uint8_t *)at + first_zero(others);
}

void *memchr(const void *bytes, int value, size_t size) {
  return (void *)(uintptr_t)find(bytes, repeated((uint8_t)value), size);
}

size_t strnlen(const char *string, size_t size) {
  const uint8_t *end = find((const uint8_t *)string, 0, size);
  return end ? (size_t)(end - (const uint8_t *)string) : size;
}

size_t strlen(const char *string) {
  const Word *at = word_of(string);
  uint64_t goes_on = nonzero_bytes(*at | bytes_before(string));
  while (goes_on == UINT64_MAX)
    goes_on = nonzero_bytes(*++at);
  return (size_t)((const char *)at - string) + first_zero(goes_on);
}

char *strchrnul(const char *string, int value) {
  return (char *)(uintptr_t)find_or_end(string, (uint8_t)value);
}

char *strchr(const char *string, int value) {
  const char *found = find_or_end(string, (uint8_t)value);
  return *found == (char)value ? (char *)(uintptr_t)found : NULL;
}
