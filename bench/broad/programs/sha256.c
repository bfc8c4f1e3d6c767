/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SHA-256 with its rounds written out: long blocks, many live values. */
#include "broad.h"

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#define ROTATE(x, n) ((x) >> (n) | (x) << (32 - (n)))
#define EXPAND(i)                                                              \
  (w[(i) & 15] +=                                                              \
   (ROTATE(w[((i) + 14) & 15], 17) ^ ROTATE(w[((i) + 14) & 15], 19) ^          \
    w[((i) + 14) & 15] >> 10) +                                                \
   w[((i) + 9) & 15] +                                                         \
   (ROTATE(w[((i) + 1) & 15], 7) ^ ROTATE(w[((i) + 1) & 15], 18) ^             \
    w[((i) + 1) & 15] >> 3))
#define ROUND(a, b, c, d, e, f, g, h, i, word)                                 \
  do {                                                                         \
    const uint32_t t = h + (ROTATE(e, 6) ^ ROTATE(e, 11) ^ ROTATE(e, 25)) +    \
                       ((e & f) ^ (~e & g)) + constants[i] + (word);           \
    d += t;                                                                    \
    h = t + (ROTATE(a, 2) ^ ROTATE(a, 13) ^ ROTATE(a, 22)) +                   \
        ((a & b) ^ (a & c) ^ (b & c));                                         \
  } while (0)
#define EIGHT(i, word)                                                         \
  ROUND(a, b, c, d, e, f, g, h, i, word(i));                                   \
  ROUND(h, a, b, c, d, e, f, g, (i) + 1, word((i) + 1));                       \
  ROUND(g, h, a, b, c, d, e, f, (i) + 2, word((i) + 2));                       \
  ROUND(f, g, h, a, b, c, d, e, (i) + 3, word((i) + 3));                       \
  ROUND(e, f, g, h, a, b, c, d, (i) + 4, word((i) + 4));                       \
  ROUND(d, e, f, g, h, a, b, c, (i) + 5, word((i) + 5));                       \
  ROUND(c, d, e, f, g, h, a, b, (i) + 6, word((i) + 6));                       \
  ROUND(b, c, d, e, f, g, h, a, (i) + 7, word((i) + 7))
#define GIVEN(i) w[i]

static void compress(uint32_t state[8], const uint8_t *block) {
  uint32_t w[16];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
           (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
  uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
  EIGHT(0, GIVEN);
  EIGHT(8, GIVEN);
  EIGHT(16, EXPAND);
  EIGHT(24, EXPAND);
  EIGHT(32, EXPAND);
  EIGHT(40, EXPAND);
  EIGHT(48, EXPAND);
  EIGHT(56, EXPAND);
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
  state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

uint64_t program_sha256(uint64_t rounds) {
  static char text[4096];
  uint32_t state[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  fill_text(text, sizeof text, 7);
  for (uint64_t round = 0; round < rounds; round++)
    for (size_t i = 0; i < sizeof text; i += 64)
      compress(state, (const uint8_t *)text + i);
  return mix_bytes(0, state, sizeof state);
}
