// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits of the queues, as the card has them and as queries report them.
#ifndef DPA_EMULATOR_VERBS_LIMITS_H
#define DPA_EMULATOR_VERBS_LIMITS_H

#include "runtime/abi/work-queues.h"

#include <cstdint>

namespace dpa::verbs::limits {

inline constexpr uint32_t objects = 1u << 23; ///< numbers have 24 bits
inline constexpr uint32_t completionEntries = (1u << 22) - 1;
inline constexpr uint32_t queueEntries = 1u << DPA_WQ_LOG_DEPTH_MAX;
inline constexpr uint32_t sharedQueueEntries = queueEntries - 1;
/// Of a send request, whatever its kind.
inline constexpr uint32_t sendElements = 30;
inline constexpr uint32_t receiveElements =
    (1u << DPA_RQ_LOG_STRIDE_MAX) / DPA_WQE_SEGMENT;
inline constexpr uint32_t sharedReceiveElements = receiveElements - 1;
/// Frequency of the clock of time stamps, which counts nanoseconds.
inline constexpr uint32_t clockKilohertz = 1'000'000;
inline constexpr uint32_t reads = 16; ///< in flight, of a queue pair
inline constexpr uint32_t messageSize = 1u << 30;
inline constexpr uint32_t completionVectors = 1;

} // namespace dpa::verbs::limits

#endif
