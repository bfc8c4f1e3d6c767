// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Completion contexts: see completion.h, and their public functions.
#include "runtime/doca/dpa/completion.h"

#include <algorithm>
#include <bit>

using namespace dpa::doca;

namespace {

constexpr size_t entrySize = 64;
constexpr size_t lastByte = 63; ///< of an entry: opcode and owner
constexpr unsigned sizeMax = 1U << 22;
/// No opcode, and the owner bit that the first pass does not have.
constexpr auto neverWritten = std::byte{0xf1};

uint8_t logOf(unsigned size) {
  return static_cast<uint8_t>(std::bit_width(size) - 1);
}

} // namespace

doca_error_t doca_dpa_completion::createQueue() {
  Program &program = owner->program();
  std::vector<std::byte> entries(size * entrySize);
  for (size_t entry = 0; entry < size; ++entry)
    entries[entry * entrySize + lastByte] = neverWritten;
  ring_ = program.allocate(entries.size());
  doorbellRecord_ = program.allocate(doorbellRecordSize);
  if (ring_ == 0 || doorbellRecord_ == 0)
    return DOCA_ERROR_NO_MEMORY;
  const uint64_t zero = 0;
  doca_error_t status = program.write(ring_, entries.data(), entries.size());
  if (status == DOCA_SUCCESS)
    status = program.write(doorbellRecord_, &zero, sizeof zero);
  if (status != DOCA_SUCCESS)
    return status;
  flexio_cq_attr attributes{};
  attributes.log_cq_depth = logOf(size);
  attributes.element_type = FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ;
  if (thread) {
    attributes.element_type = FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD;
    attributes.thread = flexio_event_handler_get_thread(thread->handler);
  }
  attributes.uar_id = owner->uarId;
  attributes.no_arm = true; // armed once the thread runs
  attributes.cq_ring_qmem.memtype = FLEXIO_MEMTYPE_DPA;
  attributes.cq_ring_qmem.daddr = ring_;
  attributes.cq_dbr_daddr = doorbellRecord_;
  return program.statusOf(flexio_cq_create(
      program.process(), owner->dev->context, &attributes, &queue_));
}

doca_error_t doca_dpa_completion::start(const char *call) {
  doca_error_t status = createQueue();
  if (status != DOCA_SUCCESS)
    return status;
  number = flexio_cq_get_cq_num(queue_);
  doca_abi_completion object{};
  object.ring = ring_;
  object.doorbell_record = doorbellRecord_;
  object.number = number;
  object.log_depth = logOf(size);
  object.context = owner->handle;
  handle = owner->program().store(object);
  if (handle == 0)
    return DOCA_ERROR_NO_MEMORY;
  isStarted = true;
  return thread ? thread->attach(call, *this) : DOCA_SUCCESS;
}

void doca_dpa_completion::stop() {
  if (thread)
    thread->detach(*this);
  flexio_cq_destroy(std::exchange(queue_, nullptr));
  for (uint64_t *memory : {&ring_, &doorbellRecord_, &handle})
    if (uint64_t address = std::exchange(*memory, 0);
        address != 0 && owner->isStarted)
      owner->program().free(address);
  isStarted = false;
}

namespace dpa::doca {

doca_error_t armCompletion(const char *call, doca_dpa_completion &completion) {
  Program &program = completion.owner->program();
  uint64_t value = 0;
  return program.run(call, program.entries().arm, completion.handle, value);
}

} // namespace dpa::doca

doca_error_t doca_dpa_completion_create(struct doca_dpa *dpa,
                                        unsigned int queue_size,
                                        struct doca_dpa_completion **dpa_comp) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_dpa_completion>();
        made->dpa = dpa;
        made->owner = dpa;
        made->ownerUse = Use(*dpa, made->kind);
        made->size = std::bit_ceil(queue_size);
        *dpa_comp = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(dpa_comp, "dpa_comp"), usableDpa(dpa),
      inRange("queue_size", queue_size, 1, sizeMax));
}

doca_error_t doca_dpa_completion_destroy(struct doca_dpa_completion *dpa_comp) {
  return destroyUnused(__func__, dpa_comp);
}

doca_error_t
doca_dpa_completion_get_queue_size(struct doca_dpa_completion *dpa_comp,
                                   unsigned int *queue_size) {
  return apiCall(
      __func__,
      [&] {
        *queue_size = dpa_comp->size;
        return DOCA_SUCCESS;
      },
      live(dpa_comp), result(queue_size, "queue_size"));
}

doca_error_t
doca_dpa_completion_set_thread(struct doca_dpa_completion *dpa_comp,
                               struct doca_dpa_thread *dpa_thread) {
  return apiCall(
      __func__,
      [&] {
        dpa_comp->thread = dpa_thread;
        dpa_comp->threadUse = Use(*dpa_thread, doca_dpa_completion::kind);
        return DOCA_SUCCESS;
      },
      live(dpa_comp), live(dpa_thread), stopped(dpa_comp),
      require(
          [=] { return dpa_comp->owner->running == dpa_thread->dpa->running; },
          DOCA_ERROR_INVALID_VALUE,
          "DPA thread belongs to another DPA context"));
}

doca_error_t
doca_dpa_completion_get_thread(struct doca_dpa_completion *dpa_comp,
                               struct doca_dpa_thread **dpa_thread) {
  return apiCall(
      __func__,
      [&] {
        *dpa_thread = dpa_comp->thread;
        return DOCA_SUCCESS;
      },
      live(dpa_comp), result(dpa_thread, "dpa_thread"));
}

doca_error_t doca_dpa_completion_start(struct doca_dpa_completion *dpa_comp) {
  const char *call = __func__;
  return apiCall(
      call,
      [&] {
        doca_error_t status = dpa_comp->start(call);
        if (status != DOCA_SUCCESS)
          dpa_comp->stop();
        return status;
      },
      live(dpa_comp), stopped(dpa_comp),
      require([=] { return !dpa_comp->thread || dpa_comp->thread->isStarted; },
              DOCA_ERROR_BAD_STATE, "DPA thread is not started"));
}

doca_error_t doca_dpa_completion_stop(struct doca_dpa_completion *dpa_comp) {
  return apiCall(
      __func__,
      [&] {
        dpa_comp->stop();
        return DOCA_SUCCESS;
      },
      live(dpa_comp), started(dpa_comp), unused(dpa_comp));
}

doca_error_t
doca_dpa_completion_get_dpa_handle(struct doca_dpa_completion *dpa_comp,
                                   doca_dpa_dev_completion_t *handle) {
  return apiCall(
      __func__,
      [&] {
        *handle = dpa_comp->handle;
        return DOCA_SUCCESS;
      },
      result(handle, "handle"), live(dpa_comp), started(dpa_comp));
}
