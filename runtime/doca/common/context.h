// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts. A library object with a data path has a doca_ctx, and implements
// ContextOwner, which starts and stops it.
#ifndef DPA_RUNTIME_DOCA_COMMON_CONTEXT_H
#define DPA_RUNTIME_DOCA_COMMON_CONTEXT_H

#include "runtime/doca/common/dpa-context.h"
#include "runtime/include/doca/doca_ctx.h"

struct doca_pe;

namespace dpa::doca {

class ContextOwner {
public:
  /// Creates the resources of a running context; releases all of them on error.
  virtual doca_error_t startContext() = 0;
  virtual doca_error_t stopContext() = 0;
  virtual bool worksOnDpa() const { return false; }

protected:
  ~ContextOwner() = default;
};

} // namespace dpa::doca

/// `isStarted`: running or stopping. Live as long as its owner.
struct doca_ctx : dpa::doca::Object {
  static constexpr const char *kind = "ctx";
  doca_ctx(dpa::doca::ContextOwner &owner, const char *ownerKind)
      : owner(owner), ownerKind(ownerKind) {
    dpa::doca::enterObject(this, kind);
  }
  DOCA_INTERNAL ~doca_ctx();

  dpa::doca::ContextOwner &owner;
  const char *ownerKind;
  doca_ctx_states state = DOCA_CTX_STATE_IDLE;
  dpa::doca::DpaContext *dpa = nullptr; ///< not null: device code uses it
  dpa::doca::Use dpaUse;
  doca_pe *pe = nullptr;
  dpa::doca::Use peUse;
  size_t inflightTasks = 0;
  doca_data userData = {};
  doca_ctx_state_changed_callback_t stateChanged = nullptr;
};

namespace dpa::doca {

/// Changes the state and calls the callback.
DOCA_INTERNAL void enterState(doca_ctx &ctx, doca_ctx_states state);
/// Called when a task is completed. A stopping context becomes idle after the last.
DOCA_INTERNAL void completeTask(doca_ctx &ctx);

/// Check: the context is idle.
inline auto idle(const doca_ctx *ctx) {
  return require([=] { return ctx->state == DOCA_CTX_STATE_IDLE; },
                 DOCA_ERROR_BAD_STATE, "ctx is not idle (stop it first)");
}
/// Check: the context is running.
inline auto running(const doca_ctx *ctx) {
  return require([=] { return ctx->state == DOCA_CTX_STATE_RUNNING; },
                 DOCA_ERROR_BAD_STATE, "ctx is not running (start it first)");
}

} // namespace dpa::doca

#endif
