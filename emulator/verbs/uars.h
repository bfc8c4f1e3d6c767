// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UARs for libmlx5.
#ifndef DPA_EMULATOR_VERBS_UARS_H
#define DPA_EMULATOR_VERBS_UARS_H

#include <infiniband/mlx5dv.h>

/// Null, with errno.
extern "C" mlx5dv_devx_uar *dpa_verbs_alloc_uar(ibv_context *context,
                                                uint32_t flags);
/// Null is allowed. The page stays until the last queue of the UAR is destroyed.
extern "C" void dpa_verbs_free_uar(mlx5dv_devx_uar *uar);
/// After queues were destroyed.
extern "C" void dpa_verbs_end_freed_uars();

#endif
