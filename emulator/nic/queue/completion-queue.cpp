// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entries into the ring, events out of it.
#include "emulator/nic/queue/completion-queue.h"

#include "emulator/nic/queue/doorbell-record.h"
#include "emulator/nic/queue/held-events.h"
#include "emulator/nic/wire/big-endian.h"

#include <algorithm>
#include <mutex>

namespace dpa {
namespace {

std::optional<MiniCqeFormat> formatOf(const CqSettings &settings) {
  if (!settings.compression)
    return std::nullopt;
  return static_cast<MiniCqeFormat>(*settings.compression);
}

void traceCompletion(uint32_t queue, const Completion &completion) {
  trace::add({.kind = trace::Kind::Completion,
              .detail = static_cast<uint8_t>(completion.kind),
              .values = {queue, completion.queueNumber, completion.wqeIndex}});
}

void traceEvent(uint32_t queue, trace::QueueEvent event) {
  trace::add({.kind = trace::Kind::QueueEvent,
              .detail = static_cast<uint8_t>(event),
              .values = {queue}});
}

/// Writes the last word, which has just been written at once.
void setOwner(CqeBytes &entry, uint8_t owner) {
  std::byte *last = entry.data() + entry.size() - sizeof(uint64_t);
  storeBig64(last, loadBig64(last) | owner);
}

CqModeration moderationOf(CqModeration moderation, bool hasTime) {
  if (!hasTime)
    moderation.count = moderation.period = 0;
  return moderation;
}

} // namespace

EmulatedCq::EmulatedCq(uint32_t number, const CqSettings &settings,
                       QueueMemory ring, QueueMemory record,
                       std::weak_ptr<EventTarget> target,
                       Background *background)
    : number_(number), settings_(settings), record_(std::move(record)),
      target_(std::move(target)), background_(background),
      ring_(std::move(ring)),
      moderation_(moderationOf(settings.moderation, background != nullptr)),
      compression_(formatOf(settings)), isArmed_(settings.startsArmed) {}

/// Those that are collected will need one entry.
bool EmulatedCq::isFull(uint32_t consumed) const {
  const uint32_t next = produced_ + (compression_.isEmpty() ? 0 : 1);
  return ((next - consumed) & indexMask) >= 1u << logDepth_;
}

/// Reads the record only if there was no room when it was read last. One that cannot
/// be read leaves none.
bool EmulatedCq::isFull() const {
  if (!isFull(consumed_.load(std::memory_order_acquire)))
    return false;
  const std::optional<uint32_t> consumed =
      readDoorbellRecord(record_, DPA_DBR_CQ_CI);
  if (!consumed)
    return true;
  consumed_.store(*consumed, std::memory_order_release);
  return isFull(*consumed);
}

/// The offset of an entry in the ring.
uint64_t EmulatedCq::placeOf(uint32_t index) const {
  return settings_.isCollapsed ? 0
                               : (index & ((1u << logDepth_) - 1)) * entrySize;
}

/// Passes through the ring before an entry.
uint8_t EmulatedCq::validity(uint32_t index) const {
  return static_cast<uint8_t>(index >> logDepth_);
}

/// The word with the owner bit is written last: a reader that sees it sees the
/// others.
EmulatedCq::Push EmulatedCq::write(uint32_t index, CqeBytes &entry) {
  setOwner(entry, validity(index) & 1);
  const uint64_t place = placeOf(index);
  if (const std::byte *ring = ring_.mapped(); ring && observer_)
    observer_->cardWrites(ring + place, entrySize, CardObject::CompletionEntry);
  if (ring_.publish(place, entry))
    return Push::Done;
  isBroken_ = true;
  return Push::Unmapped;
}

EmulatedCq::Push EmulatedCq::writeNext(CqeBytes &&entry) {
  const Push written = write(produced_, entry);
  if (written == Push::Done)
    produced_.store(produced_ + 1, std::memory_order_relaxed);
  return written;
}

EmulatedCq::Push EmulatedCq::writeCollected() {
  if (compression_.isEmpty())
    return Push::Done;
  return writeNext(compression_.take(validity(produced_)));
}

/// Without a lock where possible, since it is asked for each frame.
bool EmulatedCq::hasRoom() const {
  if (isBroken_ || ignoresOverrun_)
    return true;
  if (!compression_.isOn())
    return !isFull();
  std::lock_guard guard(lock_);
  return !isFull();
}

/// A started target stays started, so this is looked up only until then.
bool EmulatedCq::isTargetStarted() const {
  if (settings_.thread == 0 && settings_.eventQueue == 0)
    return true;
  if (hasStartedTarget_.load(std::memory_order_relaxed))
    return !target_.expired();
  const std::shared_ptr<EventTarget> target = target_.lock();
  const bool isStarted = target && target->isStarted();
  hasStartedTarget_.store(isStarted, std::memory_order_relaxed);
  return isStarted;
}

void EmulatedCq::close() {
  std::lock_guard guard(lock_);
  isBroken_ = true;
  due_ = never;
  ring_.release();
  record_.release();
}

/// Writes the completion, or collects it if the queue has compression.
inline EmulatedCq::Push EmulatedCq::add(const Completion &completion) {
  if (compression_.isOn()) [[unlikely]]
    return addCompressed(completion);
  if (!ignoresOverrun_ && isFull()) {
    isBroken_ = true;
    return Push::Overrun;
  }
  return writeNext(writeCqe(completion));
}

/// One that is collected behind others needs no entry of its own.
EmulatedCq::Push EmulatedCq::addCompressed(const Completion &completion) {
  const bool fits = background_ && compression_.fits(completion);
  if ((!fits || compression_.isEmpty()) && !ignoresOverrun_ && isFull()) {
    isBroken_ = true;
    return Push::Overrun;
  }
  if (fits) {
    compression_.collect(completion);
    return compression_.isFull() ? writeCollected() : Push::Done;
  }
  if (!compression_.isEmpty())
    if (Push pushed = writeCollected(); pushed != Push::Done)
      return pushed;
  compression_.setTitle(completion);
  return writeNext(writeCqe(completion, validity(produced_)));
}

bool EmulatedCq::isUrgent(const Completion &completion) {
  return completion.isSolicited ||
         completion.kind == Completion::Kind::SendError ||
         completion.kind == Completion::Kind::ReceiveError;
}

EmulatedCq::Push EmulatedCq::push(Completion &completion) {
  Push pushed = Push::Done;
  completion.timestamp =
      background_ ? BurstClock::ofThread().now(*background_) : 0;
  {
    std::lock_guard guard(lock_);
    if (isBroken_)
      return Push::Broken;
    // Another thread may have read the clock later, but pushed its completion earlier.
    newest_ = std::max(newest_, completion.timestamp);
    completion.timestamp = newest_;
    pushed = add(completion);
    if (pushed == Push::Done) {
      if (isUrgent(completion))
        urgent_ = produced_;
      const uint64_t at = moderation_.usesTime() ? completion.timestamp : 0;
      if (!isForSolicited_ || isUrgent(completion))
        moderation_.completed(at);
      if (trace::isOn())
        traceCompletion(number_, completion);
      if (!takeEvent(at)) {
        cause_.keep();
        if (mayRaise() || !compression_.isEmpty() || due_ != never)
          postLater();
        return Push::Done;
      }
    }
  }
  if (pushed != Push::Done && trace::isOn())
    traceEvent(number_, trace::QueueEvent::Overrun);
  if (pushed == Push::Done)
    fire();
  else if (std::shared_ptr<EventTarget> target = target_.lock())
    target->overrun(number_);
  return pushed;
}

void EmulatedCq::arm(uint32_t consumerIndex, bool solicited) {
  {
    std::lock_guard guard(lock_);
    if (isBroken_)
      return;
    writeCollected();
    const uint32_t newest = solicited ? urgent_ : produced_.load();
    const uint32_t beyond = (newest - consumerIndex) & indexMask;
    isArmed_ = true;
    isForSolicited_ = solicited;
    moderation_.setPending(beyond <= indexMask / 2 ? beyond : 0);
    if (!takeEvent(moderation_.usesTime() ? now() : 0)) {
      postLater();
      return;
    }
  }
  fire();
}

/// Above the index are a sequence number, which distinguishes requests at the same index,
/// and the bit for solicited completions.
bool EmulatedCq::armFromRecord() {
  constexpr uint32_t solicited = 1u << 24;
  std::optional<uint32_t> word;
  {
    const std::lock_guard guard(lock_);
    if (!isBroken_)
      word = readDoorbellRecord(record_, DPA_DBR_CQ_ARM);
  }
  if (!word || recordedArm_.exchange(*word) == *word)
    return false;
  arm(*word & indexMask, (*word & solicited) != 0);
  return true;
}

/// Whether an event has to be raised, which disarms the queue. What it reports is
/// in the ring before.
bool EmulatedCq::takeEvent(uint64_t now) {
  if (!mayRaise() || moderation_.due() > now)
    return false;
  writeCollected();
  isArmed_ = false;
  moderation_.raised(now);
  return true;
}

/// Lets step() run when there will be something to do.
void EmulatedCq::postLater() {
  uint64_t due = never;
  if (!compression_.isEmpty())
    due = 0;
  else if (mayRaise())
    due = moderation_.due();
  if (due_.load(std::memory_order_relaxed) ==
      due) // changes under the lock only
    return;
  const bool wasPosted = due_.exchange(due) != never;
  if (background_ && !wasPosted && due != never)
    background_->post(weak_from_this().lock());
}

BackgroundWork::State EmulatedCq::state(uint64_t now) const noexcept {
  const uint64_t due = due_;
  if (due == never)
    return State::Idle;
  return due <= now ? State::Ready : State::Waits;
}

void EmulatedCq::step(uint64_t now) noexcept {
  const trace::Causing causing(cause_.kept());
  {
    std::lock_guard guard(lock_);
    if (isBroken_) {
      due_ = never;
      return;
    }
    writeCollected();
    if (!takeEvent(now)) {
      postLater();
      return;
    }
    due_ = never;
  }
  fire();
}

void EmulatedCq::fire() const {
  if (trace::isOn())
    traceEvent(number_, trace::QueueEvent::Completion);
  HeldEvents::ofThread().add(target_, number_);
}

CqModeration EmulatedCq::moderation() const {
  std::lock_guard guard(lock_);
  return moderation_.settings();
}

void EmulatedCq::setModeration(const CqModeration &moderation) {
  bool isDue = false;
  {
    std::lock_guard guard(lock_);
    moderation_.set(moderationOf(moderation, background_ != nullptr));
    const uint64_t at = now();
    isDue = !isBroken_ && takeEvent(at);
    if (!isDue)
      postLater();
  }
  if (isDue)
    fire();
}

} // namespace dpa
