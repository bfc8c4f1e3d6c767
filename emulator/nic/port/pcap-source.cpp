// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One frame is read ahead, so that state() can ask whether it has a buffer.
#include "emulator/nic/port/pcap-source.h"

#include "base/log-line.h"

#include <new>

namespace dpa {

bool CutFrames::pass(const PcapReader &reader) {
  if (!reader.isCut())
    return true;
  counters_.countReceiveError(FrameDrop::Incomplete);
  if (!isReported_)
    printLine("dpa-emulator", "warning",
              "%s: dropped frame %llu, of which the file has %zu of %zu bytes "
              "(expected whole frames: tcpdump -s 0); others will be counted, "
              "not reported",
              file_.c_str(), static_cast<unsigned long long>(reader.number()),
              reader.frame().size(), reader.size());
  isReported_ = true;
  return false;
}

void reportBadFile(const std::string &error) {
  printLine("dpa-emulator", "error", "%s; the port receives nothing more",
            error.c_str());
}

PcapSource::PcapSource(std::unique_ptr<PcapBytes> bytes,
                       std::unique_ptr<PcapReader> reader,
                       const LinkContext &context)
    : isTimed_(context.settings.times == PcapTimes::Recorded),
      bytes_(std::move(bytes)), reader_(std::move(reader)),
      receiver_(context.receiver), background_(context.background),
      cutFrames_(std::string(context.settings.target.view()),
                 context.counters) {}

std::shared_ptr<PcapSource>
PcapSource::create(std::unique_ptr<PcapBytes> bytes,
                   std::unique_ptr<PcapReader> reader,
                   const LinkContext &context) {
  std::shared_ptr<PcapSource> source(
      new PcapSource(std::move(bytes), std::move(reader), context));
  source->self_ = source;
  std::string error;
  source->setNext(source->next(error));
  source->firstStamp_ = source->reader_->time();
  if (!error.empty())
    reportBadFile(error);
  else if (source->reader_->number() == 0)
    printLine("dpa-emulator", "warning",
              "%s: the file has no frames; the port receives nothing",
              std::string(context.settings.target.view()).c_str());
  return source;
}

/// Time stamps that are out of order do not wait.
uint64_t PcapSource::dueOf(const PcapReader &reader) const {
  return start_.value_or(0) +
         (reader.time() > firstStamp_ ? reader.time() - firstStamp_ : 0);
}

/// Whether the record that was read last is a whole frame.
bool PcapSource::hasFrame() {
  return cutFrames_.pass(*reader_) && !reader_->frame().empty();
}

/// The next whole frame; empty at the end.
Frame PcapSource::next(std::string &error) {
  while (reader_->next(error))
    if (hasFrame())
      return reader_->frame();
  return {};
}

void PcapSource::setNext(Frame frame) {
  const std::lock_guard guard(lock_);
  isOver_ |= frame.empty();
  frame_ = frame;
  if (start_ && !frame.empty())
    due_ = dueOf(*reader_);
}

BackgroundWork::State PcapSource::state(uint64_t now) const noexcept {
  std::unique_lock guard(lock_);
  if (isOver_)
    return State::Idle;
  if (const std::shared_ptr<PcapLanes> lanes = lanes_) {
    guard.unlock();
    return lanes->state(0);
  }
  if (frame_.empty()) // in a step
    return State::Waits;
  const bool isReady =
      isTimed_ && start_ ? due_ <= now : receiver_.isReadyFor(frame_);
  return isReady ? State::Ready : State::Waits;
}

bool PcapSource::isIdle(uint64_t /*now*/) const noexcept {
  const std::lock_guard guard(lock_);
  return isOver_;
}

uint64_t PcapSource::due() const noexcept {
  const std::lock_guard guard(lock_);
  return isTimed_ && start_ && !isOver_ && !frame_.empty() ? due_ : UINT64_MAX;
}

/// The frame, and those after it that find a buffer; returns the first that does
/// not.
Frame PcapSource::handOverSome(Frame frame, std::string &error) {
  constexpr unsigned framesMax = 32; // other work waits meanwhile
  const unsigned looked = steps_++ % framesMax;
  for (unsigned i = 0; i < framesMax && !frame.empty(); ++i) {
    hasSeveralOrders_ |= i == looked && findsOrders(frame);
    if (!receiver_.receiveIfReady(frame))
      return frame;
    frame = next(error);
  }
  return frame;
}

/// Frames that have a time are handed over one by one.
Frame PcapSource::handOver(Frame frame, std::string &error) {
  if (!isTimed_)
    return handOverSome(frame, error);
  receiver_.receive(frame);
  return next(error);
}

/// Called for one frame in each step, each time at another position. True: this frame and an
/// earlier one may be handed over at the same time.
bool PcapSource::findsOrders(Frame frame) {
  if (isTimed_ || background_.laneCount() == 1)
    return false;
  const uint64_t order = receiver_.orderOf(frame);
  if (firstOrder_ == 0)
    firstOrder_ = order;
  return order != 0 && order != firstOrder_;
}

/// Lanes deliver `frame`, which is the next one, and all after it. Without memory this work
/// continues alone, and tries again later.
void PcapSource::useLanes(Frame frame) {
  hasSeveralOrders_ = false;
  std::shared_ptr<PcapLanes> lanes;
  try {
    PcapLanes::Source &own = *this;
    lanes = std::make_shared<PcapLanes>(own, frame, receiver_, background_);
    lanes->makeWorks(self_.lock());
  } catch (const std::bad_alloc &) {
    if (lanes)
      lanes->close();
    return;
  }
  {
    const std::lock_guard guard(lock_);
    lanes_ = lanes;
  }
  lanes->start();
}

/// For lanes.
bool PcapSource::nextFrame(Frame &frame) {
  std::string error;
  while (!reader_->needsBuffer()) {
    const bool isRead = reader_->next(error);
    if (isRead && !hasFrame())
      continue;
    frame = isRead ? reader_->frame() : Frame();
    if (!error.empty())
      reportBadFile(error);
    return true;
  }
  return false;
}

void PcapSource::step(uint64_t now) noexcept {
  const std::lock_guard stepping(stepping_);
  if (lanes_)
    return lanes_->step(0);
  Frame frame;
  {
    const std::lock_guard guard(lock_);
    if (isOver_)
      return;
    std::swap(frame, frame_);
    if (!start_)
      start_ = now;
  }
  std::string error;
  receiver_.beginBurst();
  try {
    frame = handOver(frame, error);
  } catch (const std::bad_alloc &) {
    error = "out of memory"; // fits without allocation
    frame = {};
  }
  receiver_.endBurstAndHelp(Background::Next::Works);
  setNext(frame);
  if (hasSeveralOrders_ && !frame.empty())
    useLanes(frame);
  if (!error.empty())
    reportBadFile(error);
}

void PcapSource::close() {
  std::shared_ptr<PcapLanes> lanes;
  {
    const std::lock_guard stepping(stepping_);
    const std::lock_guard guard(lock_);
    isOver_ = true;
    lanes = lanes_;
  }
  if (lanes)
    lanes->close();
}

} // namespace dpa
