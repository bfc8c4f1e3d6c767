// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Doorbells and registers of device code.
#include "emulator/process/process-card.h"

#include "emulator/trace/trace.h"
#include "runtime/abi/address-map.h"
#include "runtime/abi/outbox.h"

#include <cassert>
#include <cstdarg>

namespace dpa {
namespace {

/// Reports about queues become warnings of the process, up to a number.
class QueueReports : public QueueLog {
public:
  explicit QueueReports(ProcessMessages &messages) : messages_(messages) {}

  void report(const char *format, ...) noexcept override {
    constexpr unsigned reportsMax = 100;
    const unsigned before = reports_.fetch_add(1, std::memory_order_relaxed);
    if (before == reportsMax)
      messages_.warn("further errors of queues will not be reported");
    if (before >= reportsMax)
      return;
    std::array<char, 256> text;
    std::va_list values;
    va_start(values, format);
    std::vsnprintf(text.data(), text.size(), format, values);
    va_end(values);
    messages_.warn("%s", text.data());
  }

private:
  ProcessMessages &messages_;
  std::atomic<unsigned> reports_ = 0;
};

/// Processes have no asynchronous events: those that mean an error are reported.
class QueuePairReports : public NicObserver {
public:
  explicit QueuePairReports(QueueLog &log) : log_(log) {}

  void completionEvent(uint32_t /*completionQueue*/) noexcept override {}
  void completionQueueError(uint32_t /*completionQueue*/) noexcept override {}
  void queuePairEvent(uint32_t queuePair,
                      QueuePairEvent event) noexcept override {
    switch (event) {
    case QueuePairEvent::Established:
    case QueuePairEvent::Drained:
      return;
    case QueuePairEvent::AccessError:
      return report(queuePair, "rejected an access of the other end");
    case QueuePairEvent::RequestError:
      return report(queuePair, "rejected a request of the other end");
    case QueuePairEvent::Fatal:
      return report(queuePair,
                    "could not perform a request of the other end or report a "
                    "completion");
    }
  }
  void lastEntryTaken(uint32_t /*queuePair*/) noexcept override {}
  void limitReached(uint32_t /*sharedReceiveQueue*/) noexcept override {}

private:
  void report(uint32_t queuePair, const char *what) {
    log_.report("queue pair 0x%x %s", queuePair, what);
  }

  QueueLog &log_;
};

trace::Doorbell doorbellAt(uint64_t offset) {
  switch (offset) {
  case DPA_OUTBOX_CQ_DB:
    return trace::Doorbell::CompletionQueue;
  case DPA_OUTBOX_RXT_DB:
    return trace::Doorbell::ZeroCompletion;
  case DPA_OUTBOX_SXD_DB:
  case DPA_OUTBOX_SXD_DB_DEVICE:
    return trace::Doorbell::SendQueue;
  case DPA_OUTBOX_EQ_DB_REARM:
  case DPA_OUTBOX_EQ_DB_NO_REARM:
    return trace::Doorbell::EventQueue;
  default:
    return trace::Doorbell::Other;
  }
}

void traceDoorbell(const trace::Span &span, uint64_t offset, uint64_t value,
                   bool isRefused) {
  constexpr unsigned highShift = 32;
  constexpr uint64_t numberMask = 0xffffff;
  const trace::Doorbell kind = doorbellAt(offset);
  const uint64_t low = value & numberMask;
  const uint64_t high = value >> highShift & numberMask;
  const bool isSend = kind == trace::Doorbell::SendQueue;
  auto detail = static_cast<uint8_t>(kind);
  if (isRefused)
    detail |= static_cast<uint8_t>(trace::Doorbell::Refused);
  span.end(trace::Kind::Doorbell, detail, isSend ? high : low,
           isSend ? static_cast<uint16_t>(low) : high);
}

/// That the doorbells of an outbox reach; 0: that of the process.
uint32_t deviceOf(uint32_t outbox) {
  return (outbox & DPA_OUTBOX_EXTENSION) != 0 ? outbox & ~DPA_OUTBOX_EXTENSION
                                              : 0;
}

} // namespace

ProcessCard::ProcessCard(ProcessCore &core)
    : core_(core), nic_(*core.context().nic),
      counters_(core.context().ports, core.memory()),
      queueLog_(std::make_shared<QueueReports>(core.messages())),
      events_(std::make_unique<QueuePairReports>(*queueLog_)) {
  cpu::Region doorbells;
  doorbells.base = DPA_OUTBOX_BASE;
  doorbells.size = DPA_OUTBOX_SIZE;
  doorbells.mmio = &page_;
  doorbells.user = {.read = true, .write = true, .execute = false};
  [[maybe_unused]] bool added = core_.space().add(doorbells);
  assert(added);
}

/// False: the access is a fault, which is passed to the error handler. Processes
/// without one continue, and find the error in the context of the thread.
bool ProcessCard::refuse(ExecutionUnit &unit, const Refusal &why) noexcept {
  constexpr unsigned reportsMax = 100;
  core_.setThreadError(unit, DPA_ERROR_OUTBOX);
  const bool continues = core_.errorHandler() == 0;
  if (why.isRepeated)
    return continues;
  unsigned before = refusals_.fetch_add(1, std::memory_order_relaxed);
  if (before < reportsMax)
    core_.reportRefused(unit, "doorbell rejected", why.text.data());
  else if (before == reportsMax)
    core_.messages().warn("further rejected doorbells will not be reported");
  return continues;
}

bool ProcessCard::loadDoorbell(ExecutionUnit &unit, uint64_t offset,
                               uint64_t &value) noexcept {
  return nic_.loadDoorbell(unit.outbox(), offset, value);
}

bool ProcessCard::storeDoorbell(ExecutionUnit &unit, uint64_t offset,
                                uint64_t value) noexcept {
  if (!ProcessNic::isDoorbell(offset) && offset != DPA_OUTBOX_SXD_DB_DEVICE)
    return false;
  const trace::Span span;
  const unsigned before = refusals_.load(std::memory_order_relaxed);
  const bool continues = ring(unit, offset, value);
  if (trace::isOn())
    traceDoorbell(span, offset, value,
                  !continues ||
                      before != refusals_.load(std::memory_order_relaxed));
  return continues;
}

/// False: a fault.
bool ProcessCard::ring(ExecutionUnit &unit, uint64_t offset,
                       uint64_t value) noexcept {
  Refusal why;
  uint32_t outbox = unit.outbox();
  ProcessNic *nic = &nic_;
  if (offset == DPA_OUTBOX_SXD_DB_DEVICE) {
    offset = DPA_OUTBOX_SXD_DB;
    outbox = DPA_OUTBOX_EXTENSION | (value >> DPA_OUTBOX_DEVICE_SHIFT & 0xffff);
  }
  if ((outbox & DPA_OUTBOX_EXTENSION) != 0) {
    nic = extensions_.find(outbox & ~DPA_OUTBOX_EXTENSION);
    outbox = nic ? nic->defaultOutbox() : outbox;
  }
  return (nic ? nic : &nic_)->storeDoorbell(outbox, offset, value, why) ||
         refuse(unit, why);
}

bool ProcessCard::setOutbox(ExecutionUnit &unit, uint64_t outbox) {
  const bool exists =
      (outbox & DPA_OUTBOX_EXTENSION) != 0
          ? extensions_.find(outbox & ~uint64_t{DPA_OUTBOX_EXTENSION}) !=
                nullptr
          : nic_.hasOutbox(outbox);
  if (!exists)
    return false;
  unit.setOutbox(static_cast<uint32_t>(outbox));
  if (MemoryCheck *check = core_.check())
    check->outboxSelected(unit.number(), deviceOf(unit.outbox()));
  return true;
}

bool ProcessCard::configureCounters(ExecutionUnit &unit, uint64_t count) {
  const CounterRequest &request = unit.counterRequest();
  return reportCounters(
      unit, counters_.configure(request.values, request.ids, count));
}

bool ProcessCard::sampleCounters(const ExecutionUnit &unit) {
  return reportCounters(unit, counters_.sample());
}

bool ProcessCard::reportCounters(const ExecutionUnit &unit,
                                 const char *refusal) {
  if (refusal)
    core_.reportRefused(unit, "NIC counters", refusal);
  return refusal == nullptr;
}

} // namespace dpa
