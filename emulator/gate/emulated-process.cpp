// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Remote calls, copies, and what the host makes in a process.
#include "emulator/gate/emulated-process.h"

#include "emulator/gate/call-job.h"
#include "emulator/gate/handles.h"
#include "emulator/gate/queue-pair-handle.h"
#include "emulator/host/errno-guard.h"
#include "emulator/host/shared-copy.h"
#include "emulator/inspect/process-inspector.h"
#include "emulator/nic/card/card-owner.h"

namespace dpa {
namespace {

/// A job that may run during the lifetime of this object.
class RunningJob {
public:
  RunningJob(ProcessCore &core, Job &job)
      : core_(core), job_(job), isAdded_(core.addJob(job)) {}
  ~RunningJob() {
    if (isAdded_)
      core_.removeJob(job_);
  }
  RunningJob(const RunningJob &) = delete;
  RunningJob &operator=(const RunningJob &) = delete;

  /// False: no job may begin any more.
  bool mayRun() const { return isAdded_; }

private:
  ProcessCore &core_;
  Job &job_;
  const bool isAdded_;
};

} // namespace

/// Nothing runs any more when the parts are destroyed.
EmulatedProcess::~EmulatedProcess() {
  debuggerAccess_.end();
  EmulatedProcess::stop();
  core_.waitForJobs();
}

void EmulatedProcess::stop() {
  gate_.close([&] {
    core_.stopUnits();
    card_.closeQueues();
  });
  core_.waitForThreads();
}

/// Not admitted: an ended process has no turns that it could change.
std::optional<ProcessState> EmulatedProcess::endedState(std::string &error) {
  if (core_.status() == 0) {
    error = "is alive (expected after the end of the process)";
    return std::nullopt;
  }
  core_.waitForThreads();
  core_.waitForJobs();
  return inspectStopped(core_);
}

std::vector<UnitUse> EmulatedProcess::unitUse() const {
  return core_.unitUse();
}

CallResult EmulatedProcess::call(const CallRequest &request, uint64_t &value) {
  if (!core_.context().scheduler->isPossible(request.affinity))
    return CallResult::BadAffinity;
  if (!request.arguments.empty() &&
      !core_.memory().hostData(request.arg0, request.arguments.size()))
    return CallResult::BadArguments;
  ErrnoGuard kept;
  CallJob job(core_,
              {.kind = Arrival::Kind::Call,
               .process = core_.context().id,
               .address = request.function,
               .size = request.arguments.size(),
               .data = request.arguments.data(),
               .arg0 = request.arg0,
               .arg1 = request.arg1},
              request);
  {
    RunningJob running(core_, job);
    if (!running.mayRun())
      return job.result(value);
    Scheduler &scheduler = *core_.context().scheduler;
    if (!scheduler.run(job, job.arrival()) && !scheduler.seed())
      job.neverRan();
  }
  return job.result(value);
}

bool EmulatedProcess::read(uint64_t address, void *buffer, size_t size) {
  const std::byte *source = core_.memory().hostData(address, size);
  if (source)
    gate_.access(
        {.kind = Arrival::Kind::Read, .address = address, .size = size},
        [&] { copyFromShared(buffer, source, size); });
  return source != nullptr;
}

bool EmulatedProcess::write(uint64_t address, const void *buffer, size_t size) {
  std::byte *target = core_.memory().hostData(address, size);
  if (target)
    gate_.access({.kind = Arrival::Kind::Write,
                  .address = address,
                  .size = size,
                  .data = buffer},
                 [&] {
                   core_.memory().noteWrite(target, size);
                   copyToShared(target, buffer, size);
                 });
  return target != nullptr;
}

bool EmulatedProcess::readGuard(uint64_t address, uint64_t &word) {
  const std::byte *source = core_.memory().hostData(address, sizeof word);
  if (source)
    copyFromShared(&word, source, sizeof word);
  return source != nullptr;
}

bool EmulatedProcess::writeGuard(uint64_t address, uint64_t word) {
  std::byte *target = core_.memory().hostData(address, sizeof word);
  if (target)
    copyToShared(target, &word, sizeof word);
  return target != nullptr;
}

bool EmulatedProcess::fill(uint64_t address, int value, size_t size) {
  std::byte *target = core_.memory().hostData(address, size);
  if (target)
    gate_.access({.kind = Arrival::Kind::Fill,
                  .address = address,
                  .size = size,
                  .arg0 = static_cast<uint8_t>(value)},
                 [&] {
                   core_.memory().noteWrite(target, size);
                   fillShared(target, value, size);
                 });
  return target != nullptr;
}

void EmulatedProcess::setErrorHandler(uint64_t function) {
  gate_.change(ChangeOf::ErrorHandler, function, 0,
               [&] { core_.setErrorHandler(function); });
}

uint32_t EmulatedProcess::createWindow(const void *domain) {
  return gate_.change(MemoryChange::AddWindow, 0,
                      [&] { return core_.windows().createWindow(domain); });
}

bool EmulatedProcess::destroyWindow(uint32_t window) {
  return gate_.change(MemoryChange::RemoveWindow, window,
                      [&] { return core_.windows().destroyWindow(window); });
}

uint32_t EmulatedProcess::createKey(const DeviceRegion &region) {
  if (!core_.memory().hostData(region.address, region.size))
    return 0;
  return gate_.change(MemoryChange::AddKey, region.size, [&] {
    return core_.windows().createKey(region, core_.cardObserver());
  });
}

bool EmulatedProcess::destroyKey(uint32_t key) {
  return gate_.change(MemoryChange::RemoveKey, key,
                      [&] { return core_.windows().destroyKey(key); });
}

Recovery EmulatedProcess::recover(uint64_t address) {
  if (!core_.windows().isRecoverable(address))
    return Recovery::NotAsked;
  return gate_.change(MemoryChange::Recover, address,
                      [&] { return core_.windows().recover(address); });
}

std::unique_ptr<Thread>
EmulatedProcess::createThread(const ThreadSettings &settings,
                              std::string &error) {
  if (!threads_.isPossible(settings.affinity, error))
    return nullptr;
  auto thread = gate_.change(ChangeOf::ThreadCreate, settings.function,
                             settings.localStorage,
                             [&] { return threads_.create(settings, error); });
  if (!thread)
    return nullptr;
  return std::make_unique<ThreadHandle>(gate_, core_.threads(),
                                        std::move(thread));
}

std::unique_ptr<TaskQueue>
EmulatedProcess::createTaskQueue(const TaskQueueSettings &settings,
                                 std::string &error) {
  auto queue =
      gate_.change(ChangeOf::TaskQueueCreate, settings.workers, settings.batch,
                   [&] { return queues_.create(settings, error); });
  if (!queue)
    return nullptr;
  return std::make_unique<TaskQueueHandle>(gate_, core_.threads(),
                                           std::move(queue));
}

std::unique_ptr<Uar> EmulatedProcess::createUar(std::string &error) {
  uint32_t uar = gate_.change(ChangeOf::NicCreate, 0, 0,
                              [&] { return card_.nic().createUar(); });
  if (uar != 0)
    return std::make_unique<UarHandle>(gate_, card_.nic(), uar);
  error = ProcessCard::noNumber;
  return nullptr;
}

/// The card starts outside of the gate, which is that of this device only.
std::unique_ptr<ExtendedUar>
EmulatedProcess::extendUar(const std::shared_ptr<Device> &other,
                           std::string &error) {
  if (core_.context().isOfHost) {
    error = "the device is a function of the host (expected function = "
            "\"dpu\": only UARs of the DPU can be extended)";
    return nullptr;
  }
  auto *owner = dynamic_cast<CardOwner *>(other.get());
  if (!owner) {
    error = "'" + other->name() + "' has no network card to extend to";
    return nullptr;
  }
  std::shared_ptr<NetworkCard> card =
      owner->shareCard(core_.context().scheduler, error);
  if (!card)
    return nullptr;
  const uint32_t device = gate_.change(ChangeOf::NicCreate, 2, 0, [&] {
    return card_.extensions().add(other, card);
  });
  if (device == 0) {
    error = ProcessCard::noNumber;
    return nullptr;
  }
  return std::make_unique<ExtendedUarHandle>(device,
                                             card_.nicOn(device)->uar());
}

uint32_t EmulatedProcess::extensionTo(const Device &other) const {
  return card_.extensions().numberOf(&other);
}

std::unique_ptr<Outbox> EmulatedProcess::createOutbox(bool pcc,
                                                      std::string &error) {
  uint16_t outbox = gate_.change(ChangeOf::NicCreate, 1, pcc,
                                 [&] { return card_.nic().createOutbox(pcc); });
  if (outbox != 0)
    return std::make_unique<OutboxHandle>(gate_, card_.nic(), outbox);
  error = ProcessCard::noNumber;
  return nullptr;
}

std::unique_ptr<CompletionQueue>
EmulatedProcess::createCq(const CqSettings &settings, std::string &error) {
  auto cq =
      gate_.change(ChangeOf::NicCreate, settings.ring.address, settings.thread,
                   [&] { return card_.createCq(settings, error); });
  if (!cq)
    return nullptr;
  return std::make_unique<CqHandle>(gate_, card_, settings.device,
                                    std::move(cq));
}

std::unique_ptr<EventQueue>
EmulatedProcess::createEventQueue(const EqSettings &settings,
                                  std::string &error) {
  auto eq =
      gate_.change(ChangeOf::NicCreate, settings.ring.address, settings.thread,
                   [&] { return card_.createEq(settings, error); });
  if (!eq)
    return nullptr;
  return std::make_unique<EventQueueHandle>(gate_, card_, 0, std::move(eq));
}

std::unique_ptr<SendQueue>
EmulatedProcess::createSendQueue(const WorkQueueSettings &settings,
                                 std::string &error) {
  auto queue = gate_.change(
      ChangeOf::NicCreate, settings.ring.address, settings.completionQueue,
      [&] { return card_.createSendQueue(settings, error); });
  if (!queue)
    return nullptr;
  return std::make_unique<SendQueueHandle>(gate_, card_, settings.device,
                                           std::move(queue));
}

std::unique_ptr<ReceiveQueue>
EmulatedProcess::createReceiveQueue(const WorkQueueSettings &settings,
                                    std::string &error) {
  auto queue = gate_.change(
      ChangeOf::NicCreate, settings.ring.address, settings.completionQueue,
      [&] { return card_.createReceiveQueue(settings, error); });
  if (!queue)
    return nullptr;
  return std::make_unique<ReceiveQueueHandle>(gate_, card_, settings.device,
                                              std::move(queue));
}

std::unique_ptr<QueuePair>
EmulatedProcess::createQueuePair(const QueuePairSettings &settings,
                                 std::string &error) {
  auto pair = gate_.change(
      ChangeOf::NicCreate, settings.send.ring.address, settings.sendCompletions,
      [&] { return card_.createQueuePair(settings, error); });
  if (!pair)
    return nullptr;
  return std::make_unique<QueuePairHandle>(
      gate_, pair, [this, pair, device = settings.device] {
        card_.destroyQueuePair(*pair, device);
      });
}

std::unique_ptr<SharedReceiveQueue> EmulatedProcess::createSharedReceiveQueue(
    const SharedReceiveQueueSettings &settings, std::string &error) {
  auto queue =
      gate_.change(ChangeOf::NicCreate, settings.receive.ring.address, 0, [&] {
        return card_.createSharedReceiveQueue(settings, error);
      });
  if (!queue)
    return nullptr;
  ProcessNic &nic = *card_.nicOn(settings.device);
  return std::make_unique<SharedReceiveQueueHandle>(
      gate_, queue, [&nic, queue] { nic.destroySharedQueue(*queue); });
}

} // namespace dpa
