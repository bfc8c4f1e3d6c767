// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Notification completions: device code starts a thread with them.
#include "runtime/doca/dpa/thread.h"

#include <utility>

using namespace dpa::doca;

struct doca_dpa_notification_completion : dpa::doca::Object {
  static constexpr const char *kind = "notification completion";

  ~doca_dpa_notification_completion() { stop(); }

  /// What device code reads.
  doca_abi_notification object() const {
    doca_abi_notification made{};
    made.activation_id =
        flexio_event_handler_get_activation_id(thread->handler);
    return made;
  }
  doca_error_t start() {
    handle = thread->dpa->program().store(object());
    isStarted = handle != 0;
    if (!isStarted)
      return DOCA_ERROR_NO_MEMORY;
    thread->attach(*this);
    return DOCA_SUCCESS;
  }
  void stop() {
    thread->detach(*this);
    isStarted = false;
    if (uint64_t address = std::exchange(handle, 0);
        address != 0 && thread->dpa->isStarted)
      thread->dpa->program().free(address);
  }

  doca_dpa_thread *thread = nullptr;
  Use threadUse;
  uint64_t handle = 0; ///< device address
};

namespace dpa::doca {

doca_error_t renewNotification(doca_dpa_notification_completion &notification) {
  doca_abi_notification object = notification.object();
  return notification.thread->dpa->program().write(notification.handle, &object,
                                                   sizeof object);
}

} // namespace dpa::doca

doca_error_t doca_dpa_notification_completion_create(
    struct doca_dpa *dpa, struct doca_dpa_thread *dpa_thread,
    struct doca_dpa_notification_completion **notify_comp) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_dpa_notification_completion>();
        made->thread = dpa_thread;
        made->threadUse = Use(*dpa_thread, made->kind);
        *notify_comp = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(notify_comp, "notify_comp"), usableDpa(dpa), live(dpa_thread),
      require([=] { return dpa_thread->dpa->running == dpa->running; },
              DOCA_ERROR_INVALID_VALUE,
              "DPA thread belongs to another DPA context"));
}

doca_error_t doca_dpa_notification_completion_destroy(
    struct doca_dpa_notification_completion *notify_comp) {
  return destroyUnused(__func__, notify_comp);
}

doca_error_t doca_dpa_notification_completion_get_thread(
    struct doca_dpa_notification_completion *notify_comp,
    struct doca_dpa_thread **dpa_thread) {
  return apiCall(
      __func__,
      [&] {
        *dpa_thread = notify_comp->thread;
        return DOCA_SUCCESS;
      },
      live(notify_comp), result(dpa_thread, "dpa_thread"));
}

doca_error_t doca_dpa_notification_completion_start(
    struct doca_dpa_notification_completion *notify_comp) {
  return apiCall(
      __func__, [&] { return notify_comp->start(); }, live(notify_comp),
      stopped(notify_comp),
      [=](const char *call) { return started(notify_comp->thread)(call); });
}

doca_error_t doca_dpa_notification_completion_stop(
    struct doca_dpa_notification_completion *notify_comp) {
  return apiCall(
      __func__,
      [&] {
        notify_comp->stop();
        return DOCA_SUCCESS;
      },
      live(notify_comp), started(notify_comp));
}

doca_error_t doca_dpa_notification_completion_get_dpa_handle(
    struct doca_dpa_notification_completion *notify_comp,
    doca_dpa_dev_notification_completion_t *handle) {
  return apiCall(
      __func__,
      [&] {
        *handle = notify_comp->handle;
        return DOCA_SUCCESS;
      },
      result(handle, "handle"), live(notify_comp), started(notify_comp));
}
