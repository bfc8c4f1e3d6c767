/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Work for the benchmark of checks, on the device and on the host: fills a
 * buffer, sorts a part of it, adds up a checksum, walks a list through it.
 */
#include <stdint.h>

#ifdef __riscv
#include <dpaintrin.h>
#define ENTRY __dpa_rpc__ uint64_t
#else
#define ENTRY uint64_t
#endif

enum { WORDS = 4096, SORTED = 256 };

static void sort(uint32_t *words) {
  for (unsigned i = 1; i < SORTED; i++) {
    const uint32_t value = words[i];
    unsigned k = i;

    for (; k > 0 && words[k - 1] > value; k--)
      words[k] = words[k - 1];
    words[k] = value;
  }
}

static uint32_t crc(const uint32_t *words) {
  const uint8_t *bytes = (const uint8_t *)words;
  uint32_t sum = ~0u;

  for (unsigned i = 0; i < WORDS; i++) {
    sum ^= bytes[i];
    for (unsigned bit = 0; bit < 8; bit++)
      sum = sum & 1 ? sum >> 1 ^ 0xedb88320u : sum >> 1;
  }
  return sum;
}

static uint32_t walk(const uint32_t *words) {
  uint32_t at = 0;

  for (unsigned i = 0; i < WORDS; i++)
    at = (words[at] ^ i) % WORDS;
  return at;
}

ENTRY work(uint64_t address, uint64_t rounds) {
  uint32_t *words = (uint32_t *)address;
  uint64_t sum = 0;

  for (uint64_t round = 0; round < rounds; round++) {
    uint32_t value = (uint32_t)round + 1;

    for (unsigned i = 0; i < WORDS; i++)
      words[i] = value = value * 1664525u + 1013904223u;
    sort(words);
    sum += crc(words) + walk(words);
  }
  return sum;
}
