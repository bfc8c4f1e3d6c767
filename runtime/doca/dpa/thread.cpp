// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DPA threads: see thread.h, and their public functions.
#include "runtime/doca/dpa/thread.h"

#include <utility>

using namespace dpa::doca;

doca_error_t doca_dpa_thread::createHandler(const char *call) {
  Program &program = dpa->program();
  std::optional<DeviceFunction> found = program.find(call, function);
  if (!found)
    return DOCA_ERROR_INVALID_VALUE;
  record_.function = found->address;
  record_.argument = argument;
  record_.local_storage = localStorage;
  address_ = program.store(record_);
  if (address_ == 0)
    return DOCA_ERROR_NO_MEMORY;
  flexio_event_handler_attr attributes{};
  attributes.host_stub_func = program.entries().thread;
  attributes.thread_local_storage_daddr = localStorage;
  if (affinity && affinity->unit)
    attributes.affinity = {FLEXIO_AFFINITY_STRICT, *affinity->unit};
  return program.statusOf(
      flexio_event_handler_create(program.process(), &attributes, &handler));
}

doca_error_t doca_dpa_thread::start(const char *call) {
  doca_error_t status = createHandler(call);
  if (status != DOCA_SUCCESS)
    return status;
  record_.activation_id = flexio_event_handler_get_activation_id(handler);
  isStarted = true;
  status = dpa->program().write(address_, &record_, sizeof record_);
  std::lock_guard lock(attachmentsLock_);
  for (doca_dpa_notification_completion *notification : notifications_)
    if (status == DOCA_SUCCESS)
      status = renewNotification(*notification);
  return status;
}

void doca_dpa_thread::stop() {
  flexio_event_handler_destroy(std::exchange(handler, nullptr));
  if (address_ != 0 && dpa->isStarted)
    dpa->program().free(address_);
  address_ = 0;
  isStarted = false;
  isRunnable = false;
}

doca_error_t doca_dpa_thread::run(const char *call) {
  doca_error_t status =
      dpa->program().statusOf(flexio_event_handler_run(handler, address_));
  if (status != DOCA_SUCCESS)
    return status;
  std::lock_guard lock(attachmentsLock_);
  isRunnable = true;
  for (doca_dpa_completion *completion : completions_)
    if (status == DOCA_SUCCESS)
      status = armCompletion(call, *completion);
  return status;
}

doca_error_t doca_dpa_thread::setRank(uint32_t rank, uint32_t numThreads) {
  record_.rank = rank;
  record_.num_threads = numThreads;
  return isStarted ? dpa->program().write(address_, &record_, sizeof record_)
                   : DOCA_SUCCESS;
}

doca_error_t doca_dpa_thread::attach(const char *call,
                                     doca_dpa_completion &completion) {
  std::lock_guard lock(attachmentsLock_);
  completions_.push_back(&completion);
  return isRunnable ? armCompletion(call, completion) : DOCA_SUCCESS;
}

void doca_dpa_thread::attach(doca_dpa_notification_completion &notification) {
  std::lock_guard lock(attachmentsLock_);
  notifications_.push_back(&notification);
}

void doca_dpa_thread::detach(doca_dpa_completion &completion) {
  std::lock_guard lock(attachmentsLock_);
  std::erase(completions_, &completion);
}

void doca_dpa_thread::detach(doca_dpa_notification_completion &notification) {
  std::lock_guard lock(attachmentsLock_);
  std::erase(notifications_, &notification);
}

bool doca_dpa_thread::hasCompletions() {
  std::lock_guard lock(attachmentsLock_);
  return !completions_.empty();
}

doca_error_t doca_dpa_thread_create(struct doca_dpa *dpa,
                                    struct doca_dpa_thread **dpa_thread) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_dpa_thread>();
        made->dpa = dpa;
        made->dpaUse = Use(*dpa, made->kind);
        *dpa_thread = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(dpa_thread, "dpa_thread"), usableDpa(dpa));
}

doca_error_t doca_dpa_thread_destroy(struct doca_dpa_thread *dpa_thread) {
  return destroyUnused(__func__, dpa_thread);
}

doca_error_t doca_dpa_thread_set_func_arg(struct doca_dpa_thread *dpa_thread,
                                          doca_dpa_func_t *func, uint64_t arg) {
  return apiCall(
      __func__,
      [&] {
        dpa_thread->function = func;
        dpa_thread->argument = arg;
        return DOCA_SUCCESS;
      },
      live(dpa_thread), notNull(reinterpret_cast<const void *>(func), "func"),
      stopped(dpa_thread));
}

doca_error_t doca_dpa_thread_get_func_arg(struct doca_dpa_thread *dpa_thread,
                                          doca_dpa_func_t **func,
                                          uint64_t *arg) {
  return apiCall(
      __func__,
      [&] {
        *func = dpa_thread->function;
        *arg = dpa_thread->argument;
        return DOCA_SUCCESS;
      },
      live(dpa_thread), result(func, "func"), result(arg, "arg"));
}

doca_error_t
doca_dpa_thread_set_local_storage(struct doca_dpa_thread *dpa_thread,
                                  doca_dpa_dev_uintptr_t dev_ptr) {
  return apiCall(
      __func__,
      [&] {
        dpa_thread->localStorage = dev_ptr;
        return DOCA_SUCCESS;
      },
      live(dpa_thread), stopped(dpa_thread));
}

doca_error_t
doca_dpa_thread_get_local_storage(struct doca_dpa_thread *dpa_thread,
                                  doca_dpa_dev_uintptr_t *dev_ptr) {
  return apiCall(
      __func__,
      [&] {
        *dev_ptr = dpa_thread->localStorage;
        return DOCA_SUCCESS;
      },
      live(dpa_thread), result(dev_ptr, "dev_ptr"));
}

doca_error_t
doca_dpa_thread_set_affinity(struct doca_dpa_thread *dpa_thread,
                             const struct doca_dpa_eu_affinity *affinity) {
  return apiCall(
      __func__,
      [&] {
        dpa_thread->affinity = affinity;
        dpa_thread->affinityUse =
            Use(*const_cast<doca_dpa_eu_affinity *>(affinity),
                doca_dpa_thread::kind);
        return DOCA_SUCCESS;
      },
      live(dpa_thread), live(affinity), stopped(dpa_thread),
      sameProgram(dpa_thread, affinity));
}

doca_error_t
doca_dpa_thread_get_affinity(struct doca_dpa_thread *dpa_thread,
                             const struct doca_dpa_eu_affinity **affinity) {
  return apiCall(
      __func__,
      [&] {
        *affinity = dpa_thread->affinity;
        return DOCA_SUCCESS;
      },
      live(dpa_thread), result(affinity, "affinity"));
}

doca_error_t doca_dpa_thread_start(struct doca_dpa_thread *dpa_thread) {
  const char *call = __func__;
  return apiCall(
      call,
      [&] {
        doca_error_t status = dpa_thread->start(call);
        if (status != DOCA_SUCCESS)
          dpa_thread->stop();
        return status;
      },
      live(dpa_thread), stopped(dpa_thread),
      require([=] { return dpa_thread->function != nullptr; },
              DOCA_ERROR_BAD_STATE,
              "DPA thread does not have a function "
              "(doca_dpa_thread_set_func_arg)"));
}

doca_error_t doca_dpa_thread_stop(struct doca_dpa_thread *dpa_thread) {
  return apiCall(
      __func__,
      [&] {
        dpa_thread->stop();
        return DOCA_SUCCESS;
      },
      live(dpa_thread), started(dpa_thread),
      require([=] { return !dpa_thread->hasCompletions(); }, DOCA_ERROR_IN_USE,
              "a completion context of the thread is started"));
}

doca_error_t doca_dpa_thread_run(struct doca_dpa_thread *dpa_thread) {
  const char *call = __func__;
  return apiCall(
      call, [&] { return dpa_thread->run(call); }, live(dpa_thread),
      started(dpa_thread));
}

doca_error_t doca_dpa_thread_get_id(struct doca_dpa_thread *dpa_thread,
                                    uint32_t *dpa_thread_id) {
  return apiCall(
      __func__,
      [&] {
        *dpa_thread_id = flexio_event_handler_get_id(dpa_thread->handler);
        return DOCA_SUCCESS;
      },
      live(dpa_thread), result(dpa_thread_id, "dpa_thread_id"),
      started(dpa_thread));
}
