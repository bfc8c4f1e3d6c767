// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ports, pipes and entries.
#ifndef DPA_RUNTIME_DOCA_FLOW_PIPE_H
#define DPA_RUNTIME_DOCA_FLOW_PIPE_H

#include "runtime/doca/common/device.h"
#include "runtime/doca/flow/forward.h"

#include <optional>
#include <string>

struct doca_flow_port : dpa::doca::Object {
  static constexpr const char *kind = "flow port";
  ~doca_flow_port();
  doca_flow_port() = default;

  /// Creates the steering objects of the port; false: the device rejects them.
  bool open();
  doca_flow_pipe *add(std::unique_ptr<doca_flow_pipe> pipe);
  void remove(const doca_flow_pipe &pipe);
  /// The table level of the next pipe that is not the root, below those of all others,
  /// since the target of a table must have a higher level, and targets of pipes are
  /// created earlier. 0: out of levels.
  uint32_t nextLevel() const;
  /// Installs pending entries of a queue, at most `most`.
  doca_error_t install(const char *call, uint16_t pipeQueue, size_t most);

  uint16_t id = 0;
  doca_dev *dev = nullptr;
  dpa::doca::Use devUse;
  uint16_t pipeQueues = 1;
  dpa::doca::SteeringDomain domain;
  doca_flow_pipe *root = nullptr;
  std::vector<doca_flow_pipe_entry *> waiting; ///< entries of batches

private:
  static constexpr uint32_t levelsMax = 60;
  std::vector<std::unique_ptr<doca_flow_pipe>> pipes_;
};

struct doca_flow_pipe_cfg : dpa::doca::Object {
  static constexpr const char *kind = "flow pipe configuration";
  doca_flow_port *port = nullptr;
  std::string name;
  bool isRoot = false;
  dpa::doca::PipeMatch match;
};

struct doca_flow_pipe_entry : dpa::doca::Object {
  static constexpr const char *kind = "flow pipe entry";
  doca_flow_pipe *pipe = nullptr;
  uint16_t pipeQueue = 0;
  dpa::doca::HeaderMatch match;
  dpa::doca::Forward forward;
  dpa::doca::SteeringRules rules; ///< empty: not installed

  doca_error_t install(const char *call);
};

struct doca_flow_pipe : dpa::doca::Object {
  static constexpr const char *kind = "flow pipe";
  ~doca_flow_pipe();
  doca_flow_pipe() = default;
  /// Removes all rules, and what leads to other pipes.
  void clear();

  doca_flow_port *port = nullptr;
  std::string name;
  dpa::doca::PipeMatch match;
  dpa::doca::Forward forward; ///< NONE: entries have their own
  uint32_t level = 0;         ///< of `table`; 0: the root
  dpa::doca::PrioritizedTable table;
  dpa::doca::Forward missForward;
  dpa::doca::SteeringRules miss;
  std::vector<std::unique_ptr<doca_flow_pipe_entry>> entries;
};

#endif
