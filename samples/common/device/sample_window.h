/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A pointer to host memory that the host program has registered for a window. */
#ifndef SAMPLE_WINDOW_H
#define SAMPLE_WINDOW_H

#include <stddef.h>
#include <stdint.h>

#include <libflexio-dev/flexio_dev.h>

/* Configures a window entity for this activation; NULL if that fails,
 * with the reason in the host's log. */
static inline void *sample_window(enum flexio_window_entity entity,
                                  uint64_t window_id, uint64_t mkey,
                                  uint64_t host_address) {
  flexio_uintptr_t pointer;

  if (flexio_dev_window_config(entity, (uint16_t)window_id, (uint32_t)mkey) !=
          FLEXIO_DEV_STATUS_SUCCESS ||
      flexio_dev_window_ptr_acquire(entity, host_address, &pointer) !=
          FLEXIO_DEV_STATUS_SUCCESS)
    return NULL;
  return (void *)pointer;
}

#endif
