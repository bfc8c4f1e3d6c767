// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls of a device image from its entry points on, with the stack that each function needs
// together with all that it calls. Given the code of an image, returns the graph; only what is
// reachable is decoded. Judges nothing.
#ifndef DPA_DRIVER_CHECKS_CALL_GRAPH_H
#define DPA_DRIVER_CHECKS_CALL_GRAPH_H

#include "driver/checks/device-code.h"
#include "driver/checks/stack-function.h"

namespace dpa::driver {

struct CallEdge {
  size_t callee = 0;  ///< index of a node
  uint64_t depth = 0; ///< bytes of the caller that are in use then
};

struct CallNode {
  uint64_t address = 0;
  StackFunction own;
  std::vector<CallEdge> calls;
  std::optional<size_t>
      caller; ///< through which it was found first; nothing for a root

  uint64_t needed = 0;        ///< bytes on the deepest chain
  std::optional<size_t> next; ///< the call on that chain: index in `calls`
  bool isAtLeast = false;     ///< something on some chain has no known bound
  size_t cycle = 0; ///< equal for functions that call each other in a circle
};

struct CallRoot {
  size_t node = 0;
  bool isEntry = false; ///< else a function that is called through a pointer
};

struct CallGraph {
  std::vector<CallNode> nodes;
  std::vector<CallRoot> roots; ///< entry points first, by address
  uint64_t entryDepth = 0;     ///< bytes in use when an entry point begins
};

/// What the names of the functions begin with that the firmware calls for the host.
inline constexpr char entryPrefix[] = "_dpacc_flexio_dev_arg_unpack_";

CallGraph buildCallGraph(const DeviceCode &code,
                         const InstructionDecoder &decoder);

} // namespace dpa::driver

#endif
