// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Address handles: the destination of datagrams, as WQEs have it.
#ifndef DPA_EMULATOR_VERBS_ADDRESS_HANDLES_H
#define DPA_EMULATOR_VERBS_ADDRESS_HANDLES_H

#include "emulator/verbs/objects.h"

#include <infiniband/mlx5dv.h>

namespace dpa::verbs {

struct VerbsAh : OfContext<ibv_ah> {
  using OfContext::OfContext;
  mlx5_wqe_av vector{}; ///< without queue pair and queue key
};

inline const mlx5_wqe_av &vectorOf(ibv_ah *ah) {
  return static_cast<VerbsAh *>(ah)->vector;
}

} // namespace dpa::verbs

#endif
