// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of string.h that read doublewords (lengths, searches, comparisons, spans) return what the standard says for every
// alignment and length, without misaligned accesses, and read no doubleword that is not in part the caller's. Bytes beside a string,
// which may be undefined, are not used. strcpy and strcat read nothing else behind the end of the source. A program may define one of them itself.
// PROVES: R-LIBC-16
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -devicecc-options="-O2 -fno-builtin -I%t" %t/searches.c %t/comparisons.c %t/copies.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --misaligned=trap -- %t/host 40
// RUN: dpa-run --misaligned=trap --check=heap -- %t/host 18 2>&1 | FileCheck --allow-empty %s
// CHECK-NOT: heap check
//
// A program's own functions do not conflict with the others of the same source.
// DEFINE: %{own} = dpacc %t/own.c -o %t/own.a -app-name=own_app -mcpu=nv-dpa-cx9 -hostcc=gcc -devicecc-options="-O0 -fno-builtin"
// RUN: %{own} && dpacc-extract %t/own.a -o %t/image && llvm-nm %t/image | FileCheck --check-prefix=OWN %s
// RUN: %{own} -flto
// OWN-DAG: W memcmp
// OWN-DAG: T strcmp
// OWN-DAG: T strcspn
// OWN-DAG: T strlen
// OWN-DAG: W strnlen
// OWN-DAG: W strpbrk

//--- blocks.h
#define _GNU_SOURCE /* strchrnul */
#include <dpaintrin.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENTS = 8 };

/* A block that begins `alignment` bytes before, and ends with, a string of
 * `length` bytes, half of them of eight values, the others above 127. */
static inline char *make_string(unsigned alignment, unsigned length) {
  static const char values[] = "\1\2\3\4\5\6\x3f\x40";
  static uint32_t state = 1;
  char *string = (char *)malloc(alignment + length + 1) + alignment;

  for (unsigned i = 0; i < length; i++) {
    state = state * 1664525 + 1013904223;
    string[i] = state >> 31 ? (char)(state >> 24) : values[state >> 28];
  }
  string[length] = 0;
  return string;
}

static inline void drop_string(char *string, unsigned alignment) {
  free(string - alignment);
}

//--- searches.c
#include "blocks.h"
#include <libflexio-libc/malloc_arena.h>

FLEXIO_LIBC_MALLOC_ARENA(65536);

static size_t find(const char *bytes, char c, size_t size) {
  size_t at = 0;
  while (at < size && bytes[at] != c)
    at++;
  return at;
}

static bool finds(const char *string, size_t length, int c) {
  const char byte = (char)c;
  const size_t at = find(string, byte, length + 1), end = length + 1;
  char *found = at == end ? NULL : (char *)string + at;
  bool is_right = strchr(string, c) == found;

  is_right &= strchrnul(string, c) == (found ? found : string + length);
  is_right &= memchr(string, c, end) == found;
  if (found)
    is_right &=
        memchr(string, c, SIZE_MAX) == found && memchr(string, c, at) == NULL;
  for (size_t size = 0; size < end; size++)
    is_right &= memchr(string, c, size) == (at < size ? found : NULL);
  return is_right;
}

static bool has_length(const char *string, size_t length) {
  bool is_right = strlen(string) == length;
  for (size_t size = 0; size <= length + 9; size++)
    is_right &= strnlen(string, size) == (size < length ? size : length);
  return is_right && strnlen(string, SIZE_MAX) == length;
}

static size_t span(const char *string, const char *set, bool inside) {
  const size_t size = find(set, 0, SIZE_MAX);
  size_t at = 0;
  while (string[at] && (find(set, string[at], size) < size) == inside)
    at++;
  return at;
}

static bool has_spans(const char *string, const char *set) {
  const size_t end = span(string, set, false);
  const char *found = string[end] ? string + end : NULL;
  return strspn(string, set) == span(string, set, true) &&
         strcspn(string, set) == end && strpbrk(string, set) == found;
}

static bool spans_are_right(const char *string, unsigned alignment) {
  static const char bytes[] = "\1\2\3\4\5\6\x3f\x40\x90\xff";
  bool is_right = true;

  for (unsigned size = 0; size < sizeof bytes; size++)
    for (unsigned from = 0; from + size < sizeof bytes; from += 3) {
      char *set = make_string(alignment, size);
      memcpy(set, bytes + from, size);
      is_right &= has_spans(string, set);
      drop_string(set, alignment);
    }
  return is_right;
}

/* Zero, or which string is wrong. */
__dpa_rpc__ uint64_t searches(uint64_t longest) {
  for (unsigned alignment = 0; alignment < ALIGNMENTS; alignment++)
    for (unsigned length = 0; length <= longest; length++) {
      char *string = make_string(alignment, length);
      bool is_right = has_length(string, length) &&
                      spans_are_right(string, (alignment + length) % 8);
      for (int c = -3; c < 300; c += c < 9 ? 1 : 70)
        is_right &= finds(string, length, c);
      if (length > 0)
        is_right &= finds(string, length, string[length - 1]);
      drop_string(string, alignment);
      if (!is_right)
        return 1000 + alignment * 100 + length;
    }
  return 0;
}

//--- comparisons.c
#include "blocks.h"

static int sign(int value) { return (value > 0) - (value < 0); }

static int compare(const char *a, const char *b, size_t size, bool strings) {
  for (size_t i = 0; i < size; i++)
    if (a[i] != b[i])
      return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
    else if (strings && a[i] == 0)
      return 0;
  return 0;
}

static bool agrees(const char *a, const char *b, size_t size) {
  bool is_right =
      sign(strcmp(a, b)) == compare(a, b, SIZE_MAX, true) &&
      sign(strcmp(b, a)) == compare(b, a, SIZE_MAX, true) &&
      sign(strncmp(a, b, SIZE_MAX)) == compare(a, b, SIZE_MAX, true);
  for (size_t part = 0; part <= size; part++) {
    is_right &= sign(memcmp(a, b, part)) == compare(a, b, part, false);
    is_right &= sign(strncmp(a, b, part)) == compare(a, b, part, true);
  }
  return is_right;
}

/* Equal; with one byte greater or less; ended by each byte. */
static bool all_agree(char *a, char *b, unsigned length) {
  bool is_right = true;

  memcpy(b, a, length + 1);
  is_right &= agrees(a, b, length + 1);
  for (unsigned i = 0; i < length; i += 1 + i / 12) {
    b[i] = (char)(a[i] ^ 0x80 ? a[i] ^ 0x80 : 1);
    is_right &= agrees(a, b, length + 1);
    b[i] = 0;
    is_right &= agrees(a, b, length + 1);
    b[i] = a[i];
  }
  return is_right;
}

__dpa_rpc__ uint64_t comparisons(uint64_t longest) {
  for (unsigned left = 0; left < ALIGNMENTS; left++)
    for (unsigned right = 0; right < ALIGNMENTS; right++)
      for (unsigned length = 0; length <= longest; length += 1 + length / 9) {
        char *a = make_string(left, length), *b = make_string(right, length);
        const bool is_right = all_agree(a, b, length);
        drop_string(a, left);
        drop_string(b, right);
        if (!is_right)
          return 100000 + left * 10000 + right * 1000 + length;
      }
  return 0;
}

/* Strings of different lengths in blocks of their own: what is behind the end
 * of the shorter one is not read. */
__dpa_rpc__ uint64_t lengths(uint64_t longest) {
  for (unsigned left = 0; left < ALIGNMENTS; left++)
    for (unsigned right = 0; right < ALIGNMENTS; right++)
      for (unsigned length = 1; length <= longest; length += 1 + length / 5) {
        char *a = make_string(left, length),
             *b = make_string(right, length / 2);
        memcpy(b, a, length / 2);
        const bool is_right = strcmp(a, b) > 0 && strcmp(b, a) < 0 &&
                              strncmp(b, a, length) < 0 &&
                              memcmp(a, b, length / 2) == 0;
        drop_string(a, left);
        drop_string(b, right);
        if (!is_right)
          return 100000 + left * 10000 + right * 1000 + length;
      }
  return 0;
}

//--- copies.c
#include "blocks.h"

static bool is_copied(const char *from, unsigned length, unsigned alignment) {
  char *to = make_string(alignment, 2 * length);
  bool is_right = strcpy(to, from) == to && memcmp(to, from, length + 1) == 0;

  is_right &= strcat(to, from) == to && memcmp(to, from, length) == 0 &&
              memcmp(to + length, from, length + 1) == 0;
  drop_string(to, alignment);
  return is_right;
}

__dpa_rpc__ uint64_t copies(uint64_t longest) {
  for (unsigned left = 0; left < ALIGNMENTS; left++)
    for (unsigned right = 0; right < ALIGNMENTS; right++)
      for (unsigned length = 0; length <= longest; length++) {
        char *from = make_string(right, length);
        const bool is_right = is_copied(from, length, left);
        drop_string(from, right);
        if (!is_right)
          return 100000 + left * 10000 + right * 1000 + length;
      }
  return 0;
}

//--- own.c
#include <dpaintrin.h>
#include <stdint.h>
#include <string.h>

size_t strlen(const char *string) { return string[0] ? 1 : 0; }
int strcmp(const char *left, const char *right) { return *left - *right; }
size_t strcspn(const char *string, const char *set) {
  return string[0] == set[0];
}

static const char text[] = "text";
__dpa_rpc__ uint64_t own(uint64_t size) {
  return strlen(text) + strnlen(text, size) + strcspn(text, text) +
         (strpbrk(text, text + size) - text) +
         (uint64_t)(strcmp(text, text + size) + memcmp(text, text + 1, size));
}

//--- host.c
#include "host.h"

flexio_func_t searches, comparisons, lengths, copies;

static uint64_t call(struct flexio_process *process, flexio_func_t *function,
                     uint64_t argument) {
  uint64_t result = 0;
  EXPECT_SUCCESS(flexio_process_call(process, function, &result, argument));
  if (result)
    printf("wrong: %lu\n", (unsigned long)result);
  return result;
}

int main(int argc, char **argv) {
  const uint64_t longest = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  struct flexio_process *process = create_process(open_device());

  EXPECT(longest > 0);
  EXPECT(call(process, searches, longest) == 0);
  EXPECT(call(process, comparisons, longest) == 0);
  EXPECT(call(process, lengths, longest) == 0);
  EXPECT(call(process, copies, longest) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
