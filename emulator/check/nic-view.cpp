// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the card's copy of each record.
#include "emulator/check/nic-view.h"

#include "emulator/check/cells.h"
#include "runtime/abi/work-queues.h"

#include <algorithm>
#include <utility>

namespace dpa {
namespace {

constexpr unsigned recordSize = 8;
constexpr unsigned wordSize = 4;
constexpr unsigned receiveWord = DPA_DBR_RECEIVE * wordSize; ///< offset

/// Of the big-endian word as the program's memory has it.
uint16_t producerIndex(uint64_t word) {
  return static_cast<uint16_t>(__builtin_bswap32(static_cast<uint32_t>(word)));
}

void update(NicView::Record &record) {
  record.unwritten.reset();
  const uint64_t value = loadCell(record.memory, recordSize);
  record.posted = producerIndex(value >> 8 * receiveWord);
  cpu::storeRelaxed(&record.seen, value);
}

const std::byte *viewOf(const NicView::Record &record) {
  return reinterpret_cast<const std::byte *>(&record.seen);
}

void end(NicView::Record &record) {
  record.isLive = false;
  record.unwritten.reset();
}

} // namespace

const std::byte *NicView::add(const Record &record) {
  Record &added = records_.emplace_back(record);
  added.isLive = true;
  update(added);
  return viewOf(added);
}

const std::byte *NicView::add(const CheckedQueue &queue, uint64_t address,
                              const std::byte *memory) {
  Record record;
  record.queue = queue;
  record.address = address;
  record.memory = memory;
  return add(record);
}

const std::byte *NicView::add(const ReceiveRing &ring, uint64_t address,
                              const std::byte *memory) {
  Record record;
  record.ring = ring;
  record.address = address;
  record.memory = memory;
  return add(record);
}

void NicView::remove(const CheckedQueue &queue) {
  for (Record &record : records_)
    if (!record.ring && record.queue == queue)
      end(record);
}

void NicView::remove(const std::byte *view) {
  for (Record &record : records_)
    if (viewOf(record) == view)
      end(record);
}

/// A producer index that goes backwards posts nothing.
std::optional<NicView::Posting> NicView::post(const cpu::ObservedAccess &access,
                                              uint64_t value) {
  for (Record &record : records_) {
    const uint64_t word = record.address + receiveWord;
    if (!record.isLive || !record.ring || access.bytes < wordSize ||
        word < access.address || word >= access.address + access.bytes)
      continue;
    const uint16_t index = producerIndex(value >> 8 * (word - access.address));
    const auto count = static_cast<uint16_t>(index - record.posted);
    const uint16_t first = std::exchange(record.posted, index);
    if (!record.ring->memory || count > 1u << record.ring->logDepth)
      return std::nullopt;
    return Posting{*record.ring, first, count};
  }
  return std::nullopt;
}

void NicView::stored(const cpu::ObservedAccess &access) {
  for (Record &record : records_)
    if (record.isLive &&
        access.address / recordSize == record.address / recordSize)
      record.unwritten = checkedAccess(access);
}

void NicView::writeBack(uint32_t eu) {
  for (Record &record : records_)
    if (record.unwritten && record.unwritten->eu == eu)
      update(record);
}

void NicView::refresh() {
  for (Record &record : records_)
    if (record.isLive && !record.unwritten)
      update(record);
}

const NicView::Record *NicView::unwrittenOf(const CheckedQueue &queue) const {
  const auto found = std::ranges::find_if(records_, [&](const Record &record) {
    return record.isLive && !record.ring && record.queue == queue &&
           record.unwritten;
  });
  return found == records_.end() ? nullptr : &*found;
}

} // namespace dpa
