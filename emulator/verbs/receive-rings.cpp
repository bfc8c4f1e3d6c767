// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes receive WQEs: mlx5_wqe_data_seg and mlx5_wqe_srq_next_seg of
// infiniband/mlx5dv.h.
#include "emulator/verbs/receive-rings.h"

#include "emulator/verbs/limits.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <endian.h>
#include <infiniband/mlx5dv.h>

namespace dpa::verbs {
namespace {

uint8_t logOf(uint32_t atLeast) {
  return static_cast<uint8_t>(std::bit_width(atLeast - 1));
}

void put(std::byte *target, uint32_t length, uint32_t lkey, uint64_t address) {
  const mlx5_wqe_data_seg segment{.byte_count = htobe32(length),
                                  .lkey = htobe32(lkey),
                                  .addr = htobe64(address)};
  static_assert(sizeof segment == DPA_WQE_SEGMENT);
  std::memcpy(target, &segment, sizeof segment);
}

/// Elements of 0 bytes are left out: a count of 0 in a segment means 2^31. A list
/// that does not fill the `room` is ended by a key that no region has.
void putElements(std::span<std::byte> room, std::span<const ibv_sge> elements) {
  size_t at = 0;
  for (const ibv_sge &element : elements) {
    if (element.length == 0)
      continue;
    put(room.data() + at, element.length, element.lkey, element.addr);
    at += DPA_WQE_SEGMENT;
  }
  if (at < room.size())
    put(room.data() + at, 0, DPA_INVALID_LKEY, 0);
}

} // namespace

bool shapeFor(uint32_t requests, uint32_t elements, ReceiveShape &shape) {
  if (requests > limits::queueEntries || elements > limits::receiveElements)
    return false;
  shape.logEntries = logOf(std::max(requests, 1u));
  shape.logStride = logOf(std::max(elements, 1u) * DPA_WQE_SEGMENT);
  shape.elements = (1u << shape.logStride) / DPA_WQE_SEGMENT;
  return true;
}

bool sharedShapeFor(uint32_t requests, uint32_t elements, ReceiveShape &shape) {
  if (requests > limits::sharedQueueEntries ||
      elements > limits::sharedReceiveElements)
    return false;
  shape.logEntries = logOf(std::max(requests, 1u) + 1);
  shape.logStride = logOf((std::max(elements, 1u) + 1) * DPA_WQE_SEGMENT);
  shape.elements = (1u << shape.logStride) / DPA_WQE_SEGMENT - 1;
  return true;
}

ReceiveRing::ReceiveRing(const ReceiveShape &shape)
    : shape_(shape), memory_(size_t{1} << (shape.logEntries + shape.logStride)),
      ids_(size_t{1} << shape.logEntries) {}

RingSettings ReceiveRing::settings() const {
  return {.ring = {.address = memory_.address(), .umem = 0},
          .logDepth = shape_.logEntries,
          .logStride = shape_.logStride};
}

void ReceiveRing::reset() {
  posted_ = 0;
  completed_.store(0, std::memory_order_relaxed);
}

int ReceiveRing::post(uint64_t id, std::span<const ibv_sge> elements) {
  if (posted_ - completed_.load(std::memory_order_acquire) >= ids_.size())
    return ENOMEM;
  if (elements.size() > shape_.elements)
    return EINVAL;
  const size_t index = posted_ & (ids_.size() - 1);
  const size_t stride = size_t{1} << shape_.logStride;
  putElements({memory_.data() + index * stride, stride}, elements);
  ids_[index] = id;
  ++posted_;
  return 0;
}

uint64_t ReceiveRing::complete() {
  const uint32_t oldest = completed_.load(std::memory_order_relaxed);
  const uint64_t id = ids_[oldest & (ids_.size() - 1)];
  completed_.store(oldest + 1, std::memory_order_release);
  return id;
}

SharedReceiveRing::SharedReceiveRing(const ReceiveShape &shape)
    : shape_(shape), memory_(size_t{1} << (shape.logEntries + shape.logStride)),
      ids_(size_t{1} << shape.logEntries) {
  last_ = static_cast<uint16_t>(ids_.size() - 1);
  for (size_t i = 0; i < ids_.size(); ++i)
    setNext(static_cast<uint32_t>(i),
            static_cast<uint16_t>((i + 1) & (ids_.size() - 1)));
}

RingSettings SharedReceiveRing::settings() const {
  return {.ring = {.address = memory_.address(), .umem = 0},
          .logDepth = shape_.logEntries,
          .logStride = shape_.logStride};
}

std::byte *SharedReceiveRing::entry(uint32_t index) const {
  return memory_.data() + (size_t{index} << shape_.logStride);
}

/// The card reads it while others change.
uint16_t SharedReceiveRing::nextOf(uint32_t index) const {
  const auto *segment =
      reinterpret_cast<const mlx5_wqe_srq_next_seg *>(entry(index));
  return be16toh(__atomic_load_n(&segment->next_wqe_index, __ATOMIC_RELAXED));
}

void SharedReceiveRing::setNext(uint32_t index, uint16_t next) {
  auto *segment = reinterpret_cast<mlx5_wqe_srq_next_seg *>(entry(index));
  __atomic_store_n(&segment->next_wqe_index, htobe16(next), __ATOMIC_RELAXED);
}

int SharedReceiveRing::post(uint64_t id, std::span<const ibv_sge> elements) {
  std::lock_guard guard(lock_);
  if (first_ == last_)
    return ENOMEM;
  if (elements.size() > shape_.elements)
    return EINVAL;
  const size_t room = (size_t{1} << shape_.logStride) - DPA_WQE_SEGMENT;
  putElements({entry(first_) + DPA_WQE_SEGMENT, room}, elements);
  ids_[first_] = id;
  first_ = nextOf(first_);
  ++posted_;
  return 0;
}

uint64_t SharedReceiveRing::complete(uint16_t index) {
  std::lock_guard guard(lock_);
  index = static_cast<uint16_t>(index & (ids_.size() - 1));
  setNext(last_, index);
  last_ = index;
  return ids_[index];
}

} // namespace dpa::verbs
