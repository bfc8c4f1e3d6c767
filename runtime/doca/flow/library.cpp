// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_flow.h for the library as a whole.
#include "runtime/doca/flow/library.h"

#include "base/fork-generation.h"

#include <string_view>

using namespace dpa::doca;

namespace dpa::doca {

FlowLibrary &flowLibrary() {
  return perProgram<FlowLibrary>();
}

} // namespace dpa::doca

namespace {

doca_error_t initialize(const doca_flow_cfg &cfg) {
  FlowLibrary &library = flowLibrary();
  const std::lock_guard guard(library.lock);
  if (library.isInitialized)
    return DOCA_ERROR_ALREADY_EXIST;
  library.isInitialized = true;
  library.pipeQueues = cfg.pipeQueues;
  return DOCA_SUCCESS;
}

} // namespace

doca_error_t doca_flow_cfg_create(struct doca_flow_cfg **cfg) {
  return apiCall(
      __func__,
      [&] {
        *cfg = publish(std::make_unique<doca_flow_cfg>());
        return DOCA_SUCCESS;
      },
      result(cfg, "cfg"));
}

doca_error_t doca_flow_cfg_destroy(struct doca_flow_cfg *cfg) {
  return destroyUnused(__func__, cfg);
}

doca_error_t doca_flow_cfg_set_pipe_queues(struct doca_flow_cfg *cfg,
                                           uint16_t pipe_queues) {
  return apiCall(
      __func__,
      [&] {
        cfg->pipeQueues = pipe_queues;
        return DOCA_SUCCESS;
      },
      live(cfg),
      require([=] { return pipe_queues > 0; }, DOCA_ERROR_INVALID_VALUE,
              "pipe_queues is 0"));
}

doca_error_t doca_flow_cfg_set_nr_counters(struct doca_flow_cfg *cfg,
                                           uint32_t /*nr_counters*/) {
  return apiCall(__func__, [] { return DOCA_SUCCESS; }, live(cfg));
}

doca_error_t doca_flow_cfg_set_mode_args(struct doca_flow_cfg *cfg,
                                         const char *mode_args) {
  return apiCall(
      __func__,
      [&] {
        cfg->hasMode = true;
        return DOCA_SUCCESS;
      },
      live(cfg), notNull(mode_args, "mode_args"),
      require(
          [=] {
            std::string_view mode = mode_args;
            return mode == "vnf" || mode == "vnf,hws";
          },
          DOCA_ERROR_NOT_SUPPORTED,
          "mode is not supported (expected 'vnf' or 'vnf,hws')"));
}

doca_error_t doca_flow_init(struct doca_flow_cfg *cfg) {
  return apiCall(
      __func__, [&] { return initialize(*cfg); }, live(cfg),
      require([=] { return cfg->hasMode; }, DOCA_ERROR_INVALID_VALUE,
              "mode is not set (doca_flow_cfg_set_mode_args)"));
}

void doca_flow_destroy(void) {
  static_cast<void>(guarded(__func__, [] {
    FlowLibrary &library = flowLibrary();
    while (!library.ports.empty())
      doca_flow_port_stop(library.ports.back());
    library.isInitialized = false;
    return DOCA_SUCCESS;
  }));
}
