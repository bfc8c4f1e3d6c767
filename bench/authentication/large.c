/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device program with an image of 1 MiB. */
#include <stdint.h>

#include <libflexio-dev/flexio_dev.h>

__attribute__((used, retain)) static uint8_t table[1 << 20] = {1, 2, 3};

__dpa_rpc__ uint64_t entry(uint64_t index) { return table[index]; }
