/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * The device interface of DOCA DPA 1.5 and 2.0, of NVIDIA's DPA subsystem programming guide: events. A
 * part of doca_dpa_dev.h, which is the header to include. C and C++, device only.
 */
#ifndef DOCA_DPA_DEV_V1_H
#define DOCA_DPA_DEV_V1_H

#ifndef DOCA_DPA_DEV_H
#error "include doca_dpa_dev.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** An event: doca_dpa_event_dev_export(); 0 is none. */
typedef uint64_t doca_dpa_dev_event_t;

/** How an event changes. */
enum doca_dpa_event_op {
  DOCA_DPA_EVENT_OP_ADD = 0,
  DOCA_DPA_EVENT_OP_SET = 1,
};

/** What a wait for an event compares: number, threshold. */
enum doca_dpa_event_cmp {
  DOCA_DPA_EVENT_CMP_EQ = 0,
  DOCA_DPA_EVENT_CMP_NE = 1,
  DOCA_DPA_EVENT_CMP_GT = 2,
  DOCA_DPA_EVENT_CMP_GEQ = 3,
  DOCA_DPA_EVENT_CMP_LT = 4,
  DOCA_DPA_EVENT_CMP_LEQ = 5,
};

/** Stores the present number in *value. */
DOCA_EXPERIMENTAL void doca_dpa_dev_event_get(doca_dpa_dev_event_t event,
                                              uint64_t *value);

/** Changes the number. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_event_update(doca_dpa_dev_event_t event, uint64_t value,
                          enum doca_dpa_event_op operation);

/** Waits until the comparison of number and threshold holds; other kernels run meanwhile. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_event_wait_until(doca_dpa_dev_event_t event, uint64_t threshold,
                              enum doca_dpa_event_cmp comparison);

#ifdef __cplusplus
}
#endif

#endif
