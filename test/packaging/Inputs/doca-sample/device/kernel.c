/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <doca_dpa_dev.h>

__dpa_global__ void hello_world(void) {
  DOCA_DPA_DEV_LOG_INFO("Hello from kernel\n");
}
