/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The decoder's part of an image codec: bits to coefficients, an inverse cosine
 * transformation of 8 x 8 in integers, bytes that are clamped. */
#include "broad.h"

enum { BLOCKS = 32 };
static const uint8_t zigzag[64] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,
    12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,  7,  14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

struct bits {
  const uint8_t *at;
  uint32_t window;
  int count;
};

static unsigned take(struct bits *bits, int count) {
  while (bits->count < count) {
    bits->window = bits->window << 8 | *bits->at++;
    bits->count += 8;
  }
  bits->count -= count;
  return bits->window >> bits->count & ((1U << count) - 1);
}

static void transform(int32_t *v, int step) {
  const int32_t a = v[0] + v[4 * step], b = v[0] - v[4 * step];
  const int32_t c = (v[2 * step] * 277 - v[6 * step] * 669) >> 9;
  const int32_t d = (v[2 * step] * 669 + v[6 * step] * 277) >> 9;
  const int32_t p = (v[step] * 710 + v[7 * step] * 141) >> 9;
  const int32_t q = (v[step] * 141 - v[7 * step] * 710) >> 9;
  const int32_t r = (v[3 * step] * 602 + v[5 * step] * 402) >> 9;
  const int32_t s = (v[3 * step] * 402 - v[5 * step] * 602) >> 9;
  v[0] = a + d + p + r, v[7 * step] = a + d - p - r;
  v[step] = b + c + p - r, v[6 * step] = b + c - p + r;
  v[2 * step] = b - c + q + s, v[5 * step] = b - c - q - s;
  v[3 * step] = a - d + q - s, v[4 * step] = a - d - q + s;
}

static void decode(struct bits *bits, uint8_t *pixels) {
  int32_t v[64] = {0};
  for (unsigned i = 0; i < 64;) {
    const unsigned size = take(bits, 3);
    if (size == 0)
      break;
    const int value = (int)take(bits, (int)size + 2);
    v[zigzag[i]] = value - (1 << size);
    i += 1 + take(bits, 2);
  }
  for (int i = 0; i < 8; i++)
    transform(v + 8 * i, 1);
  for (int i = 0; i < 8; i++)
    transform(v + i, 8);
  for (int i = 0; i < 64; i++) {
    const int32_t pixel = (v[i] >> 3) + 128;
    pixels[i] = (uint8_t)(pixel < 0 ? 0 : pixel > 255 ? 255 : pixel);
  }
}

uint64_t program_idct(uint64_t rounds) {
  static uint8_t stream[BLOCKS * 64 * 2], pixels[BLOCKS][64];
  uint32_t seed = 3;
  uint64_t sum = 0;
  for (size_t i = 0; i < sizeof stream; i++)
    stream[i] = (uint8_t)(next_random(&seed) | next_random(&seed));
  for (uint64_t round = 0; round < rounds; round++) {
    struct bits bits = {stream + (round & 15), 0, 0};
    for (int i = 0; i < BLOCKS; i++)
      decode(&bits, pixels[i]);
    sum = mix(sum, pixels[round % BLOCKS][round / BLOCKS % 64]);
  }
  return mix_bytes(sum, pixels, sizeof pixels);
}
