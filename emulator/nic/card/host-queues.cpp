// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks what the host program gives, and makes queues of it.
#include "emulator/nic/card/host-queues.h"

#include "base/log-line.h"
#include "emulator/nic/card/host-queue-memory.h"
#include "emulator/nic/card/queue-rules.h"
#include "emulator/nic/queue/doorbell-record.h"

#include <cstdarg>
#include <cstdio>

namespace dpa {
namespace {

constexpr const char *noNumber = "all numbers of the device are in use";

/// Reports about queues are lines of the log, up to a number.
class HostReports : public QueueLog {
public:
  explicit HostReports(std::string name) : name_(std::move(name)) {}

  void report(const char *format, ...) noexcept override {
    constexpr unsigned reportsMax = 100;
    const unsigned before = reports_.fetch_add(1, std::memory_order_relaxed);
    if (before >= reportsMax) {
      if (before == reportsMax)
        printLine("dpa-emulator", "warning",
                  "%s: further errors of queues will not be reported",
                  name_.c_str());
      return;
    }
    std::array<char, 256> text;
    std::va_list values;
    va_start(values, format);
    std::vsnprintf(text.data(), text.size(), format, values);
    va_end(values);
    printLine("dpa-emulator", "warning", "%s: %s", name_.c_str(), text.data());
  }

private:
  const std::string name_;
  std::atomic<unsigned> reports_ = 0;
};

uint64_t sizeOf(const RingSettings &ring) {
  return uint64_t(1) << (ring.logDepth + ring.logStride);
}

} // namespace

QueueMemory placeOfHostQueue(NetworkCard &card, const char *what,
                             const QueuePlace &place, uint64_t size,
                             uint64_t alignment, std::string &error) {
  if (place.umem != 0)
    return card.registered().at(place, what, size, alignment, error);
  if (place.address == 0)
    error = std::string(what) + " has no memory";
  else if (place.address % alignment != 0)
    error = std::string(what) + " at " + hex(place.address) + " is not " +
            std::to_string(alignment) + "-byte aligned";
  if (!error.empty())
    return {};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the interface has device addresses, too
  return QueueMemory(reinterpret_cast<std::byte *>(place.address));
}

void HostCqEvents::event(uint32_t /*queue*/) noexcept {
  const std::lock_guard guard(lock_);
  if (observer_)
    observer_->completionEvent(number_);
}

void HostCqEvents::overrun(uint32_t /*queue*/) noexcept {
  const std::lock_guard guard(lock_);
  if (observer_)
    observer_->completionQueueError(number_);
}

void HostCqEvents::close() {
  const std::lock_guard guard(lock_);
  observer_ = nullptr;
}

HostQueues::HostQueues(NetworkCard &card, const std::string &name)
    : card_(card), log_(std::make_shared<HostReports>(name)) {}

/// Empty: there is such a UAR, or none is named.
std::string HostQueues::checkUar(uint32_t uar) const {
  if (uar == 0 || card_.hostUars().baseOf(uar))
    return {};
  return "UAR " + hex(uar) + " does not belong to this program";
}

QueueMemory HostQueues::ringOfCq(const QueuePlace &ring, uint8_t logDepth,
                                 std::string &error) const {
  error = checkDepth(logDepth, completionsLogDepthMax);
  if (!error.empty())
    return {};
  return placeOfHostQueue(card_, "the ring", ring,
                          EmulatedCq::entrySize << logDepth,
                          EmulatedCq::entrySize, error);
}

HostCq HostQueues::createCq(const HostCqSettings &settings,
                            NicObserver &observer, std::string &error) {
  error = checkUar(settings.uar);
  if (error.empty() && settings.compression && settings.isCollapsed)
    error = "a collapsed queue cannot have compressed completions";
  if (!error.empty())
    return {};
  QueueMemory ring = ringOfCq(settings.ring, settings.logDepth, error);
  QueueMemory record;
  if (ring)
    record =
        placeOfHostQueue(card_, "the doorbell record", settings.doorbellRecord,
                         doorbellRecordSize, hostRecordAlignment, error);
  if (!record)
    return {};
  const uint32_t number = card_.numbers().completionQueues.take().value_or(0);
  if (number == 0) {
    error = noNumber;
    return {};
  }
  CqSettings common;
  common.logDepth = settings.logDepth;
  common.startsArmed = false;
  common.ignoresOverrun = settings.ignoresOverrun;
  common.isCollapsed = settings.isCollapsed;
  common.moderation = settings.moderation;
  common.uar = settings.uar;
  common.compression = settings.compression;
  HostCq cq;
  cq.events = std::make_shared<HostCqEvents>(observer, number);
  std::shared_ptr<EventTarget> target = cq.events;
  if (settings.usesHostEventQueue)
    target = card_.hostEvents();
  cq.queue = std::make_shared<EmulatedCq>(number, common, std::move(ring),
                                          std::move(record), target,
                                          &card_.background());
  card_.completionQueues().add(cq.queue);
  if (settings.uar != 0)
    completionQueues_.add(cq.queue);
  return cq;
}

bool HostQueues::resizeCq(HostCq &cq, const QueuePlace &ring,
                          uint8_t logDepth) {
  std::string error;
  QueueMemory memory = ringOfCq(ring, logDepth, error);
  return memory && cq.queue->resize(std::move(memory), logDepth);
}

CqRingChange HostQueues::changeRingOfCq(HostCq &cq, const QueuePlace &ring,
                                        uint8_t logDepth, std::string &error) {
  QueueMemory memory = ringOfCq(ring, logDepth, error);
  return memory ? cq.queue->changeRing(std::move(memory), logDepth)
                : CqRingChange::InvalidRing;
}

void HostQueues::destroyCq(HostCq &cq) {
  const uint32_t number = cq.queue->number();
  completionQueues_.remove(number);
  card_.completionQueues().remove(number);
  card_.hostEvents()->forget(number);
  cq.queue->close();
  cq.events->close();
  card_.numbers().completionQueues.giveBack(number);
}

std::shared_ptr<EmulatedQueuePair>
HostQueues::createQueuePair(const QueuePairSettings &settings,
                            NicObserver &observer, std::string &error) {
  error = checkQueuePair(settings);
  if (error.empty())
    error = checkUar(settings.uar);
  if (!error.empty())
    return nullptr;
  QueuePairParts parts;
  parts.settings = settings;
  if (settings.send.ring.address != 0 || settings.send.ring.umem != 0)
    parts.sendRing =
        placeOfHostQueue(card_, "the send ring", settings.send.ring,
                         sizeOf(settings.send), DPA_WQE_SEGMENT, error);
  if (settings.sharedReceiveQueue == 0 &&
      (settings.receive.ring.address != 0 || settings.receive.ring.umem != 0))
    parts.receiveRing =
        placeOfHostQueue(card_, "the receive ring", settings.receive.ring,
                         sizeOf(settings.receive), DPA_WQE_SEGMENT, error);
  if (error.empty())
    parts.record =
        placeOfHostQueue(card_, "the doorbell record", settings.doorbellRecord,
                         doorbellRecordSize, hostRecordAlignment, error);
  if (!error.empty())
    return nullptr;
  parts.log = log_;
  parts.observer = &observer;
  auto pair = card_.createQueuePair(std::move(parts), error);
  if (pair && settings.uar != 0)
    queuePairs_.add(pair);
  return pair;
}

void HostQueues::destroyQueuePair(EmulatedQueuePair &pair) {
  queuePairs_.remove(pair.number());
  card_.destroyQueuePair(pair);
}

std::shared_ptr<EmulatedSharedReceiveQueue>
HostQueues::createSharedReceiveQueue(const SharedReceiveQueueSettings &settings,
                                     NicObserver &observer,
                                     std::string &error) {
  error = checkReceiveRing(settings.receive);
  if (!error.empty())
    return nullptr;
  SharedReceiveQueueParts parts;
  parts.settings = settings;
  parts.ring =
      placeOfHostQueue(card_, "the ring", settings.receive.ring,
                       sizeOf(settings.receive), DPA_WQE_SEGMENT, error);
  if (parts.ring)
    parts.record =
        placeOfHostQueue(card_, "the doorbell record", settings.doorbellRecord,
                         doorbellRecordSize, hostRecordAlignment, error);
  if (!error.empty())
    return nullptr;
  parts.observer = &observer;
  return card_.createSharedQueue(parts, error);
}

} // namespace dpa
