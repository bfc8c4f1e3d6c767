/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of the signed sample: the function that the host calls. */
#include <stdint.h>

#include <libflexio-dev/flexio_dev.h>

__dpa_rpc__ uint64_t add(uint64_t first, uint64_t second) {
  return first + second;
}
