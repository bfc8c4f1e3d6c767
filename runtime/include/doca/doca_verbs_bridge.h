/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Access to the libibverbs objects of doca_verbs.h. C and C++.
 */
#ifndef DOCA_VERBS_BRIDGE_H
#define DOCA_VERBS_BRIDGE_H

#include <doca_compat.h>
#include <doca_error.h>
#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ibv_context;
struct ibv_pd;
struct doca_verbs_context;
struct doca_verbs_pd;

/** Returns the protection domain, for example for ibv_reg_mr(); NULL if `verbs_pd` is not live. `verbs_pd`
 * owns it; the program must not destroy it. */
DOCA_EXPERIMENTAL struct ibv_pd *
doca_verbs_bridge_verbs_pd_get_ibv_pd(struct doca_verbs_pd *verbs_pd);
/** Returns the context of the device; NULL if `verbs_context` is not live. `verbs_context` owns it; the
 * program must not close it. */
DOCA_EXPERIMENTAL struct ibv_context *
doca_verbs_bridge_verbs_context_get_ibv_context(
    struct doca_verbs_context *verbs_context);

#ifdef __cplusplus
}
#endif

#endif
