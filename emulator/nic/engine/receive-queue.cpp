// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Delivering a frame: find an entry, fill its buffers, complete it.
#include "emulator/nic/engine/receive-queue.h"

#include "emulator/nic/engine/request-errors.h"
#include "emulator/nic/queue/doorbell-record.h"
#include "emulator/nic/wire/received-frame.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

namespace dpa {
namespace {

constexpr WqeError frameTooLong = {
    DPA_SYNDROME_LOCAL_LENGTH,
    "the frame is longer than the buffers of the entry"};

} // namespace

EmulatedReceiveQueue::EmulatedReceiveQueue(WorkQueueParts parts)
    : parts_(std::move(parts)),
      ring_(parts_.ring, parts_.settings.logDepth, parts_.settings.logStride,
            parts_.observer, CardObject::ReceiveEntry),
      memory_(parts_.keys, parts_.settings.domain),
      state_(parts_.settings.startsReset ? ReceiveQueueState::Reset
                                         : ReceiveQueueState::Ready) {}

/// Entries between consumer and producer index. Device code controls the producer
/// index: a difference larger than the ring counts as the whole ring. A record that
/// is not mapped any more has none.
uint16_t EmulatedReceiveQueue::posted() const {
  const std::optional<uint32_t> producer =
      readDoorbellRecord(parts_.record, DPA_DBR_RECEIVE);
  if (!producer)
    return 0;
  return static_cast<uint16_t>(std::min<uint32_t>(
      static_cast<uint16_t>(*producer - consumer_), ring_.depth()));
}

/// Reads the record only when all entries that it had are taken.
bool EmulatedReceiveQueue::hasEntry() const {
  if (producer_ == consumer_)
    producer_ = static_cast<uint16_t>(consumer_ + posted());
  return producer_ != consumer_ && parts_.completions->hasRoom();
}

bool EmulatedReceiveQueue::isReady() const noexcept {
  std::lock_guard guard(lock_);
  return isClosed_ || !isReceiving() ||
         (hasEntry() && parts_.completions->isTargetStarted());
}

void EmulatedReceiveQueue::deliver(Frame frame,
                                   const FrameHeaders &headers) noexcept {
  std::lock_guard guard(lock_);
  if (isClosed_)
    return;
  if (!isReceiving() || !hasEntry())
    return drop();
  accept(frame, headers);
}

bool EmulatedReceiveQueue::deliverIfReady(
    Frame frame, const FrameHeaders &headers) noexcept {
  std::lock_guard guard(lock_);
  if (isClosed_)
    return true;
  if (!isReceiving()) {
    drop();
    return true;
  }
  if (!hasEntry() || !parts_.completions->isTargetStarted())
    return false;
  accept(frame, headers);
  return true;
}

/// Writes the frame into the next entry, which must exist.
void EmulatedReceiveQueue::accept(Frame frame, const FrameHeaders &headers) {
  if (std::optional<WqeError> error = fill(frame))
    return fail(*error);
  Completion completion{.kind = Completion::Kind::Receive,
                        .queueNumber = parts_.number,
                        .userIndex = parts_.settings.userIndex,
                        .wqeIndex = next_,
                        .byteCount = static_cast<uint32_t>(frame.size())};
  describeFrame(frame, headers, completion);
  advance();
  push(completion);
}

void EmulatedReceiveQueue::drop() {
  ++dropped_;
  if (!isReceiving())
    return;
  if (posted() == 0) {
    if (!std::exchange(hasReportedEmpty_, true))
      parts_.log->report("receive queue 0x%x has no posted entry: frame "
                         "dropped; others will not be reported",
                         parts_.number);
    return;
  }
  if (std::exchange(hasReportedFull_, true))
    return;
  parts_.log->report("completion queue 0x%x is full: frames of receive queue "
                     "0x%x are dropped until its consumer index advances",
                     parts_.completions->number(), parts_.number);
}

/// Reads the next entry into request_.
std::optional<WqeError> EmulatedReceiveQueue::readEntry() {
  std::array<std::byte, strideMax> bytes;
  const std::span<std::byte> entry = std::span(bytes).first(ring_.stride());
  request_.nextIndex = 0;
  if (!ring_.copy(next_, entry))
    return ringUnmapped;
  return readReceiveWqe(entry, parts_.settings.isLinkedList, request_);
}

/// After the entry that was read last.
void EmulatedReceiveQueue::advance() {
  ++consumer_;
  next_ = parts_.settings.isLinkedList ? request_.nextIndex : consumer_;
}

/// Copies the frame to the buffers of the next entry. One buffer is checked by the write to
/// it.
std::optional<WqeError> EmulatedReceiveQueue::fill(Frame frame) {
  if (std::optional<WqeError> error = readEntry())
    return error;
  if (request_.data.size() != 1)
    return fillParts(frame);
  const WqeData &buffer = request_.data[0];
  if (buffer.length < frame.size())
    return frameTooLong;
  return protectionError(memory_.write(buffer.lkey, buffer.address, frame));
}

/// Checks all buffers that are used before it writes to one.
std::optional<WqeError> EmulatedReceiveQueue::fillParts(Frame frame) {
  if (request_.data.length() < frame.size())
    return frameTooLong;
  auto forEachPart = [&](auto access) -> std::optional<WqeError> {
    size_t done = 0;
    for (const WqeData &buffer : request_.data) {
      const size_t size = std::min<size_t>(buffer.length, frame.size() - done);
      if (auto error =
              protectionError(access(buffer, frame.subspan(done, size))))
        return error;
      done += size;
      if (done == frame.size())
        break;
    }
    return std::nullopt;
  };
  auto problem = forEachPart([&](const WqeData &buffer, Frame part) {
    return memory_.check(buffer.lkey, buffer.address, part.size(), true);
  });
  if (problem)
    return problem;
  return forEachPart([&](const WqeData &buffer, Frame part) {
    return memory_.write(buffer.lkey, buffer.address, part);
  });
}

void EmulatedReceiveQueue::push(Completion &completion) {
  pushOrReport(parts_, "receive queue", completion, hasReportedLoss_);
}

void EmulatedReceiveQueue::fail(const WqeError &error) {
  parts_.log->report("receive queue 0x%x, entry %u: %s (syndrome 0x%02x); the "
                     "queue is in the error state",
                     parts_.number, next_, error.why, error.syndrome);
  push({.kind = Completion::Kind::ReceiveError,
        .queueNumber = parts_.number,
        .userIndex = parts_.settings.userIndex,
        .wqeIndex = next_,
        .syndrome = error.syndrome});
  advance();
  flush();
}

/// Enters the error state. Entries that are posted meanwhile are left.
void EmulatedReceiveQueue::flush() {
  state_ = ReceiveQueueState::Error;
  const auto end = static_cast<uint16_t>(consumer_ + posted());
  for (; consumer_ != end; advance()) {
    readEntry();
    push({.kind = Completion::Kind::ReceiveError,
          .queueNumber = parts_.number,
          .userIndex = parts_.settings.userIndex,
          .wqeIndex = next_,
          .syndrome = DPA_SYNDROME_FLUSHED});
  }
  producer_ = consumer_;
}

void EmulatedReceiveQueue::setError() noexcept {
  std::lock_guard guard(lock_);
  if (!isClosed_ && isReceiving())
    flush();
}

ReceiveQueueView EmulatedReceiveQueue::view() const {
  const std::lock_guard guard(lock_);
  return {.state = state_,
          .logDepth = parts_.settings.logDepth,
          .logStride = parts_.settings.logStride,
          .isLinkedList = parts_.settings.isLinkedList,
          .completionQueue = parts_.completions->number(),
          .userIndex = parts_.settings.userIndex,
          .consumed = consumer_,
          .posted = static_cast<uint16_t>(isClosed_ ? consumer_
                                                    : consumer_ + posted())};
}

/// The program sets the doorbell record to 0 before the queue is ready again.
bool EmulatedReceiveQueue::change(ReceiveQueueState from,
                                  ReceiveQueueState to) noexcept {
  const std::lock_guard guard(lock_);
  if (isClosed_ || state_ != from ||
      (from == ReceiveQueueState::Error && to == ReceiveQueueState::Ready))
    return false;
  if (to == ReceiveQueueState::Error && isReceiving())
    flush();
  if (to == ReceiveQueueState::Reset)
    consumer_ = producer_ = next_ = 0;
  state_ = to;
  return true;
}

/// The first drop has been reported; now all are known.
void EmulatedReceiveQueue::close() noexcept {
  std::lock_guard guard(lock_);
  if (!isClosed_ && (hasReportedEmpty_ || hasReportedFull_))
    parts_.log->report("receive queue 0x%x has dropped %llu frames",
                       parts_.number,
                       static_cast<unsigned long long>(dropped_));
  isClosed_ = true;
  parts_.ring.release();
  parts_.record.release();
}

} // namespace dpa
