// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of queues: see queue-memory.h.
#include "runtime/doca/verbs/queue-memory.h"

namespace dpa::doca {

namespace {

bool isWithin(const QueuePlace &place, uint64_t size) {
  return place.offset <= place.umem->size &&
         size <= place.umem->size - place.offset;
}

} // namespace

const char *QueueMemoryChoice::problem(uint64_t ringsSize,
                                       bool needsUar) const {
  bool hasAll = rings.umem && record.umem && (uar || !needsUar);
  bool hasSome = rings.umem || record.umem || uar;
  if (dpa ? hasSome : !hasAll)
    return needsUar ? "queue memory is not valid (expected either a DPA "
                      "context, or rings, doorbell record and UAR)"
                    : "queue memory is not valid (expected either a DPA "
                      "context, or entries and doorbell record)";
  if (hasAll && (!isWithin(rings, ringsSize) || !isWithin(record, recordSize)))
    return "rings or doorbell record are out of bounds of their umem";
  return nullptr;
}

bool QueueMemoryChoice::isLive() const {
  return isLiveOrNull(dpa, DpaContext::kind) &&
         isLiveOrNull(rings.umem, doca_umem::kind) &&
         isLiveOrNull(record.umem, doca_umem::kind) &&
         isLiveOrNull(uar, doca_uar::kind);
}

DpaContext *QueueMemoryChoice::context() const {
  return dpa ? contextOf(dpa) : rings.umem->dpa;
}

doca_error_t QueueMemory::place(const QueueMemoryChoice &choice,
                                uint64_t ringsSize) {
  dpa = choice.context();
  if (choice.dpa) {
    doca_error_t status = rings_.allocate(*dpa, nullptr, ringsSize);
    if (status == DOCA_SUCCESS)
      status = record_.allocate(*dpa, nullptr, ringAlignment);
    rings = rings_.address();
    record = record_.address();
    return status;
  }
  ringsUse_ = Use(*choice.rings.umem, user_);
  recordUse_ = Use(*choice.record.umem, user_);
  if (choice.uar)
    uarUse_ = Use(*choice.uar, user_);
  rings = choice.rings.umem->address + choice.rings.offset;
  record = choice.record.umem->address + choice.record.offset;
  return DOCA_SUCCESS;
}

} // namespace dpa::doca
