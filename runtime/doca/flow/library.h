// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of libdoca_flow in this program.
#ifndef DPA_RUNTIME_DOCA_FLOW_LIBRARY_H
#define DPA_RUNTIME_DOCA_FLOW_LIBRARY_H

#include "runtime/doca/flow/pipe.h"

#include <mutex>

struct doca_flow_cfg : dpa::doca::Object {
  static constexpr const char *kind = "flow configuration";
  uint16_t pipeQueues = 1;
  bool hasMode = false;
};

namespace dpa::doca {

struct FlowLibrary {
  std::mutex lock;
  bool isInitialized = false;
  uint16_t pipeQueues = 1;
  std::vector<doca_flow_port *> ports; ///< started
};

/// Not initialised in the child of a fork().
FlowLibrary &flowLibrary();

} // namespace dpa::doca

#endif
