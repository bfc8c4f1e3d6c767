/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Access to the libibverbs objects of devices. C and C++.
 */
#ifndef DOCA_RDMA_BRIDGE_H
#define DOCA_RDMA_BRIDGE_H

#include <doca_compat.h>
#include <doca_error.h>
#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ibv_pd;
struct doca_dev;

/** Stores the protection domain of a device, in which all DOCA libraries create their objects. It lives as long as the
 * device is open; the program must not destroy it. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_bridge_get_dev_pd(const struct doca_dev *dev, struct ibv_pd **pd);

#ifdef __cplusplus
}
#endif

#endif
