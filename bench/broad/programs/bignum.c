/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mbedtls: modular exponentiation of numbers of 512 bits. */
#include "broad.h"

#include <mbedtls/bignum.h>

uint64_t program_bignum(uint64_t rounds) {
  uint8_t bytes[64];
  uint32_t seed = 31;
  uint64_t sum = 0;
  mbedtls_mpi base, exponent, modulus, result, kept;
  mbedtls_mpi_init(&base);
  mbedtls_mpi_init(&exponent);
  mbedtls_mpi_init(&modulus);
  mbedtls_mpi_init(&result);
  mbedtls_mpi_init(&kept);
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (uint8_t)(next_random(&seed) | 1);
  mbedtls_mpi_read_binary(&modulus, bytes, sizeof bytes);
  mbedtls_mpi_read_binary(&exponent, bytes + 8, 16);
  for (uint64_t round = 0; round < rounds; round++) {
    bytes[1] = (uint8_t)round;
    mbedtls_mpi_read_binary(&base, bytes, 60);
    if (mbedtls_mpi_exp_mod(&result, &base, &exponent, &modulus, &kept) != 0)
      return 0;
    mbedtls_mpi_write_binary(&result, bytes, sizeof bytes);
    sum = mix_bytes(sum, bytes, 16);
  }
  mbedtls_mpi_free(&base);
  mbedtls_mpi_free(&exponent);
  mbedtls_mpi_free(&modulus);
  mbedtls_mpi_free(&result);
  mbedtls_mpi_free(&kept);
  return sum;
}
