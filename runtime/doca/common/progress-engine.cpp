// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Progress engines: see progress-engine.h; the functions of doca_pe.h.
#include "runtime/doca/common/progress-engine.h"

#include <sys/eventfd.h>
#include <unistd.h>

using namespace dpa::doca;

doca_pe::~doca_pe() {
  if (descriptor >= 0)
    close(descriptor);
}

doca_ctx::~doca_ctx() {
  removeObject(this, kind);
  if (pe)
    std::erase(pe->contexts, this);
}

void doca_pe::notify() {
  if (events_.empty() || !isRequested_)
    return;
  isRequested_ = false;
  eventfd_write(descriptor, 1);
}

void doca_pe::post(std::function<void()> event) {
  std::lock_guard lock(lock_);
  events_.push_back(std::move(event));
  notify();
}

bool doca_pe::progress() {
  std::function<void()> event;
  {
    std::lock_guard lock(lock_);
    if (events_.empty())
      return false;
    event = std::move(events_.front());
    events_.pop_front();
  }
  event();
  return true;
}

void doca_pe::requestNotification() {
  std::lock_guard lock(lock_);
  isRequested_ = true;
  notify();
}

void doca_pe::clearNotification() {
  std::lock_guard lock(lock_);
  isRequested_ = false;
  eventfd_t count = 0;
  eventfd_read(descriptor, &count);
}

doca_error_t doca_pe_create(struct doca_pe **pe) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_pe>();
        made->descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        if (made->descriptor < 0)
          return DOCA_ERROR_OPERATING_SYSTEM;
        *pe = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(pe, "pe"));
}

doca_error_t doca_pe_destroy(struct doca_pe *pe) {
  return destroyUnused(__func__, pe);
}

doca_error_t doca_pe_connect_ctx(struct doca_pe *pe, struct doca_ctx *ctx) {
  return apiCall(
      __func__,
      [&] {
        ctx->pe = pe;
        ctx->peUse = Use(*pe, ctx->ownerKind);
        pe->contexts.push_back(ctx);
        return DOCA_SUCCESS;
      },
      live(pe), live(ctx), idle(ctx),
      require([=] { return !ctx->pe; }, DOCA_ERROR_ALREADY_EXIST,
              "ctx is already connected to a pe"));
}

uint8_t doca_pe_progress(struct doca_pe *pe) {
  doca_error_t status = apiCall(
      __func__,
      [&] { return pe->progress() ? DOCA_SUCCESS : DOCA_ERROR_EMPTY; },
      live(pe));
  return status == DOCA_SUCCESS;
}

doca_error_t doca_pe_get_num_inflight_tasks(const struct doca_pe *pe,
                                            size_t *num_inflight_tasks) {
  return apiCall(
      __func__,
      [&] {
        *num_inflight_tasks = 0;
        for (const doca_ctx *ctx : pe->contexts)
          *num_inflight_tasks += ctx->inflightTasks;
        return DOCA_SUCCESS;
      },
      live(pe), notNull(num_inflight_tasks, "num_inflight_tasks"));
}

doca_error_t
doca_pe_get_notification_handle(const struct doca_pe *pe,
                                doca_notification_handle_t *handle) {
  return apiCall(
      __func__,
      [&] {
        *handle = pe->descriptor;
        return DOCA_SUCCESS;
      },
      live(pe), notNull(handle, "handle"));
}

doca_error_t doca_pe_request_notification(struct doca_pe *pe) {
  return apiCall(
      __func__,
      [&] {
        pe->requestNotification();
        return DOCA_SUCCESS;
      },
      live(pe));
}

doca_error_t doca_pe_clear_notification(struct doca_pe *pe,
                                        doca_notification_handle_t handle) {
  return apiCall(
      __func__,
      [&] {
        pe->clearNotification();
        return DOCA_SUCCESS;
      },
      live(pe),
      require([=] { return handle == pe->descriptor; },
              DOCA_ERROR_INVALID_VALUE,
              "handle is not the descriptor of this pe"));
}

doca_error_t doca_pe_set_event_mode(struct doca_pe *pe,
                                    enum doca_pe_event_mode mode) {
  return apiCall(
      __func__, [] { return DOCA_SUCCESS; }, live(pe),
      require(
          [number = numberOf(mode)] {
            return number == DOCA_PE_EVENT_MODE_PROGRESS_SELECTIVE ||
                   number == DOCA_PE_EVENT_MODE_PROGRESS_ALL;
          },
          DOCA_ERROR_INVALID_VALUE,
          "mode is not a member of enum doca_pe_event_mode"));
}
