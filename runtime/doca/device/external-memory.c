/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pointers to registered host memory, through window entity 0. */
#include "runtime/doca/device/objects.h"

#include <doca_dpa_dev_buf.h>

doca_dpa_dev_uintptr_t
doca_dpa_dev_mmap_get_external_ptr(doca_dpa_dev_mmap_t mmap_handle,
                                   uint64_t addr) {
  flexio_uintptr_t at;
  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0,
                               (uint16_t)doca_selected_context()->window,
                               mmap_handle) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, addr, &at))
    return 0;
  __dpa_thread_window_read_inv();
  return at;
}
