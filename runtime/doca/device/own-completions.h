/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Completions that the library polls, of queues of DOCA 1.5 and 2.5. A failed request ends the process. A queue is used by one thread at a time.
 */
#ifndef DPA_DOCA_DEVICE_OWN_COMPLETIONS_H
#define DPA_DOCA_DEVICE_OWN_COMPLETIONS_H

#include "runtime/doca/device/objects.h"

/* Polls until at most `most` requests are in flight. The execution unit is not released, because the card
 * completes requests without other threads. */
static inline void await_requests(uint64_t completion, uint32_t posted,
                                  uint32_t *completed, uint32_t most) {
  doca_dpa_dev_completion_element_t element;
  while (posted - *completed > most) {
    if (!doca_dpa_dev_get_completion(completion, &element))
      continue;
    if (doca_dpa_dev_get_completion_type(element) != DOCA_DPA_DEV_COMP_SEND)
      flexio_dev_error(DOCA_FAILED_REQUEST);
    doca_dpa_dev_completion_ack(completion, 1);
    ++*completed;
  }
}

#endif
