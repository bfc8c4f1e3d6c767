/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the SDK's headers define, for one model. The test appends the source with every position of
 * the keywords. */
#include <stdint.h>
#include <stdio.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

#if __NV_DPA != __NV_DPA_CX8
#error "the editor sees another model"
#endif

__dpa_global__ void handler(uint64_t argument) {
  flexio_dev_print("%lu\n", argument);
  __dpa_thread_memory_writeback();
  flexio_dev_thread_finish();
}
__dpa_rpc__ uint64_t cycles(void) { return (uint64_t)__dpa_thread_cycles(); }
