// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What libmlx5 needs of the queue pairs of libibverbs: a change whose path may name the
// MAC address and the UDP port.
#ifndef DPA_EMULATOR_VERBS_DEVX_QUEUE_PAIRS_H
#define DPA_EMULATOR_VERBS_DEVX_QUEUE_PAIRS_H

#include "emulator/interface/roce-path.h"

#include <infiniband/verbs.h>

namespace dpa::verbs {

/// Parts of a path that struct ibv_qp_attr does not have.
struct PathHeaders {
  MacAddress destinationMac{}; ///< zeros: that of the GID
  uint16_t sourcePort = 0;     ///< 0: chosen by the card
};

} // namespace dpa::verbs

/// ibv_modify_qp() with these headers.
extern "C" int dpa_verbs_modify_qp(ibv_qp *qp, const ibv_qp_attr *attributes,
                                   uint32_t mask,
                                   const dpa::verbs::PathHeaders *headers);

#endif
