/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The library's qsort() and bsearch() with call-backs. */
#include "broad.h"

struct record {
  uint32_t key;
  uint32_t value;
};

static int by_key(const void *a, const void *b) {
  const struct record *left = a, *right = b;
  return (left->key > right->key) - (left->key < right->key);
}

static int by_value(const void *a, const void *b) {
  const struct record *left = a, *right = b;
  if (left->value != right->value)
    return left->value < right->value ? -1 : 1;
  return by_key(a, b);
}

/* Of our own, so that all engines sort alike. */
static void sort(struct record *records, long count,
                 int (*compare)(const void *, const void *)) {
  while (count > 1) {
    const struct record pivot = records[count / 2];
    long i = 0, k = count - 1;
    while (i <= k) {
      while (compare(&records[i], &pivot) < 0)
        i++;
      while (compare(&records[k], &pivot) > 0)
        k--;
      if (i > k)
        break;
      const struct record kept = records[i];
      records[i++] = records[k];
      records[k--] = kept;
    }
    sort(records, k + 1, compare);
    records += i;
    count -= i;
  }
}

uint64_t program_sort(uint64_t rounds) {
  enum { COUNT = 1000 };
  static struct record records[COUNT];
  uint32_t seed = 5;
  uint64_t sum = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    for (int i = 0; i < COUNT; i++)
      records[i] = (struct record){next_random(&seed), next_random(&seed) % 64};
    sort(records, COUNT, by_value);
    sum = mix(sum, records[round % COUNT].key);
    sort(records, COUNT, by_key);
    for (int i = 0; i < COUNT; i += 8) {
      const struct record wanted = records[next_random(&seed) % COUNT];
      const struct record *found =
          bsearch(&wanted, records, COUNT, sizeof wanted, by_key);
      sum = mix(sum, found ? found->value : 0);
    }
  }
  return sum;
}
