// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which attributes each change of a queue pair's state requires and permits: the
// tables of ibv_modify_qp().
#ifndef DPA_EMULATOR_NIC_TRANSPORT_ATTRIBUTES_H
#define DPA_EMULATOR_NIC_TRANSPORT_ATTRIBUTES_H

#include "base/result.h"
#include "emulator/interface/queue-pair.h"
#include "emulator/nic/wire/roce.h"

#include <cstdint>

namespace dpa {

/// The most reads and atomics in flight, in each direction.
inline constexpr uint8_t maximumReads = 16;

/// What is wrong with changing a queue pair of `type` from `from` by `changes`,
/// of which `mask` names the members that are set. `ports` is the number of ports
/// of the device.
Result<void> checkModify(RoceTransport type, QueuePairState from,
                         const QueuePairAttributes &changes, uint32_t mask,
                         uint8_t ports);

/// Every attribute that a change of state requires, for callers that set all of
/// them at once; 0 if the change is not permitted.
uint32_t requiredAttributes(RoceTransport type, QueuePairState from,
                            QueuePairState to);

/// Copies the members that `mask` names, except the state.
void applyAttributes(QueuePairAttributes &attributes,
                     const QueuePairAttributes &changes, uint32_t mask);

} // namespace dpa

#endif
