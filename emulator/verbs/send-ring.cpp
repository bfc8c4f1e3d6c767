// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes send WQEs: the structs of infiniband/mlx5dv.h.
#include "emulator/verbs/send-ring.h"

#include "emulator/verbs/limits.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <endian.h>

namespace dpa::verbs {
namespace {

constexpr uint32_t vectorSegments = sizeof(mlx5_wqe_av) / DPA_WQE_SEGMENT;
constexpr uint32_t blockSegments = DPA_WQE_BLOCK / DPA_WQE_SEGMENT;

/// Segments before the data of the largest request.
uint32_t leadingSegments(ibv_qp_type type) {
  constexpr uint32_t atomic = 3; // control, remote address, operands
  return type == IBV_QPT_UD ? 1 + vectorSegments : atomic;
}

uint32_t inlineSegments(uint32_t size) {
  return size == 0
             ? 0
             : (size + sizeof(mlx5_wqe_inl_data_seg) + DPA_WQE_SEGMENT - 1) /
                   DPA_WQE_SEGMENT;
}

uint32_t blocksOf(uint32_t segments) {
  return (segments + blockSegments - 1) / blockSegments;
}

template <typename Part> void put(std::byte *target, const Part &part) {
  static_assert(sizeof part == DPA_WQE_SEGMENT);
  std::memcpy(target, &part, sizeof part);
}

} // namespace

bool shapeFor(const ibv_qp_cap &wanted, ibv_qp_type type, SendShape &shape) {
  const uint32_t leading = leadingSegments(type);
  const uint32_t dataMax = DPA_WQE_MAX_SEGMENTS - leading;
  const uint32_t inlineMax =
      dataMax * DPA_WQE_SEGMENT - uint32_t{sizeof(mlx5_wqe_inl_data_seg)};
  if (wanted.max_send_wr > limits::queueEntries ||
      wanted.max_send_sge > limits::sendElements ||
      wanted.max_inline_data > inlineMax)
    return false;
  shape.isDatagram = type == IBV_QPT_UD;
  shape.elements = std::max(wanted.max_send_sge, 1u);
  const uint32_t data =
      std::max(shape.elements, inlineSegments(wanted.max_inline_data));
  const uint32_t blocks = blocksOf(leading + data);
  const uint32_t wantedBlocks = std::max(wanted.max_send_wr, 1u) * blocks;
  if (wantedBlocks > limits::queueEntries)
    return false;
  shape.logBlocks = static_cast<uint8_t>(std::bit_width(wantedBlocks - 1));
  shape.requests = (1u << shape.logBlocks) / blocks;
  if (wanted.max_send_wr == 0)
    shape.requests = 0;
  shape.inlineSize = wanted.max_inline_data;
  return true;
}

SendRing::SendRing(const SendShape &shape)
    : shape_(shape), memory_(size_t{DPA_WQE_BLOCK} << shape.logBlocks),
      entries_(size_t{1} << shape.logBlocks) {}

void SendRing::reset() {
  position_ = {};
  completed_.store(0, std::memory_order_relaxed);
}

std::byte *SendRing::segment(uint32_t index) const {
  const uint32_t mask = (blockSegments << shape_.logBlocks) - 1;
  const uint32_t first = position_.block * blockSegments;
  return memory_.data() + size_t{(first + index) & mask} * DPA_WQE_SEGMENT;
}

int SendRing::open(const SendHead &head) {
  const uint32_t open =
      position_.request - completed_.load(std::memory_order_acquire);
  if (open >= shape_.requests)
    return ENOMEM;
  head_ = head;
  segments_ = 1;
  if (shape_.isDatagram)
    segments_ += vectorSegments;
  return 0;
}

void SendRing::setAddress(const mlx5_wqe_av &vector, uint32_t remoteQp,
                          uint32_t qkey) {
  mlx5_wqe_av own = vector;
  own.key.qkey.qkey = htobe32(qkey);
  own.key.qkey.reserved = 0;
  own.dqp_dct = htobe32(remoteQp | DPA_AV_EXTENDED);
  const auto *bytes = reinterpret_cast<const std::byte *>(&own);
  for (uint32_t i = 0; i < vectorSegments; ++i)
    std::memcpy(segment(1 + i), bytes + size_t{i} * DPA_WQE_SEGMENT,
                DPA_WQE_SEGMENT);
}

void SendRing::setRemote(uint64_t address, uint32_t key) {
  put(nextSegment(), mlx5_wqe_raddr_seg{.raddr = htobe64(address),
                                        .rkey = htobe32(key),
                                        .reserved = 0});
}

void SendRing::setAtomic(uint64_t swapOrAdd, uint64_t compare) {
  put(nextSegment(), mlx5_wqe_atomic_seg{.swap_add = htobe64(swapOrAdd),
                                         .compare = htobe64(compare)});
}

/// Elements of 0 bytes are left out: a count of 0 in a segment means 2^31.
int SendRing::addElements(std::span<const ibv_sge> elements) {
  if (elements.size() > shape_.elements)
    return ENOMEM;
  for (const ibv_sge &element : elements)
    if (element.length != 0)
      put(nextSegment(),
          mlx5_wqe_data_seg{.byte_count = htobe32(element.length),
                            .lkey = htobe32(element.lkey),
                            .addr = htobe64(element.addr)});
  return 0;
}

/// One segment with all bytes, behind its count.
int SendRing::addInline(std::span<const ibv_data_buf> buffers) {
  size_t size = 0;
  for (const ibv_data_buf &buffer : buffers) {
    if (buffer.length > shape_.inlineSize - size)
      return ENOMEM;
    size += buffer.length;
  }
  if (size == 0)
    return 0;
  const auto inlineSize = static_cast<uint32_t>(size);
  const uint32_t count = htobe32(inlineSize | DPA_WQE_INLINE);
  std::byte *target = nextSegment();
  std::memcpy(target, &count, sizeof count);
  size_t used = sizeof count;
  for (const ibv_data_buf &buffer : buffers)
    for (size_t done = 0; done < buffer.length;) {
      if (used == DPA_WQE_SEGMENT) {
        target = nextSegment();
        used = 0;
      }
      const size_t part =
          std::min(buffer.length - done, DPA_WQE_SEGMENT - used);
      std::memcpy(target + used,
                  static_cast<const std::byte *>(buffer.addr) + done, part);
      used += part;
      done += part;
    }
  return 0;
}

void SendRing::close() {
  constexpr unsigned byteBits = 8;
  constexpr uint32_t indexMask = 0xffff;
  const bool isSignalled =
      signalsAll_ || (head_.flags & IBV_SEND_SIGNALED) != 0;
  mlx5_wqe_ctrl_seg control{};
  control.opmod_idx_opcode =
      htobe32((position_.block & indexMask) << byteBits | head_.opcode);
  control.qpn_ds = htobe32(number_ << byteBits | segments_);
  control.fm_ce_se = static_cast<uint8_t>(
      (isSignalled ? MLX5_WQE_CTRL_CQ_UPDATE : 0) |
      ((head_.flags & IBV_SEND_SOLICITED) != 0 ? MLX5_WQE_CTRL_SOLICITED : 0) |
      ((head_.flags & IBV_SEND_FENCE) != 0 ? MLX5_WQE_CTRL_FENCE : 0));
  control.imm = head_.immediate;
  put(segment(0), control);
  const uint32_t mask = (1u << shape_.logBlocks) - 1;
  entries_[position_.block & mask] = {
      .id = head_.id, .opcode = head_.completion, .end = position_.request + 1};
  position_.block += blocksOf(segments_);
  ++position_.request;
}

SendEntry SendRing::complete(uint16_t block) {
  const SendEntry &entry = entries_[block & ((1u << shape_.logBlocks) - 1)];
  completed_.store(entry.end, std::memory_order_release);
  return entry;
}

} // namespace dpa::verbs
