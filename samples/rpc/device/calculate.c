/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Device side of the RPC sample: one function that the host calls with two
 * numbers. It adds them, prints the sum to the default message stream, and
 * returns it.
 */
#include <stdint.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

__dpa_rpc__ uint64_t calculate(uint64_t first, uint64_t second) {
  uint64_t sum = first + second;

  flexio_dev_print("Calculate: %llu + %llu = %llu\n", (unsigned long long)first,
                   (unsigned long long)second, (unsigned long long)sum);
  return sum;
}
