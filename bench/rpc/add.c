/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of the RPC benchmark: the smallest function that takes arguments
 * and returns a value. */
#include <stdint.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

__dpa_rpc__ uint64_t add(uint64_t first, uint64_t second) {
  return first + second;
}
