// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the card's copy of each record.
#include "emulator/check/nic-view.h"

#include "emulator/check/cells.h"

#include <algorithm>

namespace dpa {
namespace {

constexpr unsigned recordSize = 8;

void update(NicView::Record &record) {
  record.unwritten.reset();
  cpu::storeRelaxed(&record.seen, loadCell(record.memory, recordSize));
}

} // namespace

const std::byte *NicView::add(uint32_t queue, uint64_t address,
                              const std::byte *memory) {
  Record &record = records_.emplace_back();
  record.queue = queue;
  record.address = address;
  record.memory = memory;
  record.isLive = true;
  update(record);
  return reinterpret_cast<const std::byte *>(&record.seen);
}

void NicView::remove(uint32_t queue) {
  for (Record &record : records_)
    if (record.queue == queue) {
      record.isLive = false;
      record.unwritten.reset();
    }
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

const NicView::Record *NicView::unwrittenOf(uint32_t queue) const {
  const auto found = std::ranges::find_if(records_, [&](const Record &record) {
    return record.isLive && record.queue == queue && record.unwritten;
  });
  return found == records_.end() ? nullptr : &*found;
}

} // namespace dpa
