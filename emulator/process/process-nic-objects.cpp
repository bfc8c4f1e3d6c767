// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The network card of a process, as the host and device code see it.
#include "emulator/process/emulated-process.h"

#include "base/bytes.h"
#include "runtime/abi/outbox.h"

namespace dpa {

class EmulatedProcess::UarHandle : public Uar {
public:
  UarHandle(EmulatedProcess &owner, uint32_t uar)
      : owner_(owner), number_(uar) {}
  ~UarHandle() override {
    owner_.changeNic(ChangeOf::NicDestroy, number_,
                     [&] { owner_.nic_.destroyUar(number_); });
  }
  uint32_t id() const override { return number_; }

private:
  EmulatedProcess &owner_;
  const uint32_t number_;
};

class EmulatedProcess::OutboxHandle : public Outbox {
public:
  OutboxHandle(EmulatedProcess &owner, uint16_t outbox)
      : owner_(owner), number_(outbox) {}
  ~OutboxHandle() override {
    owner_.changeNic(ChangeOf::NicDestroy, number_,
                     [&] { owner_.nic_.destroyOutbox(number_); });
  }
  uint16_t id() const override { return number_; }

private:
  EmulatedProcess &owner_;
  const uint16_t number_;
};

class EmulatedProcess::CqHandle : public CompletionQueue {
public:
  CqHandle(EmulatedProcess &owner, std::shared_ptr<EmulatedCq> cq)
      : owner_(owner), theCq_(std::move(cq)) {}
  ~CqHandle() override {
    owner_.changeNic(ChangeOf::NicDestroy, number(), [&] {
      owner_.nic_.destroyCq(*theCq_);
      if (owner_.check_)
        owner_.check_->removeQueue(number());
    });
  }
  uint32_t number() const override { return theCq_->number(); }
  CqModeration moderation() const override { return theCq_->moderation(); }
  void setModeration(const CqModeration &moderation) override {
    theCq_->setModeration(moderation);
  }

private:
  EmulatedProcess &owner_;
  const std::shared_ptr<EmulatedCq> theCq_;
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

constexpr const char *ofParent =
    "the process is that of the parent of this program";
constexpr const char *noNumber = "the device has no more numbers for it";

} // namespace

std::unique_ptr<Uar> EmulatedProcess::createUar(std::string &error) {
  uint32_t uar = 0;
  if (!change(ChangeOf::NicCreate, 0, 0, [&] { uar = nic_.createUar(); }))
    error = ofParent;
  else if (uar == 0)
    error = noNumber;
  else
    return std::make_unique<UarHandle>(*this, uar);
  return nullptr;
}

std::unique_ptr<Outbox> EmulatedProcess::createOutbox(bool pcc,
                                                      std::string &error) {
  uint16_t outbox = 0;
  if (!change(ChangeOf::NicCreate, 1, pcc,
              [&] { outbox = nic_.createOutbox(pcc); }))
    error = ofParent;
  else if (outbox == 0)
    error = noNumber;
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
  if (!memory_->hostData(address, size))
    return what + hex(address) + " is not in the process's memory";
  return {};
}

/// What of the settings is impossible; empty: nothing.
std::string EmulatedProcess::checkCq(const CqSettings &settings) {
  constexpr unsigned logDepthMax = 22;
  if (settings.logDepth > logDepthMax)
    return "a depth of 2 to the power of " + std::to_string(settings.logDepth) +
           " is too much (at most " + std::to_string(logDepthMax) + ")";
  if (!nic_.hasUar(settings.uar))
    return "UAR " + hex(settings.uar) + " is none of the process";
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
  if (settings.thread != 0 && !threads_.find(settings.thread))
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
    cq = nic_.createCq(settings,
                       memory_->hostData(settings.ring, EmulatedCq::entrySize),
                       memory_->hostData(settings.doorbellRecord, 8),
                       threads_.find(settings.thread));
    if (!cq)
      error = noNumber;
    else if (check_)
      cq->setRecord(
          check_->addQueue(cq->number(), settings.doorbellRecord,
                           memory_->hostData(settings.doorbellRecord, 8),
                           settings.ignoresOverrun));
  };
  if (!change(ChangeOf::NicCreate, settings.ring, settings.thread, create))
    error = ofParent;
  if (!cq)
    return nullptr;
  return std::make_unique<CqHandle>(*this, std::move(cq));
}

/// False: the access is a fault, which a process with an error handler gets.
/// Others go on, and find the error in their thread's context.
bool EmulatedProcess::refuse(ExecutionUnit &unit, const Refusal &why) noexcept {
  constexpr unsigned toldMax = 100;
  setThreadError(unit, DPA_ERROR_OUTBOX);
  if (why.isTold)
    return errorHandler_ == 0;
  unsigned told = refusalsTold_.fetch_add(1, std::memory_order_relaxed);
  if (told < toldMax)
    warn("execution unit %u, thread %u: doorbell refused: %s", unit.number(),
         unit.thread(), why.text.data());
  else if (told == toldMax)
    warn("further doorbells that are refused are not told");
  return errorHandler_ == 0;
}

bool EmulatedProcess::loadDoorbell(ExecutionUnit &unit, uint64_t offset,
                                   uint64_t &value) noexcept {
  return nic_.loadDoorbell(unit.outbox(), offset, value);
}

bool EmulatedProcess::storeDoorbell(ExecutionUnit &unit, uint64_t offset,
                                    uint64_t value) noexcept {
  if (!ProcessNic::isDoorbell(offset))
    return false;
  Refusal why;
  return nic_.storeDoorbell(unit.outbox(), offset, value, why) ||
         refuse(unit, why);
}

void EmulatedProcess::setThreadError(const ExecutionUnit &unit,
                                     uint32_t error) {
  dpa_thread_context &context = memory_->threadContext(unit.thread());
  std::atomic_ref<uint32_t>(context.os_errno)
      .store(error, std::memory_order_relaxed);
}

bool EmulatedProcess::setOutbox(ExecutionUnit &unit, uint64_t outbox) {
  bool exists = nic_.hasOutbox(outbox);
  if (exists)
    unit.setOutbox(static_cast<uint32_t>(outbox));
  return exists;
}

} // namespace dpa
