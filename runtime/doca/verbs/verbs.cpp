// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_verbs.h for contexts and protection domains, and those of
// doca_verbs_bridge.h.
#include "runtime/doca/verbs/verbs.h"
#include "runtime/doca/verbs/attributes.h"
#include "runtime/include/doca/doca_verbs_bridge.h"

#include <infiniband/verbs.h>

using namespace dpa::doca;

namespace {

doca_error_t createContext(const doca_devinfo &info,
                           doca_verbs_context *&context) {
  auto made = std::make_unique<doca_verbs_context>();
  made->context = info.open();
  if (!made->context)
    return DOCA_ERROR_NOT_CONNECTED;
  context = publish(std::move(made));
  return DOCA_SUCCESS;
}

doca_error_t createDomain(doca_verbs_context &context, doca_verbs_pd *&pd) {
  auto made = std::make_unique<doca_verbs_pd>();
  made->pd = ibv_alloc_pd(context.context);
  if (!made->pd)
    return DOCA_ERROR_DRIVER;
  made->contextUse = Use(context, made->kind);
  made->dev = publishDevice(borrowDevice(made->pd));
  made->deviceUse = Use(*made->dev, made->kind);
  pd = publish(std::move(made));
  return DOCA_SUCCESS;
}

} // namespace

doca_verbs_context::~doca_verbs_context() {
  if (context)
    ibv_close_device(context);
}

doca_verbs_pd::~doca_verbs_pd() {
  deviceUse = Use();
  if (dev && removeObject(dev, doca_dev::kind))
    delete dev;
  if (pd)
    ibv_dealloc_pd(pd);
}

doca_error_t
doca_verbs_context_create(struct doca_devinfo *devinfo, uint32_t flags,
                          struct doca_verbs_context **verbs_context) {
  return apiCall(
      __func__, [&] { return createContext(*devinfo, *verbs_context); },
      result(verbs_context, "verbs_context"), live(devinfo),
      inRange(flags, DOCA_VERBS_CONTEXT_CREATE_FLAGS_NONE,
              DOCA_VERBS_CONTEXT_CREATE_FLAGS_NONE));
}

doca_error_t
doca_verbs_context_destroy(struct doca_verbs_context *verbs_context) {
  return destroyUnused(__func__, verbs_context);
}

doca_error_t doca_verbs_pd_create(struct doca_verbs_context *verbs_context,
                                  struct doca_verbs_pd **verbs_pd) {
  return apiCall(
      __func__, [&] { return createDomain(*verbs_context, *verbs_pd); },
      result(verbs_pd, "verbs_pd"), live(verbs_context));
}

doca_error_t doca_verbs_pd_destroy(struct doca_verbs_pd *verbs_pd) {
  return destroyUnused(
      __func__, verbs_pd,
      require([=] { return verbs_pd->dev->users.count() == 1; },
              DOCA_ERROR_IN_USE, "device of the protection domain is in use"));
}

doca_error_t doca_verbs_pd_as_doca_dev(struct doca_verbs_pd *verbs_pd,
                                       struct doca_dev **dev) {
  return apiCall(
      __func__,
      [&] {
        *dev = verbs_pd->dev;
        return DOCA_SUCCESS;
      },
      live(verbs_pd), result(dev, "dev"));
}

ibv_pd *doca_verbs_bridge_verbs_pd_get_ibv_pd(struct doca_verbs_pd *verbs_pd) {
  return checkLive(__func__, verbs_pd, doca_verbs_pd::kind) ? nullptr
                                                            : verbs_pd->pd;
}

ibv_context *doca_verbs_bridge_verbs_context_get_ibv_context(
    struct doca_verbs_context *verbs_context) {
  return checkLive(__func__, verbs_context, doca_verbs_context::kind)
             ? nullptr
             : verbs_context->context;
}
