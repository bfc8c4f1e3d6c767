// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues of the host: checks of their settings, their memory.
#include "emulator/process/process-card.h"

#include "base/bytes.h"
#include "emulator/nic/card/queue-rules.h"
#include "emulator/nic/queue/doorbell-record.h"

namespace dpa {
namespace {

std::string noUar(uint32_t uar) {
  return "UAR " + hex(uar) + " does not belong to this process";
}

std::string noExtension(uint32_t device) {
  return "no UAR of this process is extended to device " +
         std::to_string(device);
}

bool hasPlace(const RingSettings &ring) {
  return ring.ring.address != 0 || ring.ring.umem != 0;
}

} // namespace

/// The memory of a part of a queue. Null, with a message in `error`.
QueueMemory ProcessCard::memoryAt(ProcessNic &nic, const std::string &what,
                                  const QueuePlace &place, uint64_t size,
                                  uint64_t alignment, std::string &error) {
  if (place.umem != 0)
    return nic.card().registered().at(place, what, size, alignment, error);
  std::byte *memory = core_.memory().hostData(place.address, size);
  if (place.address % alignment != 0)
    error = what + " at " + hex(place.address) + " is not " +
            std::to_string(alignment) + "-byte aligned";
  else if (!memory)
    error =
        what + " at " + hex(place.address) + " is not in the process's memory";
  else
    return {memory};
  return {};
}

QueueMemory ProcessCard::ringAt(ProcessNic &nic, const QueuePlace &place,
                                uint64_t size, uint64_t alignment,
                                std::string &error) {
  return memoryAt(nic, "the ring of " + std::to_string(size) + " bytes", place,
                  size, alignment, error);
}

QueueMemory ProcessCard::recordAt(ProcessNic &nic, const QueuePlace &place,
                                  std::string &error) {
  return memoryAt(nic, "the doorbell record", place, doorbellRecordSize,
                  doorbellRecordSize, error);
}

/// What is wrong with the settings; empty: nothing.
std::string ProcessCard::checkCq(ProcessNic &nic, const CqSettings &settings) {
  std::string problem = checkDepth(settings.logDepth, completionsLogDepthMax);
  if (!problem.empty())
    return problem;
  if (!nic.hasUar(settings.uar))
    return noUar(settings.uar);
  if (settings.thread != 0 && !core_.threads().find(settings.thread))
    return "its thread does not belong to this process";
  if (settings.eventQueue != 0 && !nic.eventQueue(settings.eventQueue))
    return "event queue " + hex(settings.eventQueue) +
           " does not belong to this process";
  if (settings.compression && settings.isCollapsed)
    return "a collapsed queue cannot have compressed completions";
  return {};
}

std::shared_ptr<EmulatedCq> ProcessCard::createCq(const CqSettings &settings,
                                                  std::string &error) {
  ProcessNic *found = nicOn(settings.device);
  if (!found) {
    error = noExtension(settings.device);
    return nullptr;
  }
  ProcessNic &nic = *found;
  error = checkCq(nic, settings);
  if (!error.empty())
    return nullptr;
  QueueMemory ring =
      ringAt(nic, settings.ring, EmulatedCq::entrySize << settings.logDepth,
             EmulatedCq::entrySize, error);
  QueueMemory record;
  if (ring)
    record = recordAt(nic, settings.doorbellRecord, error);
  if (!record)
    return nullptr;
  std::weak_ptr<EventTarget> target = core_.threads().find(settings.thread);
  if (settings.eventQueue != 0)
    target = nic.eventQueue(settings.eventQueue);
  auto cq = nic.createCq(settings, ring, record, std::move(target));
  if (!cq)
    error = noNumber;
  else
    observe(*cq, settings, record);
  return cq;
}

std::shared_ptr<EmulatedEq> ProcessCard::createEq(const EqSettings &settings,
                                                  std::string &error) {
  ProcessNic &nic = nic_;
  std::shared_ptr<EmulatedThread> thread;
  if (settings.thread != 0)
    thread = core_.threads().find(settings.thread);
  QueueMemory ring;
  error = checkDepth(settings.logDepth, completionsLogDepthMax);
  if (!error.empty())
    return nullptr;
  if (!nic_.hasUar(settings.uar))
    error = noUar(settings.uar);
  else if (settings.thread != 0 && !thread)
    error = "its thread does not belong to this process";
  else
    ring =
        ringAt(nic, settings.ring, EmulatedEq::entrySize << settings.logDepth,
               EmulatedEq::entrySize, error);
  if (!ring)
    return nullptr;
  auto eq = nic_.createEq(settings, ring, thread, queueLog_);
  if (!eq)
    error = noNumber;
  return eq;
}

/// What is wrong with the settings; empty: nothing.
std::string ProcessCard::checkWorkQueue(ProcessNic &nic,
                                        const WorkQueueSettings &settings,
                                        unsigned logStrideMin,
                                        unsigned logStrideMax) {
  std::string problem = checkRing({.ring = settings.ring,
                                   .logDepth = settings.logDepth,
                                   .logStride = settings.logStride},
                                  logStrideMin, logStrideMax);
  if (!problem.empty())
    return problem;
  if (!nic.hasUar(settings.uar))
    return noUar(settings.uar);
  if (!nic.card().keys()->hasDomain(settings.domain))
    return "its protection domain does not belong to this device";
  return {};
}

/// The memory of a ring of a queue pair.
QueueMemory ProcessCard::ringAt(ProcessNic &nic, const char *what,
                                const RingSettings &ring, std::string &error) {
  const uint64_t stride = uint64_t(1) << ring.logStride;
  const uint64_t size = stride << ring.logDepth;
  return memoryAt(nic, what + std::to_string(size) + " bytes", ring.ring, size,
                  stride, error);
}

std::shared_ptr<EmulatedSharedReceiveQueue>
ProcessCard::createSharedReceiveQueue(
    const SharedReceiveQueueSettings &settings, std::string &error) {
  ProcessNic *found = nicOn(settings.device);
  if (!found) {
    error = noExtension(settings.device);
    return nullptr;
  }
  ProcessNic &nic = *found;
  error = checkRing(settings.receive,
                    DPA_RQ_LOG_STRIDE_MIN + (settings.isLinkedList ? 1 : 0),
                    DPA_RQ_LOG_STRIDE_MAX);
  if (!error.empty())
    return nullptr;
  SharedReceiveQueueParts parts;
  parts.settings = settings;
  parts.ring = ringAt(nic, "the ring of ", settings.receive, error);
  if (parts.ring)
    parts.record = recordAt(nic, settings.doorbellRecord, error);
  if (!parts.record)
    return nullptr;
  parts.observer = events_.get();
  parts.accesses = core_.cardObserver();
  return nic.createSharedQueue(parts, error);
}

std::shared_ptr<EmulatedQueuePair>
ProcessCard::createQueuePair(const QueuePairSettings &settings,
                             std::string &error) {
  ProcessNic *found = nicOn(settings.device);
  if (!found) {
    error = noExtension(settings.device);
    return nullptr;
  }
  ProcessNic &nic = *found;
  error = checkQueuePair(settings);
  if (error.empty() && !nic.hasUar(settings.uar))
    error = noUar(settings.uar);
  if (!error.empty())
    return nullptr;
  QueueMemory send;
  if (hasPlace(settings.send))
    send = ringAt(nic, "the send ring of ", settings.send, error);
  QueueMemory receive;
  if (error.empty() && settings.sharedReceiveQueue == 0 &&
      hasPlace(settings.receive))
    receive = ringAt(nic, "the receive ring of ", settings.receive, error);
  QueueMemory record;
  if (error.empty())
    record = recordAt(nic, settings.doorbellRecord, error);
  if (!record)
    return nullptr;
  QueuePairParts parts;
  parts.settings = settings;
  if (receive)
    record = viewOf(record, settings.doorbellRecord.address, settings.receive,
                    receive, false);
  parts.sendRing = std::move(send);
  parts.receiveRing = std::move(receive);
  parts.record = record;
  parts.log = queueLog_;
  parts.observer = events_.get();
  parts.accesses = core_.cardObserver();
  auto pair = nic.createQueuePair(std::move(parts), error);
  if (!pair)
    removeView(record);
  return pair;
}

/// Nothing on failure, with a message in `error`.
std::optional<WorkQueueParts>
ProcessCard::partsOf(const WorkQueueSettings &settings, unsigned logStrideMin,
                     unsigned logStrideMax, std::string &error) {
  ProcessNic *found = nicOn(settings.device);
  if (!found) {
    error = noExtension(settings.device);
    return std::nullopt;
  }
  ProcessNic &nic = *found;
  error = checkWorkQueue(nic, settings, logStrideMin, logStrideMax);
  if (!error.empty())
    return std::nullopt;
  const uint64_t stride = uint64_t(1) << settings.logStride;
  QueueMemory ring =
      ringAt(nic, settings.ring, stride << settings.logDepth, stride, error);
  QueueMemory record;
  if (ring)
    record = recordAt(nic, settings.doorbellRecord, error);
  if (!record)
    return std::nullopt;
  WorkQueueParts parts;
  parts.settings = settings;
  parts.completions =
      nic.card().completionQueues().find(settings.completionQueue);
  if (!parts.completions) {
    error = "completion queue " + hex(settings.completionQueue) +
            " does not belong to this device";
    return std::nullopt;
  }
  parts.ring = std::move(ring);
  parts.record = std::move(record);
  parts.log = queueLog_;
  parts.observer = core_.cardObserver();
  return parts;
}

std::shared_ptr<EmulatedSendQueue>
ProcessCard::createSendQueue(const WorkQueueSettings &settings,
                             std::string &error) {
  std::optional<WorkQueueParts> parts =
      partsOf(settings, DPA_WQE_LOG_BLOCK, DPA_WQE_LOG_BLOCK, error);
  if (!parts)
    return nullptr;
  auto queue = nicOn(settings.device)->createSendQueue(std::move(*parts));
  if (!queue)
    error = noNumber;
  return queue;
}

std::shared_ptr<EmulatedReceiveQueue>
ProcessCard::createReceiveQueue(const WorkQueueSettings &settings,
                                std::string &error) {
  const unsigned logStrideMin =
      DPA_RQ_LOG_STRIDE_MIN + (settings.isLinkedList ? 1 : 0);
  std::optional<WorkQueueParts> parts =
      partsOf(settings, logStrideMin, DPA_RQ_LOG_STRIDE_MAX, error);
  if (!parts)
    return nullptr;
  const RingSettings ring = {.ring = settings.ring,
                             .logDepth = settings.logDepth,
                             .logStride = settings.logStride};
  const QueueMemory record =
      viewOf(parts->record, settings.doorbellRecord.address, ring, parts->ring,
             settings.isLinkedList);
  parts->record = record;
  auto queue = nicOn(settings.device)->createReceiveQueue(std::move(*parts));
  if (!queue) {
    removeView(record);
    error = noNumber;
  }
  return queue;
}

} // namespace dpa
