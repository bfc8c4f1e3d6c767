/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device side of the windows benchmark: the same copy, again and again. */
#define FLEXIO_DEV_ALLOW_EXPERIMENTAL_API
#include <stdint.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

enum { FAILED = 1 };

static int open_window(uint32_t window, uint32_t key) {
  return flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                                  key) != FLEXIO_DEV_STATUS_SUCCESS;
}

__dpa_rpc__ uint64_t copy_to_host(uint32_t window, uint32_t key, uint64_t host,
                                  uint64_t device, uint32_t size,
                                  uint64_t count) {
  if (open_window(window, key))
    return FAILED;
  for (uint64_t i = 0; i < count; i++)
    if (flexio_dev_window_copy_to_host(FLEXIO_DEV_WINDOW_ENTITY_0, host,
                                       (void *)device,
                                       size) != FLEXIO_DEV_STATUS_SUCCESS)
      return FAILED;
  return 0;
}

__dpa_rpc__ uint64_t copy_from_host(uint32_t window, uint32_t key,
                                    uint64_t host, uint64_t device,
                                    uint32_t size, uint64_t count) {
  if (open_window(window, key))
    return FAILED;
  for (uint64_t i = 0; i < count; i++)
    if (flexio_dev_window_copy_from_host(FLEXIO_DEV_WINDOW_ENTITY_0,
                                         (void *)device, host,
                                         size) != FLEXIO_DEV_STATUS_SUCCESS)
      return FAILED;
  return 0;
}
