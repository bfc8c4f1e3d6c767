// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Completion in order, repetition from the oldest missing packet (go-back-N), and
// the timer.
#include "emulator/nic/transport/aeth.h"
#include "emulator/nic/transport/requester.h"

#include <algorithm>

namespace dpa {

void Requester::complete(const FlyingRequest &flying, TransportStatus status) {
  SendCompletion completion;
  completion.cookie = flying.request.cookie;
  completion.operation = flying.request.operation;
  completion.status = status;
  completion.isSignalled = flying.request.isSignalled;
  if (status == TransportStatus::Ok)
    completion.byteCount =
        flying.isAtomic() ? 8 : static_cast<uint32_t>(flying.length);
  environment_.completeSend(completion);
}

/// Completes the oldest requests that have nothing outstanding.
void Requester::retire() {
  while (!window_.isEmpty()) {
    FlyingRequest &flying = window_.at(window_.head());
    if (flying.status != TransportStatus::Ok || unackedPsn_ < flying.endPsn)
      return;
    if (flying.request.operation == SendOperation::Local && !flying.isDone)
      return;
    if (flying.isIssued)
      --readsInFlight_;
    complete(flying, TransportStatus::Ok);
    window_.pop();
    cursor_ = std::max(cursor_, window_.head());
  }
}

/// Fails the oldest request. All others are flushed.
void Requester::fail(TransportStatus status) {
  if (!window_.isEmpty()) {
    complete(window_.at(window_.head()), status);
    window_.pop();
  }
  hasFailed_ = true;
  waitsForReceiver_ = isProbing_ = false;
  stopTimer();
  mode_ = Mode::Flushing;
}

void Requester::flushOne() {
  stopTimer();
  if (!window_.isEmpty()) {
    complete(window_.at(window_.head()), TransportStatus::Flushed);
    window_.pop();
    return;
  }
  FlyingRequest flying;
  if (!environment_.nextRequest(flying.request))
    return;
  complete(flying, TransportStatus::Flushed);
}

/// Moves the oldest unacknowledged packet up to `psn`: progress.
void Requester::advanceTo(uint64_t psn, uint64_t now) {
  if (psn <= unackedPsn_)
    return;
  timeRoundTrip(psn, now);
  unackedPsn_ = psn;
  cursorPsn_ = std::max(cursorPsn_, psn);
  retries_ = rnrRetries_ = 0;
  hasRetried_ = waitsForReceiver_ = isProbing_ = false;
  if (unackedPsn_ < sentPsn_ && attributes_.timeout != 0)
    startTimer(now);
  else
    stopTimer();
}

/// Everything before `end` has arrived at the other end. False: this includes a
/// read or an atomic operation whose response is missing, at which it stops.
bool Requester::acknowledge(uint64_t end, uint64_t now) {
  while (!window_.isEmpty() && unackedPsn_ < end) {
    const FlyingRequest &oldest = window_.at(window_.head());
    if (oldest.needsResponse())
      return false;
    advanceTo(std::min(end, oldest.endPsn), now);
    const uint64_t before = window_.head();
    retire();
    if (before == window_.head())
      break;
  }
  return true;
}

void Requester::startTimer(uint64_t now) {
  const uint64_t timeout = ackTimeout(attributes_.timeout);
  deadline_ = now + timeout;
  repeatDelay_ = std::max(repeatDelay_, firstRepetition(timeout));
  repeatAt_ = repeatDelay_ < timeout ? now + repeatDelay_ : UINT64_MAX;
}

/// Everything before `psn` is acknowledged. Early repetitions wait for twice the
/// longest recent round trip, which is measured only on packets that are sent once
/// (Karn's algorithm).
void Requester::timeRoundTrip(uint64_t psn, uint64_t now) {
  if (timedPsn_ == 0 || psn < timedPsn_)
    return;
  timedPsn_ = 0;
  const uint64_t time =
      now > timedAt_ ? now - timedAt_ : 0; // read by two threads
  roundTrip_ = std::max(time, roundTrip_ - roundTrip_ / 8);
  repeatDelay_ = 2 * roundTrip_;
}

void Requester::stopTimer() {
  deadline_ = repeatAt_ = UINT64_MAX;
}

/// The next packet is the oldest unacknowledged one.
void Requester::rewind() {
  for (uint64_t i = window_.head(); i != window_.tail(); ++i)
    window_.at(i).isIssued = false;
  readsInFlight_ = 0;
  cursor_ = window_.head();
  cursorPsn_ = unackedPsn_;
  packetsSinceAckRequest_ = 0;
  timedPsn_ = 0;
}

/// Everything from the oldest unacknowledged packet on is sent again.
void Requester::goBack() {
  rewind();
  isProbing_ = false;
  stopTimer(); // until the first packet
}

void Requester::retry() {
  if (retries_ == attributes_.retryCount) {
    fail(TransportStatus::RetryExceeded);
    return;
  }
  ++retries_;
  hasRetried_ = true;
  goBack();
}

/// The last packets of a burst, or their acknowledgement, may be lost, which only a
/// timer can detect. So the oldest packet is sent again early (as a tail loss probe of
/// TCP); its acknowledgement says where to continue. This is not a retry and does not
/// change when the timer expires. The pause doubles until a packet that was sent once
/// is acknowledged.
void Requester::repeatEarly(uint64_t now) {
  ++counters_.earlyRepetitions;
  rewind();
  isProbing_ = true;
  repeatDelay_ *= 2;
  repeatAt_ = now + repeatDelay_ < deadline_ ? now + repeatDelay_ : UINT64_MAX;
}

void Requester::expire() {
  stopTimer();
  if (waitsForReceiver_) {
    waitsForReceiver_ = false;
    return;
  }
  ++counters_.timeouts;
  retry();
}

} // namespace dpa
