// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The open message streams of one process, by number. Thread safe: threads that
// deliver messages at the same time use different locks; a change takes all.
#ifndef DPA_RUNTIME_HOST_MESSAGES_STREAM_TABLE_H
#define DPA_RUNTIME_HOST_MESSAGES_STREAM_TABLE_H

#include "base/short-lock.h"
#include "base/spread-counter.h"
#include "runtime/abi/message-streams.h"
#include "runtime/host/messages/message-stream.h"

#include <array>
#include <atomic>
#include <memory>
#include <shared_mutex>
#include <vector>

namespace dpa::host {

class StreamTable {
public:
  /// Opens a stream at the lowest free number, so that the first one is the
  /// default stream; null if all are taken.
  std::shared_ptr<MessageStream> open(MessageStreamSettings settings);
  /// Takes a stream out; it ends with its last user. Null if it is not open.
  std::shared_ptr<MessageStream> close(uint32_t id);
  std::vector<std::shared_ptr<MessageStream>> all() const;

  /// Gives a message of the device to its stream; without one it is dropped.
  /// False: no stream has ever been open.
  bool deliver(uint32_t id, uint32_t eu, std::string_view text) noexcept;
  /// The same for records of its ring.
  void deliverRecords(uint32_t id, uint64_t position,
                      std::string_view records) noexcept;
  /// Returns when every message delivered before has been written.
  void drain();

private:
  class ChangeLock;
  class UserLock;

  /// Of the threads that have slots of their own, and of the others.
  struct alignas(cacheLine) OwnLock {
    ShortLock lock;
  };
  struct alignas(cacheLine) SharedLock {
    std::shared_mutex mutex;
  };
  mutable std::array<OwnLock, ownThreadSlots> ownLocks_;
  mutable std::array<SharedLock, threadSlotCount - ownThreadSlots> sharedLocks_;
  std::array<std::shared_ptr<MessageStream>, DPA_STREAM_COUNT> streams_;
  bool hadStream_ = false;
  SpreadCounter delivered_; ///< messages so far
  /// Of these, how many are known to be written.
  std::atomic<uint64_t> drained_ = 0;
};

} // namespace dpa::host

#endif
