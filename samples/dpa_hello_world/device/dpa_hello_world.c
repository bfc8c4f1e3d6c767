/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A kernel that greets, and a remote call that returns a number. */
#include <doca_dpa_dev.h>

__dpa_global__ void hello_world(void) {
  DOCA_DPA_DEV_LOG_INFO("Hello World\n");
}

__dpa_rpc__ uint64_t add(uint64_t first, uint32_t second) {
  return first + second;
}
