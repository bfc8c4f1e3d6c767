// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asynchronous operations: a send queue of Flex IO, in which device code posts
// copies and waits.
#include "runtime/doca/dpa/completion.h"

#include <bit>
#include <utility>

using namespace dpa::doca;

struct doca_dpa_async_ops : dpa::doca::Object {
  static constexpr const char *kind = "async ops";

  ~doca_dpa_async_ops() { stop(); }

  doca_error_t start();
  void stop();

  doca_dpa *dpa = nullptr;
  Use dpaUse;
  unsigned size = 0; ///< a power of two
  uint64_t userData = 0;
  doca_dpa_completion *completion = nullptr;
  Use completionUse;
  uint64_t handle = 0; ///< device address

private:
  doca_error_t createQueue();

  uint64_t ring_ = 0;
  uint64_t doorbellRecord_ = 0;
  flexio_sq *queue_ = nullptr;
};

namespace {
constexpr unsigned operationsMax = 1U << 15;

uint8_t logOfOperations(unsigned size) {
  return static_cast<uint8_t>(std::bit_width(size) - 1);
}
} // namespace

doca_error_t doca_dpa_async_ops::createQueue() {
  Program &program = dpa->program();
  ring_ = program.allocate(size_t{size} * DOCA_ABI_SEND_BLOCK);
  doorbellRecord_ = program.allocate(doorbellRecordSize);
  if (ring_ == 0 || doorbellRecord_ == 0)
    return DOCA_ERROR_NO_MEMORY;
  flexio_wq_attr attributes{};
  attributes.log_wq_depth = logOfOperations(size);
  attributes.uar_id = dpa->uarId;
  attributes.user_index = static_cast<uint32_t>(userData);
  attributes.pd = dpa->dev->pd;
  attributes.wq_ring_qmem.memtype = FLEXIO_MEMTYPE_DPA;
  attributes.wq_ring_qmem.daddr = ring_;
  attributes.wq_dbr_qmem.memtype = FLEXIO_MEMTYPE_DPA;
  attributes.wq_dbr_qmem.daddr = doorbellRecord_;
  return program.statusOf(flexio_sq_create(program.process(), dpa->dev->context,
                                           completion->number, &attributes,
                                           &queue_));
}

doca_error_t doca_dpa_async_ops::start() {
  doca_error_t status = createQueue();
  if (status != DOCA_SUCCESS)
    return status;
  doca_abi_async_ops object{};
  object.send.ring = ring_;
  object.send.number = flexio_sq_get_wq_num(queue_);
  object.send.log_depth = logOfOperations(size);
  object.send.user_index = static_cast<uint32_t>(userData);
  handle = dpa->program().store(object);
  isStarted = handle != 0;
  return isStarted ? DOCA_SUCCESS : DOCA_ERROR_NO_MEMORY;
}

void doca_dpa_async_ops::stop() {
  flexio_sq_destroy(std::exchange(queue_, nullptr));
  for (uint64_t *memory : {&ring_, &doorbellRecord_, &handle})
    if (uint64_t address = std::exchange(*memory, 0); address != 0)
      dpa->program().free(address);
  isStarted = false;
}

doca_error_t doca_dpa_async_ops_create(struct doca_dpa *dpa,
                                       unsigned int queue_size,
                                       uint64_t user_data,
                                       struct doca_dpa_async_ops **async_ops) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_dpa_async_ops>();
        made->dpa = dpa;
        made->dpaUse = Use(*dpa, made->kind);
        made->size = std::bit_ceil(queue_size);
        made->userData = user_data;
        *async_ops = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(async_ops, "async_ops"), usableDpa(dpa),
      inRange("queue_size", queue_size, 1, operationsMax),
      require(
          [=] {
            return user_data >> DOCA_DPA_COMPLETION_LOG_MAX_USER_DATA == 0;
          },
          DOCA_ERROR_INVALID_VALUE, "user_data has more than 24 bits"));
}

doca_error_t doca_dpa_async_ops_destroy(struct doca_dpa_async_ops *async_ops) {
  return destroyUnused(__func__, async_ops);
}

doca_error_t
doca_dpa_async_ops_get_queue_size(struct doca_dpa_async_ops *async_ops,
                                  unsigned int *queue_size) {
  return apiCall(
      __func__,
      [&] {
        *queue_size = async_ops->size;
        return DOCA_SUCCESS;
      },
      live(async_ops), result(queue_size, "queue_size"));
}

doca_error_t
doca_dpa_async_ops_get_user_data(struct doca_dpa_async_ops *async_ops,
                                 uint64_t *user_data) {
  return apiCall(
      __func__,
      [&] {
        *user_data = async_ops->userData;
        return DOCA_SUCCESS;
      },
      live(async_ops), result(user_data, "user_data"));
}

doca_error_t doca_dpa_async_ops_attach(struct doca_dpa_async_ops *async_ops,
                                       struct doca_dpa_completion *dpa_comp) {
  return apiCall(
      __func__,
      [&] {
        async_ops->completion = dpa_comp;
        async_ops->completionUse = Use(*dpa_comp, doca_dpa_async_ops::kind);
        return DOCA_SUCCESS;
      },
      live(async_ops), live(dpa_comp), stopped(async_ops), started(dpa_comp),
      require([=] { return async_ops->dpa == dpa_comp->owner; },
              DOCA_ERROR_INVALID_VALUE,
              "completion context belongs to another DPA context"));
}

doca_error_t doca_dpa_async_ops_start(struct doca_dpa_async_ops *async_ops) {
  return apiCall(
      __func__,
      [&] {
        doca_error_t status = async_ops->start();
        if (status != DOCA_SUCCESS)
          async_ops->stop();
        return status;
      },
      live(async_ops), stopped(async_ops),
      require([=] { return async_ops->completion != nullptr; },
              DOCA_ERROR_BAD_STATE,
              "async ops do not have a completion context "
              "(doca_dpa_async_ops_attach)"));
}

doca_error_t doca_dpa_async_ops_stop(struct doca_dpa_async_ops *async_ops) {
  return apiCall(
      __func__,
      [&] {
        async_ops->stop();
        return DOCA_SUCCESS;
      },
      live(async_ops), started(async_ops));
}

doca_error_t
doca_dpa_async_ops_get_dpa_handle(struct doca_dpa_async_ops *async_ops,
                                  doca_dpa_dev_async_ops_t *handle) {
  return apiCall(
      __func__,
      [&] {
        *handle = async_ops->handle;
        return DOCA_SUCCESS;
      },
      result(handle, "handle"), live(async_ops), started(async_ops));
}
