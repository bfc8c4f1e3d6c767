// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Targets of frames: a copy of the program's structure, and the rules for it.
#ifndef DPA_RUNTIME_DOCA_FLOW_FORWARD_H
#define DPA_RUNTIME_DOCA_FLOW_FORWARD_H

#include "runtime/doca/common/api-call.h"
#include "runtime/doca/common/ethernet-receivers.h"
#include "runtime/doca/flow/match.h"

#include <memory>
#include <vector>

namespace dpa::doca {

struct Forward {
  doca_flow_fwd_type type = DOCA_FLOW_FWD_NONE;
  doca_flow_pipe *pipe = nullptr; ///< PIPE
  std::shared_ptr<Use> pipeUse;   ///< of `pipe`; copies share it
  std::vector<uint16_t> queues;   ///< RSS: queue ids
  uint32_t headers = 0;           ///< RSS: enum doca_rss_type
  bool isSymmetric = false;       ///< RSS
};

/// Copies and checks the structure. `call`: the public function. A pipe must be of the
/// same port. NOT_SUPPORTED, INVALID_VALUE.
doca_error_t readForward(const char *call, const doca_flow_port &port,
                         const doca_flow_fwd &from, Forward &to);

/// Rules with the objects that they use. Members are destroyed in reverse order.
struct SteeringRules {
  std::vector<Use> targets; ///< queues
  std::vector<DevxObject> devx;
  std::vector<SteeringAction> actions;
  std::vector<SteeringRule> rules;

  /// Removes all rules, then the objects that they use.
  void clear();
  /// Adds a rule; false: the device rejects it.
  bool add(PrioritizedTable &table, const HeaderMatch &match, uint16_t priority,
           SteeringAction action);
};

/// Adds the rules of an entry to a table of a device. `forward` outlives them. INVALID_VALUE: a queue does not
/// exist. DRIVER.
doca_error_t addForward(const char *call, const doca_dev &dev,
                        PrioritizedTable &table, const HeaderMatch &match,
                        const Forward &forward, SteeringRules &rules);
/// Adds the rule for frames that no entry matches: DROP or PIPE. `forward` outlives it.
/// DRIVER.
doca_error_t addMiss(PrioritizedTable &table, const Forward &forward,
                     SteeringRules &rules);

} // namespace dpa::doca

#endif
