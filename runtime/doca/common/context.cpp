// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_ctx.h.
#include "runtime/doca/common/context.h"

using namespace dpa::doca;

namespace {

doca_error_t endContext(doca_ctx &ctx) {
  doca_error_t status = ctx.owner.stopContext();
  if (status == DOCA_SUCCESS)
    enterState(ctx, DOCA_CTX_STATE_IDLE);
  return status;
}

doca_error_t stopContext(doca_ctx &ctx) {
  if (!ctx.inflightTasks)
    return endContext(ctx);
  if (ctx.state == DOCA_CTX_STATE_RUNNING)
    enterState(ctx, DOCA_CTX_STATE_STOPPING);
  return DOCA_ERROR_IN_PROGRESS;
}

} // namespace

namespace dpa::doca {

void enterState(doca_ctx &ctx, doca_ctx_states state) {
  doca_ctx_states before = ctx.state;
  ctx.state = state;
  ctx.isStarted = state != DOCA_CTX_STATE_IDLE;
  if (ctx.stateChanged && before != state)
    ctx.stateChanged(ctx.userData, &ctx, before, state);
}

void completeTask(doca_ctx &ctx) {
  if (--ctx.inflightTasks == 0 && ctx.state == DOCA_CTX_STATE_STOPPING)
    static_cast<void>(endContext(ctx));
}

} // namespace dpa::doca

doca_error_t doca_ctx_start(struct doca_ctx *ctx) {
  return apiCall(
      __func__,
      [&] {
        doca_error_t status = ctx->owner.startContext();
        if (status == DOCA_SUCCESS)
          enterState(*ctx, DOCA_CTX_STATE_RUNNING);
        return status;
      },
      live(ctx), idle(ctx));
}

doca_error_t doca_ctx_stop(struct doca_ctx *ctx) {
  return apiCall(
      __func__, [&] { return stopContext(*ctx); }, live(ctx), started(ctx),
      unused(ctx));
}

doca_error_t doca_ctx_get_state(const struct doca_ctx *ctx,
                                enum doca_ctx_states *state) {
  return apiCall(
      __func__,
      [&] {
        *state = ctx->state;
        return DOCA_SUCCESS;
      },
      live(ctx), notNull(state, "state"));
}

doca_error_t doca_ctx_get_num_inflight_tasks(const struct doca_ctx *ctx,
                                             size_t *num_inflight_tasks) {
  return apiCall(
      __func__,
      [&] {
        *num_inflight_tasks = ctx->inflightTasks;
        return DOCA_SUCCESS;
      },
      live(ctx), notNull(num_inflight_tasks, "num_inflight_tasks"));
}

doca_error_t doca_ctx_set_datapath_on_dpa(struct doca_ctx *ctx,
                                          struct doca_dpa *dpa_dev) {
  return apiCall(
      __func__,
      [&] {
        ctx->dpa = contextOf(dpa_dev);
        ctx->dpaUse = Use(*ctx->dpa, ctx->ownerKind);
        return DOCA_SUCCESS;
      },
      live(ctx), liveDpa(dpa_dev), idle(ctx),
      require([=] { return ctx->owner.worksOnDpa(); }, DOCA_ERROR_NOT_SUPPORTED,
              "data path of this ctx is on the host only"));
}

doca_error_t doca_ctx_set_user_data(struct doca_ctx *ctx,
                                    union doca_data user_data) {
  return apiCall(
      __func__,
      [&] {
        ctx->userData = user_data;
        return DOCA_SUCCESS;
      },
      live(ctx));
}

doca_error_t doca_ctx_get_user_data(const struct doca_ctx *ctx,
                                    union doca_data *user_data) {
  return apiCall(
      __func__,
      [&] {
        *user_data = ctx->userData;
        return DOCA_SUCCESS;
      },
      live(ctx), notNull(user_data, "user_data"));
}

doca_error_t
doca_ctx_set_state_changed_cb(struct doca_ctx *ctx,
                              doca_ctx_state_changed_callback_t cb) {
  return apiCall(
      __func__,
      [&] {
        ctx->stateChanged = cb;
        return DOCA_SUCCESS;
      },
      live(ctx), idle(ctx));
}
