/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of the hello sample: the function that the host calls. */
#include <stdint.h>

#include <libflexio-dev/flexio_dev.h>

__dpa_rpc__ uint64_t hello(uint64_t first, uint64_t second) {
  flexio_dev_print("Hello from the DPA: %lu + %lu\n", first, second);
  return first + second;
}
