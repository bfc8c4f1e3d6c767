// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What libmlx5 needs of the queue pairs of libibverbs: a change whose path may name the
// MAC address and the UDP port.
#ifndef DPA_EMULATOR_VERBS_DEVX_QUEUE_PAIRS_H
#define DPA_EMULATOR_VERBS_DEVX_QUEUE_PAIRS_H

#include "emulator/interface/host-nic.h"
#include "emulator/verbs/devx-part.h"

#include <cstring>
#include <functional>
#include <infiniband/verbs.h>

namespace dpa::verbs {

/// Parts of a path that struct ibv_qp_attr does not have.
struct PathHeaders {
  MacAddress destinationMac{}; ///< zeros: that of the GID
  uint16_t sourcePort = 0;     ///< 0: chosen by the card
};

namespace devx {

/// Structures of verbs have enumerations without 0.
template <typename Structure> Structure zeroed() {
  Structure value;
  std::memset(&value, 0, sizeof value);
  return value;
}

/// A queue pair of verbs or of DevX, for commands that change its state.
struct ChangedQueuePair {
  const char *function; ///< of libmlx5, for messages
  uint32_t number;
  ibv_qp_type type;
  std::function<bool(ibv_qp_state)> isIn;
  /// 0 or an errno.
  std::function<int(const ibv_qp_attr &, uint32_t, const PathHeaders &)> change;
};
/// 0, or the errno of a command that is for another queue pair.
int checkPairNumber(const char *function, uint32_t pair, Command in);
/// 0 or an errno.
int changeQueuePair(const ChangedQueuePair &qp, Command in, Answer out);

/// What a context has of a queue pair, but for the numbers of other objects.
void describeQueuePair(ibv_qp_type type, const ibv_qp_attr &now,
                       uint32_t sendBlocks, Answer out);

} // namespace devx
} // namespace dpa::verbs

/// ibv_modify_qp() with these headers.
extern "C" int dpa_verbs_modify_qp(ibv_qp *qp, const ibv_qp_attr *attributes,
                                   uint32_t mask,
                                   const dpa::verbs::PathHeaders *headers);

/// The same, of a queue pair without an ibv_qp.
extern "C" int dpa_verbs_modify_card(const dpa::HostNic *nic,
                                     dpa::QueuePair *card,
                                     const ibv_qp_attr *attributes,
                                     uint32_t mask,
                                     const dpa::verbs::PathHeaders *headers);
/// As ibv_query_qp(), without capabilities and address.
extern "C" void dpa_verbs_describe_card(const dpa::QueuePair *card,
                                        ibv_qp_attr *attributes);

#endif
