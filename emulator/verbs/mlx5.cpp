// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The libmlx5 stand-in: every emulated device is an mlx5 device.
#include "emulator/verbs/device-list.h"
#include "emulator/verbs/direct-objects.h"
#include "emulator/verbs/uars.h"

#include <cerrno>
#include <infiniband/mlx5dv.h>

extern "C" {

bool mlx5dv_is_supported(ibv_device *device) {
  return dpa_verbs_is_emulated(device);
}

int mlx5dv_init_obj(mlx5dv_obj *object, uint64_t types) {
  return object ? dpa_verbs_init_obj(object, types) : EINVAL;
}

mlx5dv_devx_uar *mlx5dv_devx_alloc_uar(ibv_context *context, uint32_t flags) {
  return dpa_verbs_alloc_uar(context, flags);
}

void mlx5dv_devx_free_uar(mlx5dv_devx_uar *uar) {
  dpa_verbs_free_uar(uar);
}

/// Null attributes request nothing. DEVX is always allowed, so its flag changes
/// nothing; others are refused.
ibv_context *mlx5dv_open_device(ibv_device *device,
                                mlx5dv_context_attr *attributes) {
  constexpr uint32_t knownFlags = MLX5DV_CONTEXT_FLAGS_DEVX;
  bool understood = !attributes || ((attributes->flags & ~knownFlags) == 0 &&
                                    attributes->comp_mask == 0);
  if (!understood || !dpa_verbs_is_emulated(device)) {
    errno = EOPNOTSUPP;
    return nullptr;
  }
  return ibv_open_device(device);
}

} // extern "C"
