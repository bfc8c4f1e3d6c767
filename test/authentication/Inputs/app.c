/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device program of the authentication tests. */
#include <stdint.h>

#include <libflexio-dev/flexio_dev.h>

__dpa_rpc__ uint64_t sum(uint64_t first, uint64_t second) {
  return first + second;
}
