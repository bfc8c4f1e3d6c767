/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mbedtls: SHA-512, and ChaCha20 with Poly1305. */
#include "broad.h"

#include <mbedtls/chachapoly.h>
#include <mbedtls/sha512.h>

uint64_t program_sha512(uint64_t rounds) {
  static uint8_t text[2048], hidden[2048];
  const uint8_t key[32] = "thirty-two bytes of a test's key";
  uint8_t nonce[12] = {0}, tag[16], digest[64];
  uint64_t sum = 0;
  mbedtls_chachapoly_context context;
  fill_text((char *)text, sizeof text, 5);
  mbedtls_chachapoly_init(&context);
  mbedtls_chachapoly_setkey(&context, key);
  for (uint64_t round = 0; round < rounds; round++) {
    nonce[0] = (uint8_t)round;
    mbedtls_chachapoly_encrypt_and_tag(&context, sizeof text, nonce, NULL, 0,
                                       text, hidden, tag);
    mbedtls_sha512_ret(hidden, sizeof hidden, digest, 0);
    sum = mix_bytes(sum, digest, 8);
    text[round % sizeof text] ^= tag[0];
  }
  mbedtls_chachapoly_free(&context);
  return sum;
}
