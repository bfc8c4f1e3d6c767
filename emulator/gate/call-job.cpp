// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments, result and timeline of a remote call.
#include "emulator/gate/call-job.h"

#include "emulator/host/shared-copy.h"

#include <algorithm>

namespace dpa {

CallJob::CallJob(ActivationHost &host, const Arrival &arrival,
                 const CallRequest &request)
    : ActivationJob(host, request.affinity), request_(arrival),
      wasEndedByOther_(request.wasEndedByOther),
      traceName_(trace::isOn() ? trace::nameIndex(request.label) : 0) {
  if (trace::isOn())
    setCause({.time = host.context().scheduler->seed() ? trace::timeOfNow
                                                       : trace::now(),
              .track = trace::currentTrack(),
              .isKnown = true});
  constexpr uint64_t nanosecondsInMillisecond = 1'000'000;
  setPatience(host.context().callTimeoutMilliseconds *
              nanosecondsInMillisecond);
}

std::optional<dpa_request> CallJob::makeRequest() noexcept {
  if (request_.size != 0) {
    std::byte *target = host_.memory().hostData(request_.arg0, request_.size);
    host_.memory().noteWrite(target, request_.size);
    copyToShared(target, request_.data, request_.size);
  }
  dpa_request request = requestFor(host_.context().imageEntry, eu());
  request.function = request_.address;
  request.arg0 = request_.arg0;
  request.arg1 = request_.arg1;
  host_.fillContext(eu(), eu());
  return request;
}

void CallJob::completed(dpa_outcome outcome, uint64_t value) noexcept {
  result_ = outcome == DPA_OUTCOME_RETURNED ? CallResult::Ok
                                            : CallResult::NotReturned;
  value_ = value;
}

void CallJob::traceEnd() noexcept {
  const uint64_t called = cause().time;
  trace::add({.kind = trace::Kind::Call,
              .time = called,
              .track = cause().track,
              .values = {trace::now() - called, traceName_}});
}

/// A call that was cancelled before it was admitted has no place in the order of a
/// reproducible run.
void CallJob::neverRan() noexcept {
  if (!trace::isOn())
    return;
  const uint64_t now = trace::now();
  const uint64_t called = std::min(cause().time, now);
  const trace::CallEnd end =
      hasTimedOut() ? trace::CallEnd::TimedOut : trace::CallEnd::ProcessEnded;
  trace::add({.kind = trace::Kind::Call,
              .detail = static_cast<uint8_t>(end),
              .time = called,
              .track = cause().track,
              .values = {now - called, traceName_},
              .process = host_.context().traceProcess});
}

CallResult CallJob::result(uint64_t &value) const {
  if (failure_)
    std::rethrow_exception(failure_);
  if (hasTimedOut())
    return CallResult::TimedOut;
  if (result_ == CallResult::Ok)
    value = value_;
  else if (result_ == CallResult::ProcessEnded && wasEndedByOther_)
    *wasEndedByOther_ = !hasEndedProcess();
  return result_;
}

} // namespace dpa
