// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Completion queues of the host, doorbells and registers of device code.
#include "emulator/process/process-card.h"

#include "base/bytes.h"
#include "runtime/abi/address-map.h"
#include "runtime/abi/outbox.h"

#include <cassert>

namespace dpa {

ProcessCard::ProcessCard(ProcessCore &core)
    : core_(core), nic_(*core.context().nic),
      counters_(core.context().ports, core.memory()) {
  cpu::Region doorbells;
  doorbells.base = DPA_OUTBOX_BASE;
  doorbells.size = DPA_OUTBOX_SIZE;
  doorbells.mmio = &page_;
  doorbells.user = {.read = true, .write = true, .execute = false};
  [[maybe_unused]] bool added = core_.space().add(doorbells);
  assert(added);
}

/// What is wrong with the place of a part of a queue; empty: nothing.
std::string ProcessCard::checkPlace(const std::string &what, uint64_t address,
                                    uint64_t size, uint64_t alignment) {
  if (address % alignment != 0)
    return what + hex(address) + " is not " + std::to_string(alignment) +
           "-byte aligned";
  if (!core_.memory().hostData(address, size))
    return what + hex(address) + " is not in the process's memory";
  return {};
}

/// What is wrong with the settings; empty: nothing.
std::string ProcessCard::checkCq(const CqSettings &settings) {
  constexpr unsigned logDepthMax = 22;
  if (settings.logDepth > logDepthMax)
    return "a depth of 2^" + std::to_string(settings.logDepth) +
           " entries is too large (expected at most 2^" +
           std::to_string(logDepthMax) + ")";
  if (!nic_.hasUar(settings.uar))
    return "UAR " + hex(settings.uar) + " does not belong to this process";
  const uint64_t size = EmulatedCq::entrySize << settings.logDepth;
  constexpr uint64_t recordSize = 8;
  std::string problem =
      checkPlace("the ring of " + std::to_string(size) + " bytes at ",
                 settings.ring, size, EmulatedCq::entrySize);
  if (problem.empty())
    problem = checkPlace("the doorbell record at ", settings.doorbellRecord,
                         recordSize, recordSize);
  if (!problem.empty())
    return problem;
  if (settings.thread != 0 && !core_.threads().find(settings.thread))
    return "its thread does not belong to this process";
  return {};
}

std::shared_ptr<EmulatedCq> ProcessCard::createCq(const CqSettings &settings,
                                                  std::string &error) {
  error = checkCq(settings);
  if (!error.empty())
    return nullptr;
  ProcessMemory &memory = core_.memory();
  constexpr size_t recordSize = 8;
  std::byte *record = memory.hostData(settings.doorbellRecord, recordSize);
  auto cq = nic_.createCq(settings,
                          memory.hostData(settings.ring, EmulatedCq::entrySize),
                          record, core_.threads().find(settings.thread));
  if (!cq)
    error = noNumber;
  else if (MemoryCheck *check = core_.check())
    cq->setRecord(check->addQueue(cq->number(), settings.doorbellRecord, record,
                                  settings.ignoresOverrun));
  return cq;
}

void ProcessCard::destroyCq(const EmulatedCq &cq) {
  nic_.destroyCq(cq);
  if (core_.check())
    core_.check()->removeQueue(cq.number());
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
    core_.messages().warn("execution unit %u, thread %u: doorbell refused: %s",
                          unit.number(), unit.thread(), why.text.data());
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
  if (!ProcessNic::isDoorbell(offset))
    return false;
  Refusal why;
  return nic_.storeDoorbell(unit.outbox(), offset, value, why) ||
         refuse(unit, why);
}

bool ProcessCard::setOutbox(ExecutionUnit &unit, uint64_t outbox) {
  bool exists = nic_.hasOutbox(outbox);
  if (exists)
    unit.setOutbox(static_cast<uint32_t>(outbox));
  return exists;
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
    core_.messages().warn("execution unit %u: NIC counters: %s", unit.number(),
                          refusal);
  return refusal == nullptr;
}

} // namespace dpa
