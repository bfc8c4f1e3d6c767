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
  counters_.countDrop(FrameDrop::Incomplete);
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
      receiver_(context.receiver),
      cutFrames_(std::string(context.settings.target.view()),
                 context.counters) {}

std::shared_ptr<PcapSource>
PcapSource::create(std::unique_ptr<PcapBytes> bytes,
                   std::unique_ptr<PcapReader> reader,
                   const LinkContext &context) {
  std::shared_ptr<PcapSource> source(
      new PcapSource(std::move(bytes), std::move(reader), context));
  std::string error;
  source->read(error);
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

/// Reads the next whole frame.
void PcapSource::read(std::string &error) {
  bool hasFrame = reader_->next(error);
  while (hasFrame && (!cutFrames_.pass(*reader_) || reader_->frame().empty()))
    hasFrame = reader_->next(error);
  const std::lock_guard guard(lock_);
  isOver_ |= !hasFrame;
  frame_ = hasFrame ? reader_->frame() : Frame();
  if (start_ && hasFrame)
    due_ = dueOf(*reader_);
}

BackgroundWork::State PcapSource::state(uint64_t now) const noexcept {
  const std::lock_guard guard(lock_);
  if (isOver_)
    return State::Idle;
  if (frame_.empty()) // in a step
    return State::Waits;
  const bool isReady =
      isTimed_ && start_ ? due_ <= now : receiver_.isReadyFor(frame_);
  return isReady ? State::Ready : State::Waits;
}

uint64_t PcapSource::due() const noexcept {
  const std::lock_guard guard(lock_);
  return isTimed_ && start_ && !isOver_ && !frame_.empty() ? due_ : UINT64_MAX;
}

void PcapSource::step(uint64_t now) noexcept {
  const std::lock_guard stepping(stepping_);
  Frame frame;
  {
    const std::lock_guard guard(lock_);
    if (isOver_)
      return;
    std::swap(frame, frame_);
    if (!start_)
      start_ = now;
  }
  receiver_.receive(frame);
  try {
    std::string error;
    read(error);
    if (!error.empty())
      reportBadFile(error);
  } catch (const std::bad_alloc &) {
    reportBadFile("out of memory"); // fits without allocation
    const std::lock_guard guard(lock_);
    isOver_ = true;
  }
}

void PcapSource::close() {
  const std::lock_guard stepping(stepping_);
  const std::lock_guard guard(lock_);
  isOver_ = true;
}

} // namespace dpa
