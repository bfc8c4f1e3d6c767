// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Serving a send queue: copy an entry, read it, execute it, complete it.
#include "emulator/nic/engine/send-queue.h"

#include "emulator/nic/queue/doorbell-record.h"
#include "emulator/schedule/burst-clock.h"

namespace dpa {
namespace {

constexpr WqeError flushed = {DPA_SYNDROME_FLUSHED, "flushed"};

} // namespace

EmulatedSendQueue::EmulatedSendQueue(WorkQueueParts parts, FrameSender &sender,
                                     Background &background)
    : parts_(std::move(parts)), sender_(sender), background_(background),
      ring_(parts_.ring, parts_.settings.logDepth, parts_.settings.logStride,
            parts_.observer),
      condition_(KeyedMemory(parts_.keys, parts_.settings.domain)),
      state_(parts_.settings.startsReset ? WorkQueueState::Reset
                                         : WorkQueueState::Ready),
      frames_(KeyedMemory(parts_.keys, parts_.settings.domain)),
      local_(KeyedMemory(parts_.keys, parts_.settings.domain)) {}

/// A doorbell that another thread has overtaken changes nothing.
void EmulatedSendQueue::ring(uint16_t producerIndex) noexcept {
  if (state_ == WorkQueueState::Reset)
    return;
  uint16_t before = producer_;
  while (static_cast<int16_t>(producerIndex - before) > 0 &&
         !producer_.compare_exchange_weak(before, producerIndex)) {
  }
  const bool hasReachedMax = serve(immediateMax) == immediateMax;
  cause_.keep();
  if ((hasReachedMax || isWaiting_) && hasEntries())
    background_.post(weak_from_this().lock());
}

void EmulatedSendQueue::ringFromRecord() noexcept {
  std::optional<uint32_t> index;
  {
    const std::lock_guard guard(lock_);
    if (!isClosed_)
      index = readDoorbellRecord(parts_.record, DPA_DBR_SEND);
  }
  if (index && static_cast<uint16_t>(*index - producer_) <= ring_.depth())
    ring(static_cast<uint16_t>(*index));
}

SendQueueView EmulatedSendQueue::view() {
  const std::lock_guard guard(lock_);
  return {.state = state_, .consumed = consumer_, .posted = producer_};
}

/// In the error state, the entries that have not completed are flushed.
bool EmulatedSendQueue::change(WorkQueueState from,
                               WorkQueueState to) noexcept {
  {
    const std::lock_guard guard(lock_);
    if (isClosed_ || state_ != from ||
        (from == WorkQueueState::Error && to == WorkQueueState::Ready))
      return false;
    if (to != from)
      isWaiting_ = false;
    if (to == WorkQueueState::Reset) {
      consumer_ = 0;
      producer_ = 0;
    }
    state_ = to;
  }
  if (serve(immediateMax) == immediateMax && hasEntries())
    background_.post(weak_from_this().lock());
  return true;
}

BackgroundWork::State EmulatedSendQueue::state(uint64_t) const noexcept {
  if (!hasEntries() || isClosed_)
    return State::Idle;
  if (!isWaiting_)
    return State::Ready;
  const DataCondition::Result result = condition_.evaluate();
  return result.holds || result.error != KeyError::None ? State::Ready
                                                        : State::Waits;
}

void EmulatedSendQueue::step(uint64_t) noexcept {
  const trace::Causing causing(cause_.kept());
  serve(immediateMax);
}

/// Returns how many entries it has executed. One thread at a time executes: it
/// looks again after it has released the lock, so that another one that has set
/// the producer index meanwhile need not wait for it.
unsigned EmulatedSendQueue::serve(unsigned entriesMax) noexcept {
  unsigned served = 0;
  const ClockBurst burst;
  while (served < entriesMax && hasEntries() && !isClosed_) {
    std::unique_lock guard(lock_, std::try_to_lock);
    if (!guard)
      return served;
    const SendBurst sent(sender_); // ends before close() gets the lock
    for (; served < entriesMax && hasEntries() && !isClosed_; ++served)
      if (!serveOne())
        return served;
  }
  return served;
}

/// False: the entry waits.
bool EmulatedSendQueue::serveOne() noexcept {
  const uint16_t index = consumer_;
  const auto available = static_cast<uint16_t>(producer_ - index);
  const WqeControl &control = request_.control;
  const std::optional<WqeError> error = process(available);
  const unsigned blocks = std::max(control.blocks(), 1u);
  if (isWaiting_)
    return false;
  if (!error)
    complete(control, index, nullptr);
  else
    fail(control, index, *error);
  consumer_.store(
      static_cast<uint16_t>(index + std::min<unsigned>(blocks, available)),
      std::memory_order_release);
  return true;
}

std::optional<WqeError> EmulatedSendQueue::process(uint16_t available) {
  if (std::optional<WqeError> error = readEntry(available))
    return isInError() ? flushed : error;
  if (isInError())
    return flushed;
  return request_.control.opcode == DPA_WQE_WAIT ? wait() : execute();
}

/// Reads the entry at the consumer index into request_. Most entries are not longer than
/// a block, which is copied at once, unless only reads of the entry may be reported.
std::optional<WqeError> EmulatedSendQueue::readEntry(uint16_t available) {
  WqeControl &control = request_.control;
  control = {};
  if (available > ring_.depth())
    return WqeError{DPA_SYNDROME_LOCAL_QP_OPERATION,
                    "the producer index is beyond the ring"};
  const size_t head = ring_.isObserved() ? DPA_WQE_SEGMENT : DPA_WQE_BLOCK;
  if (!ring_.copy(consumer_, std::span(entry_).first(head)))
    return ringUnmapped;
  if (!readWqeControl(entry_, control))
    return WqeError{DPA_SYNDROME_LOCAL_QP_OPERATION,
                    "the control segment cannot be read"};
  if (control.blocks() > available)
    return WqeError{DPA_SYNDROME_LOCAL_QP_OPERATION,
                    "the entry is longer than the producer index allows"};
  const std::span<std::byte> entry =
      std::span(entry_).first(size_t(control.segments) * DPA_WQE_SEGMENT);
  if (entry.size() > head && !ring_.copy(consumer_, entry))
    return ringUnmapped;
  return readSendSegments(entry, WireQueue::Ethernet, request_);
}

std::optional<WqeError> EmulatedSendQueue::execute() {
  if (request_.control.opcode == DPA_WQE_NOP)
    return std::nullopt;
  if (request_.control.opcode == DPA_WQE_LOCAL_MMO)
    return local_.execute(request_);
  if (request_.control.opcode == DPA_WQE_ENHANCED_MPSW &&
      !parts_.settings.allowsMultiPacket)
    return WqeError{DPA_SYNDROME_LOCAL_QP_OPERATION,
                    "the queue does not allow entries with several packets"};
  return frames_.build(request_, {.sender = sender_, .queue = parts_.number});
}

/// Sets isWaiting_.
std::optional<WqeError> EmulatedSendQueue::wait() {
  isWaiting_ = false;
  if (request_.wait.failAction != 0)
    return WqeError{
        DPA_SYNDROME_LOCAL_QP_OPERATION,
        "an action if the condition does not hold is not supported"};
  condition_.set(request_.wait);
  const DataCondition::Result result = condition_.evaluate();
  if (result.error != KeyError::None)
    return WqeError{DPA_SYNDROME_LOCAL_PROTECTION, describe(result.error)};
  isWaiting_ = !result.holds;
  return std::nullopt;
}

void EmulatedSendQueue::complete(const WqeControl &control, uint16_t index,
                                 const WqeError *error) {
  Completion completion{.kind = error ? Completion::Kind::SendError
                                      : Completion::Kind::Send,
                        .queueNumber = parts_.number,
                        .userIndex = parts_.settings.userIndex,
                        .wqeIndex = index,
                        .wqeOpcode = control.opcode};
  if (error)
    completion.syndrome = error->syndrome;
  else if (control.completion != DPA_WQE_CE_ALWAYS &&
           control.completion != DPA_WQE_CE_ALWAYS_AND_EVENT)
    return;
  pushOrReport(parts_, "send queue", completion, hasReportedLoss_);
}

/// Every error completes, except that after the first one, entries with
/// DPA_WQE_CE_ON_FIRST_ERROR do not.
void EmulatedSendQueue::fail(const WqeControl &control, uint16_t index,
                             const WqeError &error) {
  if (!isInError()) {
    state_ = WorkQueueState::Error;
    parts_.log->report("send queue 0x%x, entry %u: %s (syndrome 0x%02x); the "
                       "queue is in the error state",
                       parts_.number, index, error.why, error.syndrome);
  } else if (control.completion == DPA_WQE_CE_ON_FIRST_ERROR) {
    return;
  }
  complete(control, index, &error);
}

void EmulatedSendQueue::close() noexcept {
  std::lock_guard guard(lock_);
  isClosed_ = true;
  parts_.ring.release();
  parts_.record.release();
}

} // namespace dpa
