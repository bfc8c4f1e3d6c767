// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes and their entries.
#include "runtime/doca/flow/pipe.h"

#include "base/enum-value.h"
#include "runtime/doca/flow/actions.h"

using namespace dpa::doca;

namespace {

constexpr const char *pipeCreation = "doca_flow_pipe_create";
constexpr const char *entryAddition = "doca_flow_pipe_basic_add_entry";

/// What the program has passed for a pipe.
struct PipeForwards {
  Forward entries;
  Forward miss;
};

doca_error_t readForwards(const doca_flow_pipe_cfg &cfg,
                          const doca_flow_fwd *fwd,
                          const doca_flow_fwd *fwdMiss, PipeForwards &to) {
  if (fwd)
    if (doca_error_t status =
            readForward(pipeCreation, *cfg.port, *fwd, to.entries))
      return status;
  to.miss.type = cfg.isRoot ? DOCA_FLOW_FWD_NONE : DOCA_FLOW_FWD_DROP;
  if (!fwdMiss)
    return DOCA_SUCCESS;
  if (const unsigned type = numberOf(fwdMiss->type);
      type == DOCA_FLOW_FWD_RSS || type == DOCA_FLOW_FWD_CHANGEABLE)
    return DOCA_ERROR_NOT_SUPPORTED;
  return readForward(pipeCreation, *cfg.port, *fwdMiss, to.miss);
}

/// Creates the table of a pipe, and the rule for frames that no entry matches.
doca_error_t openPipe(const doca_flow_pipe_cfg &cfg, doca_flow_pipe &pipe) {
  pipe.level = cfg.isRoot ? 0 : cfg.port->nextLevel();
  if (!cfg.isRoot && pipe.level == 0)
    return DOCA_ERROR_TOO_BIG;
  if (!pipe.table.create(cfg.port->domain.get(), pipe.level))
    return DOCA_ERROR_DRIVER;
  if (pipe.missForward.type == DOCA_FLOW_FWD_NONE)
    return DOCA_SUCCESS;
  return addMiss(pipe.table, pipe.missForward, pipe.miss);
}

doca_error_t createPipe(const doca_flow_pipe_cfg &cfg, const doca_flow_fwd *fwd,
                        const doca_flow_fwd *fwdMiss, doca_flow_pipe *&pipe) {
  PipeForwards forwards;
  if (doca_error_t status = readForwards(cfg, fwd, fwdMiss, forwards))
    return status;
  auto made = std::make_unique<doca_flow_pipe>();
  made->port = cfg.port;
  made->name = cfg.name;
  made->match = cfg.match;
  made->forward = std::move(forwards.entries);
  made->missForward = std::move(forwards.miss);
  if (doca_error_t status = openPipe(cfg, *made))
    return status;
  pipe = cfg.port->add(std::move(made));
  if (cfg.isRoot)
    cfg.port->root = pipe;
  return DOCA_SUCCESS;
}

/// The entry's own forward, or that of its pipe.
doca_error_t chooseForward(const doca_flow_pipe &pipe, const doca_flow_fwd *fwd,
                           Forward &to) {
  to = pipe.forward;
  if (fwd)
    if (doca_error_t status = readForward(entryAddition, *pipe.port, *fwd, to))
      return status;
  if (to.type != DOCA_FLOW_FWD_NONE && to.type != DOCA_FLOW_FWD_CHANGEABLE)
    return DOCA_SUCCESS;
  sdkLog(DOCA_LOG_LEVEL_ERROR, entryAddition,
         "forward is not set in the entry or its pipe '%s'", pipe.name.c_str());
  return DOCA_ERROR_INVALID_VALUE;
}

/// What the program has passed for an entry.
struct EntryRequest {
  uint16_t pipeQueue;
  const doca_flow_match *match;
  const doca_flow_fwd *fwd;
  bool waits; ///< for the end of a batch
};

doca_error_t addEntry(doca_flow_pipe &pipe, const EntryRequest &request,
                      doca_flow_pipe_entry *&entry) {
  auto made = std::make_unique<doca_flow_pipe_entry>();
  made->pipe = &pipe;
  made->pipeQueue = request.pipeQueue;
  made->match = pipe.match.ofEntry(request.match);
  doca_error_t status = chooseForward(pipe, request.fwd, made->forward);
  if (status == DOCA_SUCCESS && request.waits)
    pipe.port->waiting.push_back(made.get());
  if (status == DOCA_SUCCESS && !request.waits)
    status = pipe.port->install(entryAddition, request.pipeQueue, SIZE_MAX);
  if (status == DOCA_SUCCESS && !request.waits)
    status = made->install(entryAddition);
  if (status != DOCA_SUCCESS)
    return status;
  entry = made.get();
  enterObject(entry, doca_flow_pipe_entry::kind);
  pipe.entries.push_back(std::move(made));
  return DOCA_SUCCESS;
}

} // namespace

doca_flow_pipe::~doca_flow_pipe() {
  if (port->root == this)
    port->root = nullptr;
  std::erase_if(port->waiting,
                [&](auto *entry) { return entry->pipe == this; });
  for (const auto &entry : entries)
    removeObject(entry.get(), doca_flow_pipe_entry::kind);
  removeObject(this, kind);
}

void doca_flow_pipe::clear() {
  for (const auto &entry : entries) {
    entry->rules.clear();
    entry->forward = {};
  }
  miss.clear();
  missForward = {};
  forward = {};
}

doca_error_t doca_flow_pipe_entry::install(const char *call) {
  doca_error_t status =
      addForward(call, *pipe->port->dev, pipe->table, match, forward, rules);
  if (status != DOCA_SUCCESS)
    rules.clear();
  return status;
}

doca_error_t doca_flow_pipe_create(const struct doca_flow_pipe_cfg *cfg,
                                   const struct doca_flow_fwd *fwd,
                                   const struct doca_flow_fwd *fwd_miss,
                                   struct doca_flow_pipe **pipe) {
  return apiCall(
      __func__, [&] { return createPipe(*cfg, fwd, fwd_miss, *pipe); },
      live(cfg), result(pipe, "pipe"),
      [=](const char *call) {
        return checkLive(call, cfg->port, doca_flow_port::kind);
      },
      require([=] { return !cfg->isRoot || !cfg->port->root; },
              DOCA_ERROR_NOT_SUPPORTED, "port already has a root pipe"));
}

void doca_flow_pipe_destroy(struct doca_flow_pipe *pipe) {
  static_cast<void>(apiCall(
      __func__,
      [&] {
        pipe->port->remove(*pipe);
        return DOCA_SUCCESS;
      },
      live(pipe), unused(pipe)));
}

// NOLINTNEXTLINE(readability-function-size): the interface has 10 parameters
doca_error_t doca_flow_pipe_basic_add_entry(
    uint16_t pipe_queue, struct doca_flow_pipe *pipe,
    const struct doca_flow_match *match, uint8_t action_idx,
    const struct doca_flow_actions *actions,
    const struct doca_flow_monitor *monitor, const struct doca_flow_fwd *fwd,
    uint32_t flags, void * /*usr_ctx*/, struct doca_flow_pipe_entry **entry) {
  return apiCall(
      __func__,
      [&] {
        return addEntry(*pipe,
                        {.pipeQueue = pipe_queue,
                         .match = match,
                         .fwd = fwd,
                         .waits = flags == DOCA_FLOW_WAIT_FOR_BATCH},
                        *entry);
      },
      live(pipe), result(entry, "entry"),
      require([=] { return pipe_queue < pipe->port->pipeQueues; },
              DOCA_ERROR_INVALID_VALUE,
              "pipe_queue is not below the number of pipe queues"),
      require([=] { return flags <= DOCA_FLOW_WAIT_FOR_BATCH; },
              DOCA_ERROR_INVALID_VALUE, "flags has unknown bits"),
      require(
          [=] {
            return action_idx == 0 && (!actions || isZero(*actions)) &&
                   (!monitor || isZero(*monitor));
          },
          DOCA_ERROR_NOT_SUPPORTED,
          "actions or monitor are set (expected zeros)"));
}
