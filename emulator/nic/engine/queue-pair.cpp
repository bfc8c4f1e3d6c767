// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who works on a queue pair. One thread at a time makes steps; others leave what
// they bring (an index, a packet) under the lock, and the serving thread sees it
// before it stops serving, which it also does under the lock.
#include "emulator/nic/engine/queue-pair.h"

#include "emulator/nic/queue/doorbell-record.h"

namespace dpa {
namespace {

/// Queue pairs that the calling thread serves: a packet of one reaches another
/// one in transmit().
thread_local unsigned servingDepth = 0;
constexpr unsigned servingDepthMax = 4;

/// A queue pair with timers stays posted for a while, so that not each message
/// posts it.
constexpr uint64_t lingerTime = 20'000'000; // nanoseconds

} // namespace

EmulatedQueuePair::EmulatedQueuePair(QueuePairParts parts, PacketSender &sender,
                                     Background &background)
    : sender_(sender), background_(background),
      environment_(std::move(parts), sender),
      pair_(transportOf(this->parts().settings.type), number(),
            this->parts().addresses.front()->pathMtu, environment_) {
  environment_.setPair(pair_);
}

/// The path MTU fits the port that the queue pair has or gets.
Result<void> EmulatedQueuePair::checkMtu(const QueuePairAttributes &changes,
                                         uint32_t mask) const {
  const auto &ports = parts().addresses;
  const size_t number =
      (mask & queuePairAttribute::port) != 0 ? changes.port : port();
  if ((mask & queuePairAttribute::pathMtu) == 0 || number == 0 ||
      number > ports.size())
    return {};
  const uint16_t mtuMax = ports[number - 1]->pathMtu;
  if (changes.pathMtu > mtuMax)
    return Error{"path MTU: expected at most " + std::to_string(mtuMax) +
                 ", the largest of the port, got " +
                 std::to_string(changes.pathMtu)};
  return {};
}

void EmulatedQueuePair::usePort(uint32_t port) {
  const RoceAddresses &addresses = *parts().addresses[port - 1];
  port_ = port;
  environment_.setPort(port);
  environment_.requests().setAddresses(addresses);
  pair_.setPortMtu(addresses.pathMtu);
}

Result<void> EmulatedQueuePair::modify(const QueuePairAttributes &changes,
                                       uint32_t mask) {
  Guard guard(lock_);
  if (isClosed_)
    return Error{"the queue pair was destroyed"};
  if (Result<void> fits = checkMtu(changes, mask); !fits)
    return fits;
  const auto ports = static_cast<uint8_t>(parts().addresses.size());
  Result<void> done = pair_.modify(changes, mask, ports);
  if (!done)
    return done;
  if ((mask & queuePairAttribute::port) != 0)
    usePort(changes.port);
  const bool isReset = (mask & queuePairAttribute::state) != 0 &&
                       changes.state == QueuePairState::Reset;
  if (isReset) {
    environment_.reset();
    hasQueueFailed_ = false;
  }
  serve(guard, packetSteps);
  return done;
}

QueuePairAttributes EmulatedQueuePair::attributes() {
  Guard guard(lock_);
  const bool hasFailed = failWithQueue();
  const QueuePairAttributes attributes = pair_.attributes();
  if (hasFailed)
    serve(guard, packetSteps);
  return attributes;
}

/// A queue pair cannot continue without its completion queues: this is a local work
/// queue catastrophic error, after which its requests are flushed.
bool EmulatedQueuePair::failWithQueue() {
  if (isClosed_ || !needsQueues_ ||
      (!hasQueueFailed_ && !environment_.hasLostCompletion()))
    return false;
  needsQueues_ = hasQueueFailed_ = false;
  pair_.setError();
  environment_.raise(QueuePairEvent::Fatal);
  return true;
}

void EmulatedQueuePair::completionQueueFailed() noexcept {
  if (!needsQueues_)
    return;
  hasQueueFailed_ = true;
  background_.post(weak_from_this().lock());
}

TransportCounters EmulatedQueuePair::counters() const {
  const Guard guard(lock_);
  return pair_.counters();
}

bool EmulatedQueuePair::receivesRequests() const {
  const Guard guard(lock_);
  return !isClosed_ && pair_.state() >= QueuePairState::ReadyToReceive &&
         pair_.state() <= QueuePairState::SendError;
}

/// Programs change their buffers right after a doorbell: if another thread serves,
/// the caller waits for its turn, so that short messages have been read.
void EmulatedQueuePair::ring(uint16_t producerIndex) noexcept {
  environment_.requests().ring(producerIndex);
  cause_.keep();
  Guard guard(lock_);
  if (server_ != std::this_thread::get_id())
    served_.wait(guard, [&] { return !isServing_ || isClosed_; });
  serve(guard, doorbellSteps);
}

void EmulatedQueuePair::ringFromRecord() noexcept {
  std::optional<uint32_t> index;
  {
    const RevocableUse use(rings_);
    if (use)
      index = readDoorbellRecord(parts().record, DPA_DBR_SEND);
  }
  if (index && environment_.requests().isAhead(static_cast<uint16_t>(*index)))
    ring(static_cast<uint16_t>(*index));
}

void EmulatedQueuePair::deliver(const RoceFrameView &view) noexcept {
  const uint64_t now = timerNow();
  Guard guard(lock_);
  if (isClosed_)
    return;
  failWithQueue();
  pair_.receive(view, now);
  reportLastEntry();
  serve(guard, servingDepth < servingDepthMax ? packetSteps : 0, now);
}

uint64_t EmulatedQueuePair::timerNow() const noexcept {
  return background_.toTimerTime(background_.now());
}

uint64_t EmulatedQueuePair::due() const noexcept {
  const uint64_t due = due_;
  return due == UINT64_MAX ? due : background_.fromTimerTime(due);
}

void EmulatedQueuePair::step(uint64_t) noexcept {
  const trace::Causing causing(cause_.kept());
  Guard guard(lock_);
  serve(guard, doorbellSteps);
}

/// Makes up to `steps` steps from the moment `now` on, and posts background work for
/// the others.
void EmulatedQueuePair::serve(Guard &guard, unsigned steps,
                              uint64_t now) noexcept {
  if (isServing_ || isClosed_)
    return;
  isServing_ = true;
  server_ = std::this_thread::get_id();
  isReady_ = false;
  due_ = UINT64_MAX;
  ++servingDepth;
  for (; steps != 0 && !isClosed_; --steps) {
    failWithQueue();
    if (!pair_.step(now, 1))
      break;
    auto *outgoing = environment_.takePacket();
    if (!outgoing)
      continue;
    guard.unlock();
    sender_.transmit({.queue = number(), .port = port()}, outgoing->path,
                     outgoing->packet, outgoing->frame);
    now = timerNow();
    guard.lock();
    if (const PacketBurst *burst = outgoing->packet.burst)
      pair_.finishBurst(*burst);
  }
  --servingDepth;
  settle(guard, now);
}

/// After the last step: publishes the state, and posts if that is needed. Until
/// then state() does not call it idle, however long this thread was not running.
void EmulatedQueuePair::settle(Guard &guard, uint64_t now) noexcept {
  failWithQueue();
  reportLastEntry();
  const uint32_t failed = environment_.takeFailedQueue();
  const bool mustPost = updateState(now);
  isServing_ = false;
  server_ = {};
  served_.notify_all();
  guard.unlock();
  if (mustPost)
    background_.post(weak_from_this().lock());
  if (failed != 0)
    sender_.completionQueueFailed(failed);
}

/// Whether it has to be posted. It is still posted if it was at `now`, a moment
/// since serve() began.
bool EmulatedQueuePair::updateState(uint64_t now) {
  if (isClosed_)
    return false;
  isReady_ = pair_.isReady(now);
  due_ = pair_.due();
  needsQueues_ = pair_.state() >= QueuePairState::ReadyToReceive &&
                 pair_.state() != QueuePairState::Error;
  flushesReceives_ = pair_.state() == QueuePairState::Error &&
                     !environment_.receives().isShared();
  if (isReady_ || flushesReceives_)
    return true;
  if (due_ == UINT64_MAX || now + lingerTime / 2 < lingersUntil_)
    return false;
  lingersUntil_ = now + lingerTime;
  return true;
}

/// A queue pair in the error state takes no more entries of a shared queue.
void EmulatedQueuePair::reportLastEntry() {
  if (isClosed_ || !environment_.receives().isShared() || !parts().observer)
    return;
  const bool isInError = pair_.state() == QueuePairState::Error;
  if (isInError && !hasReportedLastEntry_)
    parts().observer->lastEntryTaken(number());
  hasReportedLastEntry_ = isInError;
}

/// The scheduler may hold the closed queue pair until it runs again.
void EmulatedQueuePair::close() noexcept {
  {
    Guard guard(lock_);
    isClosed_ = true;
    isReady_ = false;
    due_ = UINT64_MAX;
    served_.wait(guard, [&] { return !isServing_; });
  }
  rings_.revoke();
  rings_.waitUnused();
  const Guard guard(lock_);
  parts().sendRing.release();
  parts().receiveRing.release();
  parts().record.release();
}

BackgroundWork::State EmulatedQueuePair::state(uint64_t now) const noexcept {
  const RevocableUse use(rings_);
  if (!use)
    return State::Idle;
  if (isServing_)
    return State::Waits;
  const uint64_t time = background_.toTimerTime(now);
  if (isReady_ || due_ <= time || (needsQueues_ && hasQueueFailed_))
    return State::Ready;
  if (flushesReceives_)
    return environment_.receives().isPosted() ? State::Ready : State::Waits;
  return due_ != UINT64_MAX || time < lingersUntil_ ? State::Waits
                                                    : State::Idle;
}

} // namespace dpa
