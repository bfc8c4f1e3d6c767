/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the programs share: random numbers and a checksum. Each program defines
 * program_<name>(rounds), whose result depends on all that it has computed.
 */
#ifndef BENCH_BROAD_H
#define BENCH_BROAD_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline uint32_t next_random(uint32_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

static inline uint64_t mix(uint64_t sum, uint64_t value) {
  sum = (sum ^ value) * 0x9e3779b97f4a7c15U;
  return sum ^ sum >> 29;
}

static inline uint64_t mix_bytes(uint64_t sum, const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    sum = mix(sum, ((const uint8_t *)bytes)[i]);
  return sum;
}

/* Text of made-up words, which compresses about as English does. */
static inline void fill_text(char *text, size_t size, uint32_t seed) {
  static const char *const words[] = {
      "queue ",  "packet ", "the ",   "of ",   "window ", "length ",
      "device ", "a ",      "entry ", "is ",   "thread ", "0x3f ",
      "and ",    "error\n", "port ",  "read ", "flow: ",  "1500, "};
  for (size_t i = 0; i < size;) {
    const char *word =
        words[next_random(&seed) % (sizeof words / sizeof *words)];
    while (*word && i < size)
      text[i++] = *word++;
  }
}

#endif
