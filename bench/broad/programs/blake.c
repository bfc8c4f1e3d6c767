/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libb2: BLAKE2b and BLAKE2s of packets. */
#include "broad.h"

int blake2b_ref(uint8_t *out, const void *in, const void *key, size_t out_size,
                size_t in_size, size_t key_size);
int blake2s_ref(uint8_t *out, const void *in, const void *key, size_t out_size,
                size_t in_size, size_t key_size);

uint64_t program_blake(uint64_t rounds) {
  enum { PACKET = 1500 };
  static uint8_t packet[PACKET];
  uint8_t hash[64];
  uint32_t seed = 1;
  uint64_t sum = 0;
  for (int i = 0; i < PACKET; i++)
    packet[i] = (uint8_t)next_random(&seed);
  for (uint64_t round = 0; round < rounds; round++) {
    blake2b_ref(hash, packet, NULL, 64, PACKET, 0);
    sum = mix_bytes(sum, hash, 8);
    blake2s_ref(hash, packet, NULL, 32, PACKET, 0);
    sum = mix_bytes(sum, hash, 8);
    packet[round % PACKET]++;
  }
  return sum;
}
