// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The network card of a process, as the host and device code see it.
#include "emulator/process/emulated-process.h"

#include "base/bytes.h"
#include "runtime/abi/outbox.h"

namespace dpa {

class EmulatedProcess::UarHandle : public Uar {
public:
  UarHandle(EmulatedProcess &owner, uint32_t uar) : Owner(owner), Number(uar) {}
  ~UarHandle() override {
    Owner.changeNic(ChangeOf::NicDestroy, Number,
                    [&] { Owner.Nic.destroyUar(Number); });
  }
  uint32_t id() const override { return Number; }

private:
  EmulatedProcess &Owner;
  const uint32_t Number;
};

class EmulatedProcess::OutboxHandle : public Outbox {
public:
  OutboxHandle(EmulatedProcess &owner, uint16_t outbox)
      : Owner(owner), Number(outbox) {}
  ~OutboxHandle() override {
    Owner.changeNic(ChangeOf::NicDestroy, Number,
                    [&] { Owner.Nic.destroyOutbox(Number); });
  }
  uint16_t id() const override { return Number; }

private:
  EmulatedProcess &Owner;
  const uint16_t Number;
};

class EmulatedProcess::CqHandle : public CompletionQueue {
public:
  CqHandle(EmulatedProcess &owner, std::shared_ptr<EmulatedCq> cq)
      : Owner(owner), TheCq(std::move(cq)) {}
  ~CqHandle() override {
    Owner.changeNic(ChangeOf::NicDestroy, number(), [&] {
      Owner.Nic.destroyCq(*TheCq);
      if (Owner.Check)
        Owner.Check->removeQueue(number());
    });
  }
  uint32_t number() const override { return TheCq->number(); }
  CqModeration moderation() const override { return TheCq->moderation(); }
  void setModeration(const CqModeration &moderation) override {
    TheCq->setModeration(moderation);
  }

private:
  EmulatedProcess &Owner;
  const std::shared_ptr<EmulatedCq> TheCq;
};

/// For destructors: throws nothing.
void EmulatedProcess::changeNic(ChangeOf what, uint64_t number,
                                const std::function<void()> &action) noexcept {
  try {
    change(what, number, 0, action);
  } catch (const std::bad_alloc &) {
    action(); // at a moment that no recording has
  }
}

namespace {

constexpr const char *OfParent =
    "the process is that of the parent of this program";
constexpr const char *NoNumber = "the device has no more numbers for it";

} // namespace

std::unique_ptr<Uar> EmulatedProcess::createUar(std::string &error) {
  uint32_t uar = 0;
  if (!change(ChangeOf::NicCreate, 0, 0, [&] { uar = Nic.createUar(); }))
    error = OfParent;
  else if (uar == 0)
    error = NoNumber;
  else
    return std::make_unique<UarHandle>(*this, uar);
  return nullptr;
}

std::unique_ptr<Outbox> EmulatedProcess::createOutbox(bool pcc,
                                                      std::string &error) {
  uint16_t outbox = 0;
  if (!change(ChangeOf::NicCreate, 1, pcc,
              [&] { outbox = Nic.createOutbox(pcc); }))
    error = OfParent;
  else if (outbox == 0)
    error = NoNumber;
  else
    return std::make_unique<OutboxHandle>(*this, outbox);
  return nullptr;
}

/// What is wrong with where a part of a queue lies; empty: nothing.
std::string EmulatedProcess::checkPlace(const std::string &what,
                                        uint64_t address, uint64_t size,
                                        uint64_t alignment) {
  if (address % alignment != 0)
    return what + hex(address) + " is not " + std::to_string(alignment) +
           "-byte aligned";
  if (!Memory->hostData(address, size))
    return what + hex(address) + " is not in the process's memory";
  return {};
}

/// What of the settings is impossible; empty: nothing.
std::string EmulatedProcess::checkCq(const CqSettings &settings) {
  constexpr unsigned LogDepthMax = 22;
  if (settings.logDepth > LogDepthMax)
    return "a depth of 2 to the power of " + std::to_string(settings.logDepth) +
           " is too much (at most " + std::to_string(LogDepthMax) + ")";
  if (!Nic.hasUar(settings.uar))
    return "UAR " + hex(settings.uar) + " is none of the process";
  const uint64_t size = EmulatedCq::EntrySize << settings.logDepth;
  constexpr uint64_t RecordSize = 8;
  std::string problem =
      checkPlace("the ring of " + std::to_string(size) + " bytes at ",
                 settings.ring, size, EmulatedCq::EntrySize);
  if (problem.empty())
    problem = checkPlace("the doorbell record at ", settings.doorbellRecord,
                         RecordSize, RecordSize);
  if (!problem.empty())
    return problem;
  if (settings.thread != 0 && !Threads.find(settings.thread))
    return "its thread is none of the process";
  return {};
}

std::unique_ptr<CompletionQueue>
EmulatedProcess::createCq(const CqSettings &settings, std::string &error) {
  std::shared_ptr<EmulatedCq> cq;
  error.clear();
  auto create = [&] {
    error = checkCq(settings);
    if (!error.empty())
      return;
    cq = Nic.createCq(settings,
                      Memory->hostData(settings.ring, EmulatedCq::EntrySize),
                      Memory->hostData(settings.doorbellRecord, 8),
                      Threads.find(settings.thread));
    if (!cq)
      error = NoNumber;
    else if (Check)
      cq->setRecord(
          Check->addQueue(cq->number(), settings.doorbellRecord,
                          Memory->hostData(settings.doorbellRecord, 8),
                          settings.ignoresOverrun));
  };
  if (!change(ChangeOf::NicCreate, settings.ring, settings.thread, create))
    error = OfParent;
  if (!cq)
    return nullptr;
  return std::make_unique<CqHandle>(*this, std::move(cq));
}

/// False: the access is a fault, which a process with an error handler gets.
/// Others go on, and find the error in their thread's context.
bool EmulatedProcess::refuse(ExecutionUnit &unit, const Refusal &why) noexcept {
  constexpr unsigned ToldMax = 100;
  setThreadError(unit, DPA_ERROR_OUTBOX);
  if (why.isTold)
    return ErrorHandler == 0;
  unsigned told = RefusalsTold.fetch_add(1, std::memory_order_relaxed);
  if (told < ToldMax)
    warn("execution unit %u, thread %u: doorbell refused: %s", unit.number(),
         unit.thread(), why.text.data());
  else if (told == ToldMax)
    warn("further doorbells that are refused are not told");
  return ErrorHandler == 0;
}

bool EmulatedProcess::loadDoorbell(ExecutionUnit &unit, uint64_t offset,
                                   uint64_t &value) noexcept {
  return Nic.loadDoorbell(unit.outbox(), offset, value);
}

bool EmulatedProcess::storeDoorbell(ExecutionUnit &unit, uint64_t offset,
                                    uint64_t value) noexcept {
  if (!ProcessNic::isDoorbell(offset))
    return false;
  Refusal why;
  return Nic.storeDoorbell(unit.outbox(), offset, value, why) ||
         refuse(unit, why);
}

void EmulatedProcess::setThreadError(const ExecutionUnit &unit,
                                     uint32_t error) {
  dpa_thread_context &context = Memory->threadContext(unit.thread());
  std::atomic_ref<uint32_t>(context.os_errno)
      .store(error, std::memory_order_relaxed);
}

bool EmulatedProcess::setOutbox(ExecutionUnit &unit, uint64_t outbox) {
  bool exists = Nic.hasOutbox(outbox);
  if (exists)
    unit.setOutbox(static_cast<uint32_t>(outbox));
  return exists;
}

} // namespace dpa
