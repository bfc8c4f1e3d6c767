/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of the L2 reflector: every handler swaps the MAC addresses of its
 * packets. Queues and events: ../../common/device/sample_echo.h. */
#include <stdint.h>

#include "sample_echo.h"

static void swap(uint8_t *packet, uint32_t size, uint32_t number) {
  (void)size;
  (void)number;
  sample_swap_macs(packet);
}

__dpa_global__ void reflect(uint64_t echo) {
  sample_echo_run((struct sample_echo *)echo, swap);
}
