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
  waitsForReceiver_ = false;
  deadline_ = UINT64_MAX;
  mode_ = Mode::Flushing;
}

void Requester::flushOne() {
  deadline_ = UINT64_MAX;
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
  unackedPsn_ = psn;
  cursorPsn_ = std::max(cursorPsn_, psn);
  retries_ = rnrRetries_ = 0;
  hasRetried_ = waitsForReceiver_ = false;
  const bool isOutstanding = unackedPsn_ < sentPsn_ && attributes_.timeout != 0;
  deadline_ =
      isOutstanding ? now + ackTimeout(attributes_.timeout) : UINT64_MAX;
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

/// Everything from the oldest unacknowledged packet on is sent again.
void Requester::goBack() {
  for (uint64_t i = window_.head(); i != window_.tail(); ++i)
    window_.at(i).isIssued = false;
  readsInFlight_ = 0;
  cursor_ = window_.head();
  cursorPsn_ = unackedPsn_;
  packetsSinceAckRequest_ = 0;
  deadline_ = UINT64_MAX; // from the first packet on
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

void Requester::expire() {
  deadline_ = UINT64_MAX;
  if (waitsForReceiver_) {
    waitsForReceiver_ = false;
    return;
  }
  ++counters_.timeouts;
  retry();
}

} // namespace dpa
