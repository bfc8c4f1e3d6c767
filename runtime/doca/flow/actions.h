// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rejection of actions and monitors that are not 0.
#ifndef DPA_RUNTIME_DOCA_FLOW_ACTIONS_H
#define DPA_RUNTIME_DOCA_FLOW_ACTIONS_H

#include "runtime/include/doca/doca_flow.h"

namespace dpa::doca {

bool isZero(const doca_flow_header_format &headers);

inline bool isZero(const doca_flow_actions &actions) {
  return actions.action_idx == 0 && actions.flags == 0 &&
         actions.meta.pkt_meta == 0 && actions.parser_meta.port_meta == 0 &&
         isZero(actions.outer) && actions.tun.type == 0;
}

inline bool isZero(const doca_flow_monitor &monitor) {
  return monitor.meter_type == 0 && monitor.counter_type == 0;
}

} // namespace dpa::doca

#endif
