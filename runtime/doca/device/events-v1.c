/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events of DOCA 1.5 and 2.0, which are sync events. */
#include "runtime/doca/device/objects.h"

#include <doca_dpa_dev_sync_event.h>

void doca_dpa_dev_event_get(doca_dpa_dev_event_t event, uint64_t *value) {
  doca_dpa_dev_sync_event_get(event, value);
}

void doca_dpa_dev_event_update(doca_dpa_dev_event_t event, uint64_t value,
                               enum doca_dpa_event_op operation) {
  doca_event_change(event, value, operation == DOCA_DPA_EVENT_OP_ADD);
}

static int holds(uint64_t number, uint64_t threshold,
                 enum doca_dpa_event_cmp comparison) {
  switch (comparison) {
  case DOCA_DPA_EVENT_CMP_EQ:
    return number == threshold;
  case DOCA_DPA_EVENT_CMP_NE:
    return number != threshold;
  case DOCA_DPA_EVENT_CMP_GT:
    return number > threshold;
  case DOCA_DPA_EVENT_CMP_GEQ:
    return number >= threshold;
  case DOCA_DPA_EVENT_CMP_LT:
    return number < threshold;
  case DOCA_DPA_EVENT_CMP_LEQ:
    return number <= threshold;
  }
  flexio_dev_error(DOCA_WRONG_HANDLE);
}

void doca_dpa_dev_event_wait_until(doca_dpa_dev_event_t event,
                                   uint64_t threshold,
                                   enum doca_dpa_event_cmp comparison) {
  uint64_t number;
  for (;;) {
    doca_dpa_dev_sync_event_get(event, &number);
    if (holds(number, threshold, comparison))
      return;
    doca_yield();
  }
}
