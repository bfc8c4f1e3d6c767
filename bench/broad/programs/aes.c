/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mbedtls: AES with tables, in CBC mode, both ways. */
#include "broad.h"

#include <mbedtls/aes.h>

uint64_t program_aes(uint64_t rounds) {
  static uint8_t text[2048], hidden[2048];
  uint8_t key[16] = "an example's key", vector[16];
  mbedtls_aes_context encrypt, decrypt;
  uint64_t sum = 0;
  fill_text((char *)text, sizeof text, 5);
  mbedtls_aes_init(&encrypt);
  mbedtls_aes_init(&decrypt);
  mbedtls_aes_setkey_enc(&encrypt, key, 128);
  mbedtls_aes_setkey_dec(&decrypt, key, 128);
  for (uint64_t round = 0; round < rounds; round++) {
    memset(vector, (int)round, sizeof vector);
    mbedtls_aes_crypt_cbc(&encrypt, MBEDTLS_AES_ENCRYPT, sizeof text, vector,
                          text, hidden);
    sum = mix(sum, hidden[round % sizeof hidden]);
    memset(vector, (int)round, sizeof vector);
    mbedtls_aes_crypt_cbc(&decrypt, MBEDTLS_AES_DECRYPT, sizeof text, vector,
                          hidden, text);
  }
  return mix_bytes(sum, text, sizeof text);
}
