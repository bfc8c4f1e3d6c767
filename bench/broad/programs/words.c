/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text: words counted in a hash table, the library's string functions. */
#include "broad.h"

struct word {
  struct word *next;
  uint32_t count;
  char text[12];
};

enum { TEXT = 8192, BUCKETS = 64, WORDS = 128 };

static uint32_t hash_of(const char *text) {
  uint32_t hash = 2166136261;
  for (; *text; text++)
    hash = (hash ^ (uint8_t)*text) * 16777619;
  return hash;
}

uint64_t program_words(uint64_t rounds) {
  static char text[TEXT + 1], copy[TEXT + 1];
  static struct word words[WORDS], *buckets[BUCKETS];
  uint64_t sum = 0;
  fill_text(text, TEXT, 11);
  for (uint64_t round = 0; round < rounds; round++) {
    size_t count = 0;
    memset(buckets, 0, sizeof buckets);
    memcpy(copy, text, sizeof copy);
    for (char *at = copy + round % 16; *at;) {
      const size_t length = strcspn(at, " ,:\n");
      char *end = at + length;
      if (*end)
        *end++ = 0;
      struct word **place = &buckets[hash_of(at) % BUCKETS];
      while (*place && strcmp((*place)->text, at) != 0)
        place = &(*place)->next;
      if (!*place && count < WORDS) {
        *place = &words[count++];
        (*place)->next = NULL;
        (*place)->count = 0;
        strncpy((*place)->text, at, sizeof words->text - 1);
      }
      if (*place)
        (*place)->count++;
      at = end;
    }
    for (size_t i = 0; i < count; i++)
      sum = mix(sum, words[i].count + strlen(words[i].text));
  }
  return sum;
}
