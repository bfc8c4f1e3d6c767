// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The queue of frames that wait, and the one that is held until the next has
// been sent. No lock is held while a frame is sent: on a loopback port that
// calls the card.
#include "emulator/nic/port/delay-line.h"

#include <algorithm>
#include <exception>

namespace dpa {

DelayLine::DelayLine(const Impairments &settings, Background &background,
                     FrameSink &sink, PortCounters &counters)
    : settings_(settings), background_(background), sink_(sink),
      counters_(counters), fates_(settings) {}

/// The moment at which there is something to do.
void DelayLine::updateDue() {
  uint64_t due = UINT64_MAX;
  for (const Queue *each : {&queue_, &held_})
    if (!each->empty())
      due = std::min(due, each->front().due);
  due_ = due;
}

/// Sends it now, or later if there is a delay.
void DelayLine::emit(Waiting frame, uint64_t now, Ready &ready) {
  frame.due = now + settings_.delay;
  if (settings_.delay == 0) {
    ready.push_back(std::move(frame));
    return;
  }
  waiting_ += frame.bytes.size();
  queue_.push_back(std::move(frame));
}

/// Puts what is to be sent at once into `ready`.
void DelayLine::add(Frame frame, uint64_t now, Ready &ready) {
  const FrameFate fate = fates_.next();
  if (fate.isLost) {
    counters_.countDrop(FrameDrop::Lost);
    return;
  }
  if (waiting_ + frame.size() > waitingMax) {
    counters_.countDrop(FrameDrop::NoRoom);
    return;
  }
  Waiting waiting = {
      {frame.begin(), frame.end()}, 0, fate.isDuplicated ? 2u : 1u};
  if (fate.isReordered && held_.empty()) {
    waiting.due = now + settings_.delay + reorderWait;
    waiting_ += waiting.bytes.size();
    held_.push_back(std::move(waiting));
    return;
  }
  emit(std::move(waiting), now, ready);
  if (!held_.empty()) {
    Waiting before = std::move(held_.front());
    held_.clear();
    waiting_ -= before.bytes.size();
    emit(std::move(before), now, ready);
  }
}

void DelayLine::send(Frame frame) noexcept {
  Ready ready;
  try {
    const uint64_t now = background_.now();
    const std::lock_guard guard(lock_);
    add(frame, now, ready);
    updateDue();
  } catch (const std::exception &) { // memory has run out
    counters_.countDrop(FrameDrop::NoRoom);
  }
  for (const Waiting &each : ready)
    for (unsigned copy = 0; copy < each.copies; ++copy)
      sink_.transmit(each.bytes);
  if (due_ != UINT64_MAX)
    background_.post(weak_from_this().lock());
}

BackgroundWork::State DelayLine::state(uint64_t now) const noexcept {
  const uint64_t due = due_;
  return due == UINT64_MAX ? State::Idle
         : due <= now      ? State::Ready
                           : State::Waits;
}

/// Sends one frame.
void DelayLine::step(uint64_t now) noexcept {
  const std::lock_guard stepping(stepping_);
  Waiting next;
  next.copies = 0;
  {
    const std::lock_guard guard(lock_);
    for (Queue *each : {&queue_, &held_})
      if (next.copies == 0 && !each->empty() && each->front().due <= now) {
        next = std::move(each->front());
        each->pop_front();
        waiting_ -= next.bytes.size();
      }
    updateDue();
  }
  for (unsigned copy = 0; copy < next.copies && !isClosed_; ++copy)
    sink_.transmit(next.bytes);
}

void DelayLine::close() {
  const std::lock_guard stepping(stepping_);
  isClosed_ = true;
  const std::lock_guard guard(lock_);
  queue_.clear();
  held_.clear();
  updateDue();
}

} // namespace dpa
