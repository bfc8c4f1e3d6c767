/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device program of the authentication tests. */
#include <stdint.h>

#include <libflexio-dev/flexio_dev.h>

__dpa_rpc__ uint64_t sum(uint64_t first, uint64_t second) {
  return first + second;
}

/* FNV-1a of the code of this function, as it is in memory. */
__dpa_rpc__ uint64_t hash_code(uint64_t size) {
  const volatile unsigned char *code =
      (const volatile unsigned char *)hash_code;
  uint64_t hash = UINT64_C(0xcbf29ce484222325);

  for (uint64_t i = 0; i < size; i++)
    hash = (hash ^ code[i]) * UINT64_C(0x100000001b3);
  return hash;
}
