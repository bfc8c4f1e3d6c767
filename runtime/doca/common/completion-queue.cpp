// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Completion queues of the libraries: see completion-queue.h.
#include "runtime/doca/common/completion-queue.h"

#include "runtime/doca/abi/device-objects.h"

#include <libflexio/flexio.h>

#include <bit>
#include <vector>

namespace dpa::doca {

namespace {

constexpr size_t completionSize = 64;
constexpr size_t completionLastByte = 63; ///< opcode and owner
constexpr size_t completionRecordSize = 64;
/// No opcode, and the owner bit that the first pass does not have.
constexpr auto noCompletion = std::byte{0xf1};

} // namespace

CompletionQueue::~CompletionQueue() {
  if (queue_)
    flexio_cq_destroy(queue_);
}

doca_error_t CompletionQueue::allocate(DpaContext &dpa, uint32_t entries) {
  std::vector<std::byte> bytes(entries * completionSize);
  for (size_t entry = 0; entry < entries; ++entry)
    bytes[entry * completionSize + completionLastByte] = noCompletion;
  doca_error_t status = ring_.allocate(dpa, bytes.data(), bytes.size());
  return status == DOCA_SUCCESS
             ? record_.allocate(dpa, nullptr, completionRecordSize)
             : status;
}

doca_error_t CompletionQueue::create(DpaContext &dpa, uint32_t entries) {
  doca_error_t status = allocate(dpa, entries);
  if (status != DOCA_SUCCESS)
    return status;
  flexio_cq_attr attributes{};
  attributes.log_cq_depth = static_cast<uint8_t>(std::bit_width(entries) - 1);
  attributes.element_type = FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ;
  attributes.uar_id = dpa.uarId;
  attributes.no_arm = true;
  attributes.cq_ring_qmem.memtype = FLEXIO_MEMTYPE_DPA;
  attributes.cq_ring_qmem.daddr = ring_.address();
  attributes.cq_dbr_daddr = record_.address();
  if (flexio_cq_create(dpa.process, dpa.dev->context, &attributes, &queue_) !=
      FLEXIO_STATUS_SUCCESS)
    return DOCA_ERROR_DRIVER;
  number_ = flexio_cq_get_cq_num(queue_);
  doca_abi_completion object{};
  object.ring = ring_.address();
  object.doorbell_record = record_.address();
  object.number = number_;
  object.log_depth = attributes.log_cq_depth;
  return object_.copy(dpa, object);
}

} // namespace dpa::doca
