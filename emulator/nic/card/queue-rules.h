// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is wrong with the settings of a queue, wherever its memory is; empty texts:
// nothing.
#ifndef DPA_EMULATOR_NIC_CARD_QUEUE_RULES_H
#define DPA_EMULATOR_NIC_CARD_QUEUE_RULES_H

#include "emulator/interface/queue-pair.h"
#include "runtime/abi/work-queues.h"

#include <string>

namespace dpa {

constexpr unsigned completionsLogDepthMax = 22;

inline std::string checkDepth(unsigned logDepth, unsigned logDepthMax) {
  if (logDepth <= logDepthMax)
    return {};
  return "a depth of 2^" + std::to_string(logDepth) +
         " entries is too large (expected at most 2^" +
         std::to_string(logDepthMax) + ")";
}

inline std::string checkRing(const RingSettings &ring, unsigned logStrideMin,
                             unsigned logStrideMax) {
  if (ring.logStride < logStrideMin || ring.logStride > logStrideMax)
    return "entries of 2^" + std::to_string(ring.logStride) +
           " bytes (expected 2^" + std::to_string(logStrideMin) + " to 2^" +
           std::to_string(logStrideMax) + ")";
  return checkDepth(ring.logDepth, DPA_WQ_LOG_DEPTH_MAX);
}

inline std::string checkReceiveRing(const RingSettings &ring) {
  return checkRing(ring, DPA_RQ_LOG_STRIDE_MIN, DPA_RQ_LOG_STRIDE_MAX);
}

/// The rings and numbers of a queue pair.
inline std::string checkQueuePair(const QueuePairSettings &settings) {
  constexpr uint32_t userIndexMax = 0xffffff;
  std::string problem =
      checkRing(settings.send, DPA_WQE_LOG_BLOCK, DPA_WQE_LOG_BLOCK);
  if (!problem.empty())
    return "the send ring: " + problem;
  if (settings.sharedReceiveQueue == 0)
    problem = checkReceiveRing(settings.receive);
  if (!problem.empty())
    return "the receive ring: " + problem;
  if (settings.userIndex > userIndexMax)
    return "the user index " + std::to_string(settings.userIndex) +
           " has more than 24 bits";
  return {};
}

} // namespace dpa

#endif
