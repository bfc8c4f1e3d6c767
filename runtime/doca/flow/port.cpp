// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ports: configurations, starting and stopping, entries that wait.
#include "runtime/doca/flow/library.h"

#include <algorithm>

using namespace dpa::doca;

struct doca_flow_port_cfg : Object {
  static constexpr const char *kind = "flow port configuration";
  uint16_t id = 0;
  doca_dev *dev = nullptr;
};

namespace {

/// Enters the port; false: there is one like it.
doca_error_t enterPort(doca_flow_port &port) {
  FlowLibrary &library = flowLibrary();
  const std::lock_guard guard(library.lock);
  if (!library.isInitialized)
    return DOCA_ERROR_NOT_PERMITTED;
  for (const doca_flow_port *other : library.ports)
    if (other->id == port.id || other->dev->info->name == port.dev->info->name)
      return DOCA_ERROR_ALREADY_EXIST;
  port.pipeQueues = library.pipeQueues;
  library.ports.push_back(&port);
  return DOCA_SUCCESS;
}

void forgetPort(const doca_flow_port &port) {
  FlowLibrary &library = flowLibrary();
  const std::lock_guard guard(library.lock);
  std::erase(library.ports, &port);
}

doca_error_t startPort(const doca_flow_port_cfg &cfg, doca_flow_port *&port) {
  auto made = std::make_unique<doca_flow_port>();
  made->id = cfg.id;
  made->dev = cfg.dev;
  if (doca_error_t status = enterPort(*made))
    return status;
  if (!made->open())
    return DOCA_ERROR_DRIVER;
  made->devUse = Use(*made->dev, made->kind);
  port = publish(std::move(made));
  return DOCA_SUCCESS;
}

} // namespace

doca_flow_port::~doca_flow_port() {
  forgetPort(*this);
  for (const auto &pipe : pipes_) // they lead to each other
    pipe->clear();
  pipes_.clear();
}

bool doca_flow_port::open() {
  domain.reset(
      mlx5dv_dr_domain_create(dev->context, MLX5DV_DR_DOMAIN_TYPE_NIC_RX));
  return domain != nullptr;
}

uint32_t doca_flow_port::nextLevel() const {
  uint32_t level = levelsMax + 1;
  for (const auto &pipe : pipes_)
    if (pipe->level != 0)
      level = std::min(level, pipe->level);
  return level - 1;
}

doca_flow_pipe *doca_flow_port::add(std::unique_ptr<doca_flow_pipe> pipe) {
  doca_flow_pipe *added = pipe.get();
  pipes_.push_back(std::move(pipe));
  enterObject(added, doca_flow_pipe::kind);
  return added;
}

void doca_flow_port::remove(const doca_flow_pipe &pipe) {
  std::erase_if(pipes_, [&](const auto &each) { return each.get() == &pipe; });
}

doca_error_t doca_flow_port::install(const char *call, uint16_t pipeQueue,
                                     size_t most) {
  doca_error_t status = DOCA_SUCCESS;
  for (auto at = waiting.begin(); at != waiting.end() && most > 0;) {
    doca_flow_pipe_entry *entry = *at;
    if (entry->pipeQueue != pipeQueue) {
      ++at;
      continue;
    }
    if (doca_error_t result = entry->install(call))
      status = result;
    at = waiting.erase(at);
    --most;
  }
  return status;
}

doca_error_t doca_flow_port_cfg_create(struct doca_flow_port_cfg **cfg) {
  return apiCall(
      __func__,
      [&] {
        *cfg = publish(std::make_unique<doca_flow_port_cfg>());
        return DOCA_SUCCESS;
      },
      result(cfg, "cfg"));
}

doca_error_t doca_flow_port_cfg_destroy(struct doca_flow_port_cfg *cfg) {
  return destroyUnused(__func__, cfg);
}

doca_error_t doca_flow_port_cfg_set_port_id(struct doca_flow_port_cfg *cfg,
                                            uint16_t port_id) {
  return apiCall(
      __func__,
      [&] {
        cfg->id = port_id;
        return DOCA_SUCCESS;
      },
      live(cfg));
}

doca_error_t doca_flow_port_cfg_set_dev(struct doca_flow_port_cfg *cfg,
                                        struct doca_dev *dev) {
  return apiCall(
      __func__,
      [&] {
        cfg->dev = dev;
        return DOCA_SUCCESS;
      },
      live(cfg), live(dev));
}

doca_error_t doca_flow_port_start(const struct doca_flow_port_cfg *cfg,
                                  struct doca_flow_port **port) {
  return apiCall(
      __func__, [&] { return startPort(*cfg, *port); }, live(cfg),
      result(port, "port"),
      require(
          [=] {
            return cfg->dev &&
                   liveness(cfg->dev, doca_dev::kind) == Liveness::Live;
          },
          DOCA_ERROR_INVALID_VALUE,
          "port configuration does not have an open device "
          "(doca_flow_port_cfg_set_dev)"));
}

doca_error_t doca_flow_port_stop(struct doca_flow_port *port) {
  return destroyUnused(__func__, port);
}

doca_error_t doca_flow_entries_process(struct doca_flow_port *port,
                                       uint16_t pipe_queue,
                                       uint64_t /*timeout*/,
                                       uint32_t max_processed_entries) {
  return apiCall(
      __func__,
      [&] {
        size_t most = max_processed_entries ? max_processed_entries : SIZE_MAX;
        return port->install("doca_flow_entries_process", pipe_queue, most);
      },
      live(port),
      require([=] { return pipe_queue < port->pipeQueues; },
              DOCA_ERROR_INVALID_VALUE,
              "pipe_queue is not below the number of pipe queues"));
}
