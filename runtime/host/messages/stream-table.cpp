// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The open message streams of one process: see stream-table.h.
#include "runtime/host/messages/stream-table.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

namespace dpa::host {

std::shared_ptr<MessageStream>
StreamTable::open(MessageStreamSettings settings) {
  std::unique_lock lock(mutex_);
  auto slot = std::ranges::find(streams_, nullptr);
  if (slot == streams_.end())
    return nullptr;
  *slot = std::make_shared<MessageStream>(slot - streams_.begin(),
                                          std::move(settings));
  hadStream_ = true;
  return *slot;
}

std::shared_ptr<MessageStream> StreamTable::close(uint32_t id) {
  std::unique_lock lock(mutex_);
  return id < streams_.size() ? std::exchange(streams_[id], nullptr) : nullptr;
}

std::vector<std::shared_ptr<MessageStream>> StreamTable::all() const {
  std::shared_lock lock(mutex_);
  std::vector<std::shared_ptr<MessageStream>> open;
  std::ranges::copy_if(streams_, std::back_inserter(open),
                       [](const auto &stream) { return stream != nullptr; });
  return open;
}

bool StreamTable::deliver(uint32_t id, uint32_t eu,
                          std::string_view text) noexcept {
  std::shared_lock lock(mutex_);
  if (id < streams_.size() && streams_[id])
    streams_[id]->push(eu, text);
  ++delivered_;
  return hadStream_;
}

void StreamTable::deliverRecords(uint32_t id, uint64_t position,
                                 std::string_view records) noexcept {
  std::shared_lock lock(mutex_);
  if (id < streams_.size() && streams_[id])
    streams_[id]->pushSent(position, records);
  ++delivered_;
}

void StreamTable::drain() {
  uint64_t goal = delivered_;
  if (drained_ >= goal)
    return;
  for (const std::shared_ptr<MessageStream> &stream : all())
    stream->drain();
  drained_ = goal;
}

} // namespace dpa::host
