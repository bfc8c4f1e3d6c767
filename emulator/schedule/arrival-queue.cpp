// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Admission in order of arrival, and as recorded.
#include "emulator/schedule/arrival-queue.h"

#include <algorithm>
#include <cinttypes>

namespace dpa {

ArrivalQueue::ArrivalQueue(std::shared_ptr<RecordingWriter> writer,
                           std::shared_ptr<Replay> replay)
    : writer_(std::move(writer)), replay_(std::move(replay)) {}

void ArrivalQueue::add(const PendingArrival &arrival) {
  waiting_.push_back(arrival);
  if (!arrival.isOwn && isReplaying() && !isToEndedProcess(arrival))
    waiting_.back().hasClaimed = replay_->claim(arrival.key);
}

/// An arrival that is withdrawn before admission is not in the recording: what
/// it claimed is free for another one.
PendingArrival ArrivalQueue::remove(const Arrivals::iterator &which) {
  PendingArrival arrival = *which;
  waiting_.erase(which);
  if (arrival.hasClaimed)
    replay_->unclaim(arrival.key);
  return arrival;
}

bool ArrivalQueue::remove(const Job &job) {
  auto found = std::ranges::find(waiting_, &job, &PendingArrival::job);
  if (found == waiting_.end())
    return false;
  remove(found);
  return true;
}

void ArrivalQueue::processEnded(uint64_t process, uint64_t now) {
  ended_.push_back(process);
  if (writer_)
    writer_->add({now, {Arrival::Kind::Ended, process, 0}});
  if (replay_)
    replay_->processEnded(process);
}

void ArrivalQueue::leaveRecording(const RecordedArrival &next, uint64_t now,
                                  const char *what) {
  const auto &[kind, number, digest] = next.key;
  const Replay::DeviceText device = replay_->ofDeviceText(number);
  if (isOfPort(kind) || vportOfArrival(number) == 0)
    replay_->leave("at instruction %" PRIu64 ": '%s' %s %u%s %s", now,
                   nameOf(kind), isOfPort(kind) ? "of port" : "in process",
                   numberInDevice(number), device.text.data(), what);
  else
    replay_->leave("at instruction %" PRIu64
                   ": '%s' in process %u of vport %u%s %s",
                   now, nameOf(kind), processOfArrival(number),
                   vportOfArrival(number), device.text.data(), what);
}

/// Whether an arrival from outside waits for admission.
bool ArrivalQueue::hostWaits() const {
  return std::ranges::any_of(waiting_, [](auto &each) { return !each.isOwn; });
}

bool ArrivalQueue::isToEndedProcess(const PendingArrival &arrival) const {
  return arrival.key.kind != Arrival::Kind::Destroy &&
         !isOfPort(arrival.key.kind) &&
         std::ranges::find(ended_, arrival.key.process) != ended_.end();
}

/// Takes an EU for a job.
bool ArrivalQueue::canEnter(PendingArrival &arrival) {
  if (!arrival.job)
    return true;
  std::optional<uint32_t> eu = arrival.units->take(arrival.job->affinity());
  arrival.eu = eu.value_or(0);
  return eu.has_value();
}

/// The next arrival of the recording, if its moment is now and it waits here.
ArrivalQueue::Arrivals::iterator ArrivalQueue::nextRecorded(uint64_t now) {
  const RecordedArrival *next = replay_->next();
  if (!next || next->instructions > now ||
      next->key.kind == Arrival::Kind::Timeout)
    return waiting_.end();
  auto found = std::ranges::find_if(waiting_, [&](const auto &each) {
    return !each.isOwn && each.key == next->key;
  });
  if (found == waiting_.end())
    return found;
  if (next->instructions < now) {
    leaveRecording(*next, now, "arrived too late");
  } else if (replay_->checkSent(now)) {
    if (canEnter(*found))
      replay_->advance();
    else
      leaveRecording(*next, now, "found no execution unit");
  }
  return found;
}

/// In a replay: a job submitted from a turn that finds an EU, unless an arrival
/// of the recording is due now, which was first then.
ArrivalQueue::Arrivals::iterator ArrivalQueue::nextOwn(uint64_t now) {
  const RecordedArrival *next = replay_->next();
  bool isTaken = next && next->key.kind != Arrival::Kind::Open &&
                 next->instructions <= now;
  if (isTaken)
    return waiting_.end();
  return std::ranges::find_if(
      waiting_, [&](auto &each) { return each.isOwn && canEnter(each); });
}

/// A call that has waited for an EU for too long; in a replay, as recorded.
ArrivalQueue::Arrivals::iterator ArrivalQueue::nextTimeout(uint64_t now) {
  if (!isReplaying())
    return std::ranges::find_if(
        waiting_, [&](const auto &each) { return each.deadline <= now; });
  const RecordedArrival *next = replay_->next();
  if (!next || next->instructions > now ||
      next->key.kind != Arrival::Kind::Timeout)
    return waiting_.end();
  auto found = std::ranges::find_if(waiting_, [&](const auto &each) {
    return each.job && !each.isOwn && each.key == Replay::waitsAs(next->key);
  });
  if (found == waiting_.end())
    return found;
  if (next->instructions < now)
    leaveRecording(*next, now, "arrived too late");
  else if (replay_->checkSent(now))
    replay_->advance();
  return found;
}

std::optional<TakenArrival> ArrivalQueue::takeTimedOut(uint64_t now) {
  auto found = nextTimeout(now);
  if (found == waiting_.end())
    return std::nullopt;
  TakenArrival taken{TakenArrival::How::TimedOut, *found};
  waiting_.erase(found);
  taken.arrival.key.kind = Arrival::Kind::Timeout;
  if (writer_)
    writer_->add({now, taken.arrival.key});
  return taken;
}

std::optional<TakenArrival> ArrivalQueue::take(uint64_t now) {
  auto late = std::ranges::find_if(
      waiting_, [&](auto &each) { return isToEndedProcess(each); });
  if (late != waiting_.end())
    return TakenArrival{TakenArrival::How::Late, remove(late)};
  bool replays = isReplaying();
  auto found = replays ? nextRecorded(now)
                       : std::ranges::find_if(waiting_, [&](auto &each) {
                           return canEnter(each);
                         });
  if (replays && found == waiting_.end())
    found = nextOwn(now);
  if (found == waiting_.end())
    return takeTimedOut(now);
  if (replays && hasLeft())
    return take(now);
  PendingArrival arrival = *found;
  waiting_.erase(found);
  if (arrival.isOwn)
    return TakenArrival{TakenArrival::How::Own, arrival};
  if (writer_ && hasContents(arrival.key.kind))
    writer_->add({now, arrival.key}, arrival.contents);
  else if (writer_)
    writer_->add({now, arrival.key});
  if (arrival.key.kind == Arrival::Kind::Destroy)
    std::erase(ended_, arrival.key.process);
  return TakenArrival{TakenArrival::How::Host, arrival};
}

bool ArrivalQueue::hasDueInput(uint64_t now) const {
  const RecordedArrival *next = isReplaying() ? replay_->next() : nullptr;
  return next && isInput(next->key.kind) && next->instructions == now;
}

std::optional<ReplayedInput> ArrivalQueue::takeInput(uint64_t now) {
  const RecordedArrival *next = isReplaying() ? replay_->next() : nullptr;
  if (!next || !isInput(next->key.kind) || next->instructions > now)
    return std::nullopt;
  if (next->instructions < now) {
    leaveRecording(*next, now, "should have arrived before");
    return std::nullopt;
  }
  if (!replay_->checkSent(now))
    return std::nullopt;
  replay_->advance();
  return ReplayedInput{.port = next->key.process,
                       .isFrame = next->key.kind == Arrival::Kind::Frame,
                       .frame = replay_->contentsOf(*next),
                       .isUp = next->key.digest != 0};
}

const RecordedArrival *ArrivalQueue::nextPort() {
  const RecordedArrival *next = isReplaying() ? replay_->next() : nullptr;
  return next && next->key.kind == Arrival::Kind::Port ? next : nullptr;
}

std::string ArrivalQueue::takePort() {
  const RecordedArrival *port = nextPort();
  if (!port)
    return "";
  const auto text = replay_->contentsOf(*port);
  replay_->advance();
  return {reinterpret_cast<const char *>(text.data()), text.size()};
}

void ArrivalQueue::recordPort(uint64_t port, std::string_view text,
                              uint64_t now) {
  const uint64_t digest = Digest().text(text).value();
  if (writer_)
    writer_->add({now, {Arrival::Kind::Port, port, digest}},
                 std::as_bytes(std::span(text)));
}

void ArrivalQueue::noteSent(uint64_t port, uint64_t digest, uint64_t now) {
  const RecordedArrival sent{now, {Arrival::Kind::Sent, port, digest}};
  if (writer_)
    writer_->add(sent);
  if (replay_)
    replay_->compareSent(sent);
}

void ArrivalQueue::close() {
  if (isReplaying())
    replay_->skipInputs();
}

uint64_t ArrivalQueue::nextMoment() const {
  const RecordedArrival *next = isReplaying() ? replay_->next() : nullptr;
  return next && next->key.kind != Arrival::Kind::Open ? next->instructions
                                                       : UINT64_MAX;
}

bool ArrivalQueue::mustWait(uint64_t now, bool isIdle) {
  const RecordedArrival *next = isReplaying() ? replay_->next() : nullptr;
  if (!next) {
    if (isReplaying() && isIdle && hostWaits())
      replay_->leave("a process has not ended as recorded");
    return isIdle;
  }
  if (isIdle && next->instructions > now && hostWaits())
    leaveRecording(*next, now, "is due later, but nothing runs until then");
  // It belongs to the device that is opened next, whose count restarts.
  if (next->key.kind == Arrival::Kind::Open)
    return isIdle;
  if (!isIdle && next->instructions < now)
    leaveRecording(*next, now, "should have arrived before");
  return isIdle || (isReplaying() && next->instructions == now);
}

} // namespace dpa
