// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the libmlx5 stand-in, which has no objects of its own: the memory of objects
// that programs access without functions.
#ifndef DPA_EMULATOR_VERBS_DIRECT_OBJECTS_H
#define DPA_EMULATOR_VERBS_DIRECT_OBJECTS_H

#include <cstdint>
#include <infiniband/mlx5dv.h>

/// mlx5dv_init_obj() of objects that exist. Completion queues then belong to the
/// program as far as consumer indices are concerned.
extern "C" int dpa_verbs_init_obj(struct mlx5dv_obj *object, uint64_t types);

#endif
