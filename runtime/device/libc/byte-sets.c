/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * strspn, strcspn and strpbrk. Eight bytes of the string are compared with each
 * byte of a set of at most four; a larger set is a table of 256 bits on the
 * stack. picolibc compares each byte of the string with each of the set.
 */
#include "runtime/device/libc/words.h"

enum { BITS = 64, SMALL = 4 };

/* The bytes of a set; one may occur several times. */
typedef struct {
  uint64_t words[SMALL];
} SmallSet;

typedef struct {
  uint64_t bits[256 / BITS];
} ByteTable;

/* Weak: a program may define some of them itself. */
__attribute__((weak)) size_t strspn(const char *string, const char *set);
__attribute__((weak)) size_t strcspn(const char *string, const char *set);
__attribute__((weak)) char *strpbrk(const char *string, const char *set);

/* False if it is too large. An empty set is that of the byte zero. */
static inline bool read_small_set(SmallSet *small, const char *set) {
  small->words[0] = small->words[1] = small->words[2] = small->words[3] =
      repeated((uint8_t)set[0]);
  if (set[0] == 0 || set[1] == 0)
    return true;
  small->words[1] = repeated((uint8_t)set[1]);
  if (set[2] == 0)
    return true;
  small->words[2] = repeated((uint8_t)set[2]);
  if (set[3] == 0)
    return true;
  small->words[3] = repeated((uint8_t)set[3]);
  return set[SMALL] == 0;
}

/* 0xff for each byte that is not in the set. */
static inline uint64_t absent_bytes(const SmallSet *small, uint64_t word) {
  return nonzero_bytes(word ^ small->words[0]) &
         nonzero_bytes(word ^ small->words[1]) &
         nonzero_bytes(word ^ small->words[2]) &
         nonzero_bytes(word ^ small->words[3]);
}

static inline void add(ByteTable *table, uint8_t byte) {
  table->bits[byte / BITS] |= UINT64_C(1) << byte % BITS;
}

static inline bool contains(const ByteTable *table, uint8_t byte) {
  return table->bits[byte / BITS] >> byte % BITS & 1;
}

static inline ByteTable table_of(const char *set) {
  ByteTable table = {{0, 0, 0, 0}};
  for (; *set != 0; set++)
    add(&table, (uint8_t)*set);
  return table;
}

/* Out of line, so that the others need no frame. */
static __attribute__((noinline)) size_t span_in_table(const char *string,
                                                      const char *set) {
  const ByteTable table = table_of(set);
  const char *end = string;
  while (contains(&table, (uint8_t)*end))
    end++;
  return (size_t)(end - string);
}

static __attribute__((noinline)) size_t span_outside_table(const char *string,
                                                           const char *set) {
  ByteTable table = table_of(set);
  const char *end = string;
  /* The end of the string ends the span, too. */
  add(&table, 0);
  while (!contains(&table, (uint8_t)*end))
    end++;
  return (size_t)(end - string);
}

size_t strspn(const char *string, const char *set) {
  SmallSet small;
  if (set[0] == 0)
    return 0;
  if (!read_small_set(&small, set))
    return span_in_table(string, set);
  const Word *at = word_of(string);
  uint64_t ends = absent_bytes(&small, *at) & ~bytes_before(string);
  while (ends == 0)
    ends = absent_bytes(&small, *++at);
  return (size_t)((const char *)at - string) + first_zero(~ends);
}

size_t strcspn(const char *string, const char *set) {
  SmallSet small;
  if (!read_small_set(&small, set))
    return span_outside_table(string, set);
  const Word *at = word_of(string);
  uint64_t word = *at;
  uint64_t goes_on =
      (nonzero_bytes(word) & absent_bytes(&small, word)) | bytes_before(string);
  while (goes_on == UINT64_MAX) {
    word = *++at;
    goes_on = nonzero_bytes(word) & absent_bytes(&small, word);
  }
  return (size_t)((const char *)at - string) + first_zero(goes_on);
}

char *strpbrk(const char *string, const char *set) {
  const char *found = string + strcspn(string, set);
  return *found != 0 ? (char *)(uintptr_t)found : NULL;
}
