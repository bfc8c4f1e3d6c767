// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The open message streams of one process: see stream-table.h.
#include "runtime/host/messages/stream-table.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

namespace dpa::host {

/// Of all locks.
class StreamTable::ChangeLock {
public:
  explicit ChangeLock(StreamTable &table) : table_(table) {
    for (Lock &each : table_.locks_)
      each.mutex.lock();
  }
  ~ChangeLock() {
    for (Lock &each : table_.locks_)
      each.mutex.unlock();
  }
  ChangeLock(const ChangeLock &) = delete;
  ChangeLock &operator=(const ChangeLock &) = delete;

private:
  StreamTable &table_;
};

std::shared_mutex &StreamTable::ownLock() const {
  return locks_[threadSlot() % lockCount].mutex;
}

std::shared_ptr<MessageStream>
StreamTable::open(MessageStreamSettings settings) {
  const ChangeLock lock(*this);
  auto slot = std::ranges::find(streams_, nullptr);
  if (slot == streams_.end())
    return nullptr;
  *slot = std::make_shared<MessageStream>(slot - streams_.begin(),
                                          std::move(settings));
  hadStream_ = true;
  return *slot;
}

std::shared_ptr<MessageStream> StreamTable::close(uint32_t id) {
  const ChangeLock lock(*this);
  return id < streams_.size() ? std::exchange(streams_[id], nullptr) : nullptr;
}

std::vector<std::shared_ptr<MessageStream>> StreamTable::all() const {
  const std::shared_lock lock(ownLock());
  std::vector<std::shared_ptr<MessageStream>> open;
  std::ranges::copy_if(streams_, std::back_inserter(open),
                       [](const auto &stream) { return stream != nullptr; });
  return open;
}

bool StreamTable::deliver(uint32_t id, uint32_t eu,
                          std::string_view text) noexcept {
  const std::shared_lock lock(ownLock());
  if (id < streams_.size() && streams_[id])
    streams_[id]->push(eu, text);
  delivered_.add(1);
  return hadStream_;
}

void StreamTable::deliverRecords(uint32_t id, uint64_t position,
                                 std::string_view records) noexcept {
  const std::shared_lock lock(ownLock());
  if (id < streams_.size() && streams_[id])
    streams_[id]->pushSent(position, records);
  delivered_.add(1);
}

void StreamTable::drain() {
  const uint64_t goal = delivered_.value();
  if (drained_ >= goal)
    return;
  for (const std::shared_ptr<MessageStream> &stream : all())
    stream->drain();
  drained_ = goal;
}

} // namespace dpa::host
