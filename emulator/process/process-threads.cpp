// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a process, as the host and device code see them.
#include "emulator/process/emulated-process.h"

#include "emulator/host/parents-things.h"
#include "runtime/abi/eu-control.h"

#include <cstdarg>
#include <cstdio>

namespace dpa {
namespace {

constexpr size_t toldSizeMax = 512; ///< of a text for the user

} // namespace

/// The host's end of a thread.
class EmulatedProcess::ThreadHandle : public Thread {
public:
  ThreadHandle(EmulatedProcess &owner, std::shared_ptr<EmulatedThread> thread)
      : owner_(owner), theThread_(std::move(thread)) {}
  ~ThreadHandle() override;

  uint32_t id() const override { return theThread_->id(); }
  uint32_t activationId() const override { return theThread_->activationId(); }
  bool run(uint64_t argument, std::string &error) override;
  void activate() override {
    owner_.change(ChangeOf::ThreadActivate, id(), 0,
                  [&] { theThread_->event(); });
  }

private:
  EmulatedProcess &owner_;
  std::shared_ptr<EmulatedThread> theThread_;
};

EmulatedProcess::ThreadHandle::~ThreadHandle() {
  if (owner_.isOfParent()) {
    keepThingOfParent(std::move(theThread_));
    return;
  }
  try {
    owner_.change(ChangeOf::ThreadDestroy, id(), 0,
                  [&] { theThread_->stop(); });
  } catch (const std::bad_alloc &) {
    theThread_->stop(); // at a moment that no recording has
  }
  theThread_->waitUntilIdle();
  owner_.threads_.remove(*theThread_);
}

bool EmulatedProcess::ThreadHandle::run(uint64_t argument, std::string &error) {
  bool runs = false;
  bool isAdmitted = owner_.change(ChangeOf::ThreadRun, id(), argument,
                                  [&] { runs = theThread_->run(argument); });
  if (!isAdmitted)
    error = "cannot run: the process is that of the parent of this program";
  else if (!runs)
    error = "has finished";
  return runs;
}

/// Something that the host does; false, and nothing done, in the child of a
/// fork(). Once nothing runs any more there is no order to keep.
bool EmulatedProcess::change(ChangeOf what, uint64_t arg0, uint64_t arg1,
                             const std::function<void()> &action) {
  if (isOfParent())
    return false;
  if (hasStopped_) {
    action();
    return true;
  }
  context_.scheduler->admit({.kind = Arrival::Kind::Change,
                             .process = context_.id,
                             .address = static_cast<uint64_t>(what),
                             .arg0 = arg0,
                             .arg1 = arg1},
                            action);
  return true;
}

std::unique_ptr<Thread>
EmulatedProcess::createThread(const ThreadSettings &settings,
                              std::string &error) {
  const Affinity &affinity = settings.affinity;
  if (!context_.scheduler->isPossible(affinity)) {
    error = affinity.kind == Affinity::Kind::Group
                ? "there is no execution unit group "
                : "there is no execution unit ";
    error += std::to_string(affinity.id);
    if (affinity.kind == Affinity::Kind::Strict)
      error += " (expected 0 to " +
               std::to_string(context_.scheduler->unitCount() - 1) + ")";
    return nullptr;
  }
  std::shared_ptr<EmulatedThread> thread;
  bool isAdmitted =
      change(ChangeOf::ThreadCreate, settings.function, settings.localStorage,
             [&] { thread = threads_.create(*this, context_.id, settings); });
  if (!isAdmitted)
    error = "the process is that of the parent of this program";
  else if (!thread)
    error = "it has " + std::to_string(ThreadTable::count) +
            " threads, and no room for another one";
  else
    return std::make_unique<ThreadHandle>(*this, std::move(thread));
  return nullptr;
}

void EmulatedProcess::warn(const char *format, ...) noexcept {
  std::array<char, toldSizeMax> text;
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(text.data(), text.size(), format, values);
  va_end(values);
  observer_.warn(text.data());
}

void EmulatedProcess::note(const char *format, ...) noexcept {
  std::array<char, toldSizeMax> text;
  std::va_list values;
  va_start(values, format);
  std::vsnprintf(text.data(), text.size(), format, values);
  va_end(values);
  observer_.note(text.data());
}

/// What every thread finds at the start of an activation.
void EmulatedProcess::fillContext(uint32_t slot, uint32_t eu) {
  dpa_thread_context &context = memory_->threadContext(slot);
  context = {};
  context.version = DPA_THREAD_CONTEXT_VERSION;
  context.default_outbox_config_id = nic_.defaultOutbox();
  context.outbox_base = DPA_OUTBOX_BASE;
  context.thread_id = slot;
  context.eu = static_cast<uint16_t>(eu);
}

void EmulatedProcess::setErrorHandler(uint64_t function) {
  change(ChangeOf::ErrorHandler, function, 0,
         [&] { errorHandler_ = function; });
}

/// False: there is no such thread in this process.
bool EmulatedProcess::activate(uint32_t eu, uint64_t activationId) {
  std::shared_ptr<EmulatedThread> thread;
  if (activationId <= UINT32_MAX)
    thread = threads_.find(static_cast<uint32_t>(activationId));
  if (thread) {
    thread->event();
    return true;
  }
  warn("execution unit %u: activation id %llu is of no event handler of this "
       "process; nothing is activated",
       eu, static_cast<unsigned long long>(activationId));
  return false;
}

bool EmulatedProcess::loadRegister(ExecutionUnit &unit, uint64_t offset,
                                   uint64_t &value) {
  switch (offset) {
  case DPA_EU_REG_ACTIVATE:
  case DPA_EU_REG_OUTBOX:
  case DPA_EU_REG_NIC_CONFIGURE:
  case DPA_EU_REG_NIC_SAMPLE:
    value = unit.wasRefused();
    return true;
  default:
    return loadTaskRegister(unit, offset, value);
  }
}

bool EmulatedProcess::storeRegister(ExecutionUnit &unit, uint64_t offset,
                                    uint64_t value) {
  switch (offset) {
  case DPA_EU_REG_ACTIVATE:
    unit.setRefused(!activate(unit.number(), value));
    return true;
  case DPA_EU_REG_OUTBOX:
    unit.setRefused(!setOutbox(unit, value));
    return true;
  case DPA_EU_REG_OUTBOX_UNCHECKED:
    unit.setRefused(false);
    unit.setOutbox(static_cast<uint16_t>(value));
    return true;
  case DPA_EU_REG_THREAD_ERROR:
    setThreadError(unit, static_cast<uint32_t>(value));
    return true;
  case DPA_EU_REG_RECOVERED:
    tellRecovered(unit, value);
    return true;
  case DPA_EU_REG_TASK_NEXT:
    takeTask(unit);
    return true;
  default:
    return storeCounterRegister(unit, offset, value);
  }
}

} // namespace dpa
