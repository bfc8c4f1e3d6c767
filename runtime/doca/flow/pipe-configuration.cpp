// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions doca_flow_pipe_cfg_*.
#include "base/enum-value.h"
#include "runtime/doca/flow/actions.h"
#include "runtime/doca/flow/pipe.h"

using namespace dpa::doca;

namespace {

template <typename Body>
doca_error_t changePipe(const char *call, doca_flow_pipe_cfg *cfg, Body body) {
  return apiCall(
      call,
      [&] {
        body();
        return DOCA_SUCCESS;
      },
      live(cfg));
}

doca_error_t checkActions(doca_flow_actions *const *actions, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (actions && actions[i] && !isZero(*actions[i])) {
      sdkLog(DOCA_LOG_LEVEL_ERROR, "doca_flow_pipe_cfg_set_actions",
             "action %zu modifies packets (expected zeros)", i);
      return DOCA_ERROR_NOT_SUPPORTED;
    }
  return DOCA_SUCCESS;
}

doca_error_t readMatch(doca_flow_pipe_cfg &cfg, const doca_flow_match &match,
                       const doca_flow_match *mask) {
  PipeMatch read;
  if (const char *problem = read.read(match, mask)) {
    sdkLog(DOCA_LOG_LEVEL_ERROR, "doca_flow_pipe_cfg_set_match", "%s", problem);
    return DOCA_ERROR_NOT_SUPPORTED;
  }
  cfg.match = read;
  return DOCA_SUCCESS;
}

} // namespace

doca_error_t doca_flow_pipe_cfg_create(struct doca_flow_pipe_cfg **cfg,
                                       struct doca_flow_port *port) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_flow_pipe_cfg>();
        made->port = port;
        *cfg = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(cfg, "cfg"), live(port));
}

doca_error_t doca_flow_pipe_cfg_destroy(struct doca_flow_pipe_cfg *cfg) {
  return destroyUnused(__func__, cfg);
}

doca_error_t doca_flow_pipe_cfg_set_name(struct doca_flow_pipe_cfg *cfg,
                                         const char *name) {
  return apiCall(
      __func__,
      [&] {
        cfg->name = name;
        return DOCA_SUCCESS;
      },
      live(cfg), notNull(name, "name"));
}

doca_error_t doca_flow_pipe_cfg_set_type(struct doca_flow_pipe_cfg *cfg,
                                         enum doca_flow_pipe_type type) {
  return apiCall(
      __func__, [] { return DOCA_SUCCESS; }, live(cfg),
      require(
          [number = numberOf(type)] { return number == DOCA_FLOW_PIPE_BASIC; },
          DOCA_ERROR_NOT_SUPPORTED,
          "type is not supported (expected DOCA_FLOW_PIPE_BASIC)"));
}

doca_error_t doca_flow_pipe_cfg_set_is_root(struct doca_flow_pipe_cfg *cfg,
                                            bool is_root) {
  return changePipe(__func__, cfg, [=] { cfg->isRoot = is_root; });
}

doca_error_t
doca_flow_pipe_cfg_set_match(struct doca_flow_pipe_cfg *cfg,
                             const struct doca_flow_match *match,
                             const struct doca_flow_match *match_mask) {
  return apiCall(
      __func__, [&] { return readMatch(*cfg, *match, match_mask); }, live(cfg),
      notNull(match, "match"));
}

doca_error_t doca_flow_pipe_cfg_set_actions(
    struct doca_flow_pipe_cfg *cfg, struct doca_flow_actions *const *actions,
    struct doca_flow_actions *const *actions_masks,
    struct doca_flow_action_descs *const *action_descs, size_t nr_actions) {
  return apiCall(
      __func__, [&] { return checkActions(actions, nr_actions); }, live(cfg),
      require([=] { return !actions_masks && !action_descs; },
              DOCA_ERROR_NOT_SUPPORTED,
              "actions have masks or descriptions (expected NULL)"));
}
