// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The open message streams of one process: see stream-table.h.
#include "runtime/host/messages/stream-table.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace dpa::host {

/// Of all locks.
class StreamTable::ChangeLock {
public:
  explicit ChangeLock(StreamTable &table) : table_(table) {
    for (OwnLock &each : table_.ownLocks_)
      each.lock.lock();
    for (SharedLock &each : table_.sharedLocks_)
      each.mutex.lock();
  }
  ~ChangeLock() {
    for (SharedLock &each : table_.sharedLocks_)
      each.mutex.unlock();
    for (OwnLock &each : table_.ownLocks_)
      each.lock.unlock();
  }
  ChangeLock(const ChangeLock &) = delete;
  ChangeLock &operator=(const ChangeLock &) = delete;

private:
  StreamTable &table_;
};

/// Of the calling thread: streams stay open meanwhile.
class StreamTable::UserLock {
public:
  explicit UserLock(const StreamTable &table)
      : table_(table), slot_(threadSlot()) {
    if (slot_ < ownThreadSlots)
      table_.ownLocks_[slot_].lock.lock();
    else
      table_.sharedLocks_[slot_ - ownThreadSlots].mutex.lock_shared();
  }
  ~UserLock() {
    if (slot_ < ownThreadSlots)
      table_.ownLocks_[slot_].lock.unlock();
    else
      table_.sharedLocks_[slot_ - ownThreadSlots].mutex.unlock_shared();
  }
  UserLock(const UserLock &) = delete;
  UserLock &operator=(const UserLock &) = delete;

private:
  const StreamTable &table_;
  const size_t slot_;
};

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
  const UserLock lock(*this);
  std::vector<std::shared_ptr<MessageStream>> open;
  std::ranges::copy_if(streams_, std::back_inserter(open),
                       [](const auto &stream) { return stream != nullptr; });
  return open;
}

bool StreamTable::deliver(uint32_t id, uint32_t eu,
                          std::string_view text) noexcept {
  const UserLock lock(*this);
  if (id < streams_.size() && streams_[id])
    streams_[id]->push(eu, text);
  delivered_.add(1);
  return hadStream_;
}

void StreamTable::deliverRecords(uint32_t id, uint64_t position,
                                 std::string_view records) noexcept {
  const UserLock lock(*this);
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
