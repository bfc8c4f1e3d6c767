// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Order of locks: that of a lane, then readLock_.
#include "emulator/nic/port/pcap-lanes.h"

#include "base/log-line.h"
#include "emulator/nic/port/pcap-reader.h"

#include <algorithm>
#include <new>

namespace dpa {
namespace {

/// Of a lane, as its other work waits. As many as queues often hold, because each step has an
/// activation of the handler; fewer long ones, so that their answers fit into
/// what a thread collects for a capture.
constexpr unsigned framesInStep = 64;
constexpr size_t bytesInStep = size_t(48) << 10;
/// A lane with fewer frames reads some, so that it still has frames to deliver while another
/// lane reads.
constexpr unsigned framesMin = 2 * framesInStep;
constexpr unsigned framesInRead = 8 * framesInStep; ///< of all lanes

} // namespace

/// The background work of lanes 1 and up.
class PcapLanes::Work : public BackgroundWork {
public:
  Work(std::shared_ptr<PcapLanes> lanes, unsigned lane)
      : lanes_(std::move(lanes)), lane_(lane) {}
  State state(uint64_t /*now*/) const noexcept override {
    return lanes_->state(lane_);
  }
  void step(uint64_t /*now*/) noexcept override { lanes_->step(lane_); }

private:
  const std::shared_ptr<PcapLanes> lanes_;
  const unsigned lane_;
};

PcapLanes::PcapLanes(Source &source, Frame first, FrameReceiver &receiver,
                     Background &background)
    : source_(source), receiver_(receiver), background_(background),
      blocks_(background.laneCount()), first_(first.begin(), first.end()),
      frame_(first_) {
  for (unsigned i = 0; i < background.laneCount(); ++i)
    lanes_.push_back(std::make_unique<Lane>());
}

void PcapLanes::makeWorks(std::shared_ptr<BackgroundWork> first) {
  lanes_[0]->work = std::move(first);
  const std::shared_ptr<PcapLanes> self = weak_from_this().lock();
  for (unsigned i = 1; i < lanes_.size(); ++i)
    lanes_[i]->work = std::make_shared<Work>(self, i);
}

void PcapLanes::start() noexcept {
  for (unsigned i = 1; i < lanes_.size(); ++i)
    background_.postTo(i, lanes_[i]->work);
}

void PcapLanes::close() {
  for (const auto &lane : lanes_)
    lane->lock.lock();
  isClosed_ = true;
  for (const auto &lane : lanes_)
    lane->work = nullptr; // has a reference to this object
  for (const auto &lane : lanes_)
    lane->lock.unlock();
}

BackgroundWork::State PcapLanes::state(unsigned lane) noexcept {
  using State = BackgroundWork::State;
  const std::lock_guard guard(lanes_[lane]->lock);
  if (isClosed_)
    return State::Idle;
  const Frame frame = lanes_[lane]->ring.front();
  if (frame.empty())
    return stateOfReader();
  return receiver_.isReadyFor(frame) ? State::Ready : State::Waits;
}

/// While another lane reads, it may read frames for this one.
BackgroundWork::State PcapLanes::stateOfReader() {
  using State = BackgroundWork::State;
  const std::unique_lock guard(readLock_, std::try_to_lock);
  if (!guard)
    return State::Waits;
  if (isAtEnd_)
    return State::Idle;
  const bool canRead =
      frame_.empty() ? !needsBlock_ || blocks_.hasFree(lanes_) : hasPlace();
  return canRead ? State::Ready : State::Waits;
}

bool PcapLanes::hasPlace() {
  if (awaited_)
    return awaited_->ring.hasRoom();
  return areEmpty() && receiver_.isReadyFor(frame_);
}

void PcapLanes::step(unsigned index) noexcept {
  Lane &lane = *lanes_[index];
  const std::lock_guard guard(lane.lock);
  if (isClosed_)
    return;
  receiver_.beginBurst();
  if (lane.ring.size() < framesMin)
    read(index);
  deliverSome(lane.ring);
  lane.ring.release();
  receiver_.endBurstAndHelp(Background::Next::Shares);
}

void PcapLanes::deliverSome(FrameRing &ring) {
  size_t bytes = 0;
  for (unsigned i = 0; i < framesInStep && bytes < bytesInStep; ++i) {
    const Frame frame = ring.front();
    if (frame.empty() || !receiver_.receiveIfReady(frame))
      return;
    bytes += frame.size();
    ring.pop();
  }
}

/// Reads frames for all lanes, unless another lane is reading.
void PcapLanes::read(unsigned reader) {
  const std::unique_lock guard(readLock_, std::try_to_lock);
  if (!guard)
    return;
  try {
    readSome(reader);
  } catch (const std::bad_alloc &) {
    printLine("dpa-emulator", "error",
              "out of memory; the port receives nothing more");
    isAtEnd_ = true;
    frame_ = {};
  }
  publish(reader);
}

void PcapLanes::readSome(unsigned reader) {
  for (unsigned i = 0; i < framesInRead && !isAtEnd_; ++i) {
    if ((frame_.empty() && !readNext()) || isAtEnd_ || !place())
      return;
    frame_ = {};
    if (i % framesInStep == framesInStep - 1)
      publish(reader);
  }
}

/// False: the next frame needs a block that lanes still use.
bool PcapLanes::readNext() {
  while (needsBlock_ || !source_.nextFrame(frame_)) {
    needsBlock_ = true;
    if (!blocks_.hasFree(lanes_))
      return false;
    blocks_.exchange(source_, lanes_);
    needsBlock_ = false;
  }
  isAtEnd_ = frame_.empty();
  return true;
}

/// Wakes other lanes that had no frames.
void PcapLanes::publish(unsigned reader) {
  for (unsigned i = 0; i < lanes_.size(); ++i) {
    Lane &lane = *lanes_[i];
    const bool wasEmpty = lane.ring.isEmpty();
    lane.ring.publish();
    if (i != reader && wasEmpty && !lane.ring.isEmpty())
      background_.postTo(i, lane.work);
  }
}

/// Puts frame_ into the ring of its lane, or delivers it alone. False: it has to wait.
bool PcapLanes::place() {
  awaited_ = nullptr;
  uint64_t order = receiver_.orderOf(frame_);
  for (uint64_t version = receiver_.orderVersion(); version != version_;
       version = receiver_.orderVersion()) {
    if (!areEmpty())
      return false;
    version_ = version;
    laneOfOrder_.clear();
    known_.fill({});
    order = receiver_.orderOf(frame_);
  }
  if (order == 0 || frame_.size() > PcapReader::keptSizeMax)
    return areEmpty() && receiver_.receiveIfReady(frame_);
  awaited_ = &laneOf(order);
  if (!awaited_->ring.hasRoom())
    return false;
  awaited_->ring.put(frame_);
  return true;
}

/// Under readLock_.
bool PcapLanes::areEmpty() const {
  return std::ranges::all_of(lanes_, [](const auto &lane) {
    return lane->ring.hasReleased(lane->ring.added());
  });
}

/// New orders are assigned to the lanes in turn.
PcapLanes::Lane &PcapLanes::laneOf(uint64_t order) {
  Known &known = known_[order % known_.size()];
  if (known.order == order)
    return *known.lane;
  const auto [found, isNew] = laneOfOrder_.try_emplace(order);
  if (isNew)
    found->second = lanes_[(laneOfOrder_.size() - 1) % lanes_.size()].get();
  known = {order, found->second};
  return *found->second;
}

} // namespace dpa
