/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What aes.c, bignum.c and sha512.c need of mbedtls, in C alone. Numbers have
 * digits of 64 bits for all engines: mbedtls 2.28 chooses them by itself for
 * x86-64, but not for RISC-V.
 */
#define MBEDTLS_HAVE_INT64
#define MBEDTLS_HAVE_UDBL
typedef unsigned int mbedtls_t_udbl __attribute__((mode(TI)));

#define MBEDTLS_AES_C
#define MBEDTLS_BIGNUM_C
#define MBEDTLS_CHACHA20_C
#define MBEDTLS_CHACHAPOLY_C
#define MBEDTLS_CIPHER_MODE_CBC
#define MBEDTLS_POLY1305_C
#define MBEDTLS_SHA512_C
