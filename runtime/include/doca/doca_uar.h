/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * UARs (doorbell pages) of queues in memory of the program. C and C++.
 */
#ifndef DOCA_UAR_H
#define DOCA_UAR_H

#include <doca_compat.h>
#include <doca_error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_dpa;
struct doca_uar;

/** Kinds of UARs of the host. */
enum doca_uar_allocation_type {
  DOCA_UAR_ALLOCATION_TYPE_BLUEFLAME = 0,
  DOCA_UAR_ALLOCATION_TYPE_NONCACHE = 1,
  DOCA_UAR_ALLOCATION_TYPE_NONCACHE_DEDICATED = 2
};

/** Creates an object for the UAR of `dpa`, by which its device code rings doorbells; the caller owns it.
 * BAD_STATE: the DPA is not started. */
DOCA_EXPERIMENTAL doca_error_t doca_uar_dpa_create(struct doca_dpa *dpa,
                                                   struct doca_uar **uar);
/** Destroys the object. INVALID_VALUE: not a live object. IN_USE: a queue uses it. */
DOCA_EXPERIMENTAL doca_error_t doca_uar_destroy(struct doca_uar *uar);

#ifdef __cplusplus
}
#endif

#endif
