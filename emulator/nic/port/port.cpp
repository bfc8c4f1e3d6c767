// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The way of a frame through a port. The capture has what passes the link: a
// frame that is lost is not there, one that is duplicated is there twice, and
// one on a loopback port is there once. Frames of an input file are not in the
// capture, which then is the output file.
#include "emulator/nic/port/port.h"

#include "base/fork-generation.h"
#include "base/log-line.h"
#include "emulator/host/errno-guard.h"
#include "emulator/nic/port/ordered-link.h"
#include "emulator/schedule/burst-clock.h"

#include <ctime>

namespace dpa {
namespace {

int64_t nanosecondsOf(clockid_t clock) {
  constexpr int64_t perSecond = 1'000'000'000;
  timespec now{};
  clock_gettime(clock, &now);
  return now.tv_sec * perSecond + now.tv_nsec;
}

} // namespace

Port::Port(const PortSettings &settings, const PortSurroundings &surroundings)
    : name_(surroundings.name), generation_(forkGeneration()),
      kind_(settings.kind), receiver_(surroundings.receiver),
      background_(surroundings.background),
      captureOffset_(
          surroundings.isReproducible
              ? 0
              : nanosecondsOf(CLOCK_REALTIME) -
                    static_cast<int64_t>(surroundings.background.now())),
      counters_(std::make_shared<PortCounters>()) {}

/// The thread of an inherited link does not exist, and its folder is the
/// parent's: the link is left as it is.
Port::~Port() {
  if (isInherited()) {
    [[maybe_unused]] const Link *left = link_.release();
    return;
  }
  auto closeDelayLine = [this] {
    if (delayLine_)
      delayLine_->close();
  };
  if (link_)
    link_->disconnect(closeDelayLine);
  if (capture_)
    capture_->endBackground();
}

bool Port::open(const PortSettings &settings,
                const PortSurroundings &surroundings, std::string &error) {
  const LinkContext context{settings, *this, background_, *counters_,
                            surroundings.vportSwitch};
  PortInputs *inputs = surroundings.inputs;
  link_ = inputs
              ? makeOrderedLink(context, {*inputs, surroundings.number}, error)
              : makeLink(context, error);
  if (!link_)
    return false;
  mtu_ = settings.mtu.value_or(std::min(portMtuDefault, link_->mtuMax()));
  if (mtu_ > link_->mtuMax()) {
    error = "mtu: expected at most " + std::to_string(link_->mtuMax()) +
            ", the MTU of '" + std::string(settings.target.view()) + "', got " +
            std::to_string(mtu_);
    return false;
  }
  if (!settings.captureFile.empty()) {
    capture_ = Capture::create(
        settings.captureFile.view(),
        surroundings.isReproducible ? nullptr : &background_, error);
    if (!capture_) {
      error.insert(0, "out: ");
      return false;
    }
  }
  FrameSink &sink = *this;
  if (settings.impairments.any())
    delayLine_ = std::make_shared<DelayLine>(settings.impairments, background_,
                                             sink, *counters_);
  return true;
}

bool Port::beginCapture(std::string &error) {
  if (!capture_ || capture_->begin(error))
    return true;
  error.insert(0, name_ + ": out: ");
  return false;
}

bool Port::isInherited() const {
  return generation_ != forkGeneration();
}

void Port::reportTooLong(size_t size) noexcept {
  if (!hasReportedSize_.exchange(true))
    printLine("dpa-emulator", "warning",
              "%s: dropped a frame of %zu bytes (expected at most %u: MTU %u "
              "with header and VLAN tag); others will be counted, not reported",
              name_.c_str(), size, mtu_ + frameOverhead, mtu_);
}

/// Nothing: the port can carry the frame.
std::optional<FrameDrop> Port::sizeProblem(Frame frame) noexcept {
  if (frame.size() < frameSizeMin)
    return FrameDrop::TooShort;
  if (frame.size() <= mtu_ + frameOverhead)
    return std::nullopt;
  reportTooLong(frame.size());
  return FrameDrop::TooLong;
}

void Port::send(Frame frame) noexcept {
  const ErrnoGuard errnoGuard;
  if (isInherited())
    return;
  std::optional<FrameDrop> problem = sizeProblem(frame);
  if (!problem && kind_ == PortKind::Down)
    problem = FrameDrop::LinkDown;
  if (problem) {
    counters_->countDrop(*problem);
    return;
  }
  counters_->countSent(frame.size());
  if (delayLine_)
    delayLine_->send(frame);
  else
    transmit(frame);
}

bool Port::poll(bool mayWait) noexcept {
  const ErrnoGuard errnoGuard;
  return !isInherited() && link_->poll(mayWait);
}

void Port::transmit(Frame frame) noexcept {
  if (capture_)
    capture(frame);
  link_->send(frame);
}

void Port::capture(Frame frame) noexcept {
  capture_->add(frame, BurstClock::ofThread().now(background_) + captureOffset_,
                kind_ != PortKind::Loopback);
}

/// Counts the frame if it is dropped.
bool Port::dropsReceived(Frame frame) noexcept {
  const std::optional<FrameDrop> problem = sizeProblem(frame);
  if (problem)
    counters_->countReceiveError(*problem);
  return problem.has_value();
}

void Port::receive(Frame frame) noexcept {
  if (isInherited() || dropsReceived(frame))
    return;
  counters_->countReceived(frame.size());
  if (capture_ && kind_ != PortKind::Loopback && kind_ != PortKind::Pcap)
    capture(frame);
  receiver_.receive(frame);
}

/// From a link whose frames are in no capture.
bool Port::receiveIfReady(Frame frame) noexcept {
  if (isInherited() || dropsReceived(frame))
    return true;
  if (!receiver_.receiveIfReady(frame))
    return false;
  counters_->countReceived(frame.size());
  return true;
}

bool Port::canCarry(Frame frame) const noexcept {
  return frame.size() >= frameSizeMin && frame.size() <= mtu_ + frameOverhead;
}

/// A frame that the port drops needs no buffer.
bool Port::isReadyFor(Frame frame) const noexcept {
  return !canCarry(frame) || receiver_.isReadyFor(frame);
}

uint64_t Port::orderOf(Frame frame) const noexcept {
  return canCarry(frame) ? receiver_.orderOf(frame) : 0;
}

std::unique_ptr<Port> makePort(const PortSettings &settings,
                               const PortSurroundings &surroundings,
                               std::string &error) {
  auto port = std::make_unique<Port>(settings, surroundings);
  if (port->open(settings, surroundings, error))
    return port;
  error.insert(0, surroundings.name + ": ");
  return nullptr;
}

} // namespace dpa
