/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What aes.c, bignum.c and sha512.c need of mbedtls, in C alone.
 */
#define MBEDTLS_AES_C
#define MBEDTLS_BIGNUM_C
#define MBEDTLS_CHACHA20_C
#define MBEDTLS_CHACHAPOLY_C
#define MBEDTLS_CIPHER_MODE_CBC
#define MBEDTLS_POLY1305_C
#define MBEDTLS_SHA512_C
