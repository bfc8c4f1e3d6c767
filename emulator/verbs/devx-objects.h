// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects that programs create by DevX commands. Those of libflexio, which are
// only names, are not among them.
#ifndef DPA_EMULATOR_VERBS_DEVX_OBJECTS_H
#define DPA_EMULATOR_VERBS_DEVX_OBJECTS_H

#include "emulator/verbs/steering-objects.h"

/// A flow counter or several, whose ids follow each other, or the TIR of a queue.
struct mlx5dv_devx_obj : dpa::verbs::SteeringObject {
  enum class Kind : uint8_t { FlowCounters, Tir };

  mlx5dv_devx_obj(ibv_context *context, uint64_t contextId, Kind kind)
      : SteeringObject(context, contextId), kind(kind) {}

  const Kind kind;
  uint32_t count = 1; ///< of flow counters
};

namespace dpa::verbs {

/// Null: not a flow counter that this program has and that was made by
/// mlx5dv_devx_obj_create().
mlx5dv_devx_obj *findFlowCounters(const mlx5dv_devx_obj *object);

} // namespace dpa::verbs

#endif
