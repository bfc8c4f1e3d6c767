// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Receive side scaling (RSS): objects that distribute frames over several queues.
#ifndef DPA_RUNTIME_DOCA_FLOW_RECEIVE_SPREAD_H
#define DPA_RUNTIME_DOCA_FLOW_RECEIVE_SPREAD_H

#include "runtime/doca/flow/steering.h"

#include <span>

namespace dpa::doca {

/// A table of receive queues (RQT). Its number is stored.
DevxObject createQueueTable(ibv_context *context,
                            std::span<const uint32_t> queues, uint32_t &number);

/// The fields that are hashed.
struct SpreadHash {
  bool isIpv6 = false;
  bool isUdp = false;
  bool usesAddresses = false;
  bool usesPorts = false;
  bool isSymmetric = false;
};

/// A TIR that distributes frames over the queues of a table.
DevxObject createSpread(ibv_context *context, uint32_t table,
                        const SpreadHash &hash);

} // namespace dpa::doca

#endif
