// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The open message streams of one process: see stream-table.h.
#include "runtime/host/stream-table.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

namespace dpa::host {

std::shared_ptr<MessageStream>
StreamTable::open(MessageStreamSettings settings) {
  std::unique_lock lock(mutex);
  auto slot = std::ranges::find(streams, nullptr);
  if (slot == streams.end())
    return nullptr;
  *slot = std::make_shared<MessageStream>(slot - streams.begin(),
                                          std::move(settings));
  return *slot;
}

std::shared_ptr<MessageStream> StreamTable::close(uint32_t id) {
  std::unique_lock lock(mutex);
  return id < streams.size() ? std::exchange(streams[id], nullptr) : nullptr;
}

std::shared_ptr<MessageStream> StreamTable::find(uint32_t id) const {
  std::shared_lock lock(mutex);
  return id < streams.size() ? streams[id] : nullptr;
}

std::vector<std::shared_ptr<MessageStream>> StreamTable::all() const {
  std::shared_lock lock(mutex);
  std::vector<std::shared_ptr<MessageStream>> open;
  std::ranges::copy_if(streams, std::back_inserter(open),
                       [](const auto &stream) { return stream != nullptr; });
  return open;
}

void StreamTable::deliver(uint32_t id, uint32_t eu,
                          std::string_view text) noexcept {
  std::shared_lock lock(mutex);
  if (id < streams.size() && streams[id])
    streams[id]->push(eu, text);
  ++delivered;
}

void StreamTable::deliverRecords(uint32_t id, uint64_t position,
                                 std::string_view records) noexcept {
  std::shared_lock lock(mutex);
  if (id < streams.size() && streams[id])
    streams[id]->pushSent(position, records);
  ++delivered;
}

void StreamTable::drain() {
  uint64_t goal = delivered;
  if (drained >= goal)
    return;
  for (const std::shared_ptr<MessageStream> &stream : all())
    stream->drain();
  drained = goal;
}

} // namespace dpa::host
