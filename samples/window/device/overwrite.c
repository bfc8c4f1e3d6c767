/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Device side of the window sample: reads a text of the host through a window,
 * and writes another one over it.
 */
#include <stdint.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

#include "sample_window.h"

static const char new_text[] = "Written by the DPA";

/* 0; 1 if the window cannot be used, 2 if the text does not fit. */
__dpa_rpc__ uint64_t overwrite(uint64_t window_id, uint64_t mkey,
                               uint64_t host_address, uint64_t size) {
  volatile char *text =
      sample_window(FLEXIO_DEV_WINDOW_ENTITY_0, window_id, mkey, host_address);

  if (!text)
    return 1;
  if (size < sizeof new_text)
    return 2;
  /* The host may have written since this thread last read: drop what is
   * cached. */
  __dpa_thread_window_read_inv();
  flexio_dev_print("The DPA reads: %c%c%c...\n", text[0], text[1], text[2]);
  for (uint64_t i = 0; i < sizeof new_text; i++)
    text[i] = new_text[i];
  /* Only now the host is sure to see it. */
  __dpa_thread_window_writeback();
  return 0;
}
