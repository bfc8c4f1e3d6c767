// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs of live ports in the order of turns, and how time passes meanwhile.
#include "emulator/schedule/device-time.h"
#include "emulator/schedule/reproducible-scheduler.h"
#include "emulator/trace/trace.h"

#include <algorithm>

namespace dpa {

bool ReproducibleScheduler::hasRecordedPort(uint64_t port) {
  Guard guard(lock_);
  const RecordedArrival *next = arrivals_.nextPort();
  return next && next->key.process == port;
}

std::string ReproducibleScheduler::takeRecordedPort() {
  Guard guard(lock_);
  std::string port = arrivals_.takePort();
  dispatch();
  return port;
}

void ReproducibleScheduler::openLivePort(uint64_t port, std::string_view text) {
  Guard guard(lock_);
  isLive_ = true;
  arrivals_.recordPort(port, text, instructions_);
}

void ReproducibleScheduler::admitFrame(uint64_t port,
                                       std::span<const std::byte> frame,
                                       PortInputReceiver &receiver) noexcept {
  try {
    admit({.kind = Arrival::Kind::Frame,
           .process = port,
           .size = frame.size(),
           .data = frame.data()},
          [&] { receiver.receiveFrame(frame); });
    // NOLINTNEXTLINE(bugprone-empty-catch): as if it had not arrived
  } catch (const std::bad_alloc &) {
  }
}

void ReproducibleScheduler::admitLink(uint64_t port, bool isUp,
                                      PortInputReceiver &receiver) noexcept {
  try {
    admit({.kind = Arrival::Kind::Link, .process = port, .arg0 = isUp},
          [&] { receiver.changeLink(isUp); });
    // NOLINTNEXTLINE(bugprone-empty-catch): as if it had not changed
  } catch (const std::bad_alloc &) {
  }
}

void ReproducibleScheduler::replayTo(
    uint64_t port, std::weak_ptr<PortInputReceiver> receiver) noexcept {
  Guard guard(lock_);
  try {
    if (Receiver *found = receiverAt(port))
      found->inputs = std::move(receiver);
    else
      receivers_.push_back({port, std::move(receiver)});
    // NOLINTNEXTLINE(bugprone-empty-catch): the port gets no inputs
  } catch (const std::bad_alloc &) {
  }
}

/// Null: the port has not been opened.
ReproducibleScheduler::Receiver *
ReproducibleScheduler::receiverAt(uint64_t port) {
  const auto found = std::ranges::find(receivers_, port, &Receiver::port);
  return found == receivers_.end() ? nullptr : &*found;
}

/// The worker notifies after each look for an input.
void ReproducibleScheduler::waitForInputs() noexcept {
  if (isOwnThread())
    return;
  Guard guard(lock_);
  ++inputWaiters_;
  dispatch();
  actionsDone_.wait(guard, [&] {
    return !makesInput_ && !arrivals_.hasDueInput(instructions_);
  });
  --inputWaiters_;
}

/// At the moment at which the turn has begun.
void ReproducibleScheduler::noteSent(
    uint64_t port, std::span<const std::byte> frame) noexcept {
  if (!arrivals_.hasRecording())
    return;
  const uint64_t digest = Digest().bytes(frame.data(), frame.size()).value();
  Guard guard(lock_);
  arrivals_.noteSent(port, digest, instructions_);
}

/// In a replay. True: there was one; look again.
bool ReproducibleScheduler::replayInput(Guard &guard) {
  const auto input = arrivals_.takeInput(instructions_);
  if (inputWaiters_ != 0)
    actionsDone_.notify_all();
  if (!input)
    return false;
  makesInput_ = true;
  last_ = nullptr;
  hosts_.reset();
  const Receiver *port = receiverAt(input->port);
  auto receiver = port ? port->inputs.lock() : nullptr;
  trace::setMoment(toNanoseconds(instructions_), trace::hostTrack);
  guard.unlock();
  if (receiver && input->isFrame)
    receiver->receiveFrame(input->frame);
  else if (receiver)
    receiver->changeLink(input->isUp);
  receiver.reset();
  guard.lock();
  makesInput_ = false;
  return true;
}

/// To the moment when work is due, but not beyond that of the next arrival.
void ReproducibleScheduler::passTime(Guard &guard) {
  const uint64_t due = works_.due();
  if (due == UINT64_MAX)
    return;
  uint64_t end = std::max(instructions_ + 1, instructionsAt(due));
  if (isLive_)
    end = waitUntil(end, guard);
  instructions_ = std::min(end, arrivals_.nextMoment());
}

/// What work waits for may come from outside, such as an acknowledgement, and the
/// other end may be slow: until something arrives, time passes at an eighth of
/// its speed. The moment that is reached.
uint64_t ReproducibleScheduler::waitUntil(uint64_t end, Guard &guard) {
  using Clock = std::chrono::steady_clock;
  constexpr uint64_t slowness = 8;
  constexpr uint64_t longest = 100'000'000;
  const uint64_t start = instructions_;
  const uint64_t time = std::min(toNanoseconds(end - start), longest);
  const auto before = Clock::now();
  const size_t waiting = arrivals_.count();
  const bool isDisturbed =
      changed_.wait_for(guard, std::chrono::nanoseconds(slowness * time), [&] {
        return stopping_ || arrivals_.count() != waiting || !queue_.empty();
      });
  const auto passed = static_cast<uint64_t>((Clock::now() - before) /
                                            std::chrono::nanoseconds(slowness));
  return std::min(end, start + (isDisturbed ? toInstructions(passed)
                                            : toInstructions(time) + 1));
}

} // namespace dpa
