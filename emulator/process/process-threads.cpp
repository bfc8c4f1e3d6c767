// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Thread handles of the host, and events from device code.
#include "emulator/process/process-threads.h"

namespace dpa {
namespace {

/// The host's end of a thread.
class ThreadHandle : public Thread {
public:
  ThreadHandle(ProcessCore &core, std::shared_ptr<EmulatedThread> thread)
      : core_(core), thread_(std::move(thread)) {}
  ~ThreadHandle() override;

  uint32_t id() const override { return thread_->id(); }
  uint32_t activationId() const override { return thread_->activationId(); }
  bool run(uint64_t argument, std::string &error) override;
  void activate() override {
    core_.gate().change(ChangeOf::ThreadActivate, id(), 0,
                        [&] { thread_->event(); });
  }

private:
  ProcessCore &core_;
  const std::shared_ptr<EmulatedThread> thread_;
};

ThreadHandle::~ThreadHandle() {
  core_.gate().destroy(ChangeOf::ThreadDestroy, id(), [&] { thread_->stop(); });
  thread_->waitUntilIdle();
  core_.threads().remove(*thread_);
}

bool ThreadHandle::run(uint64_t argument, std::string &error) {
  bool runs = false;
  core_.gate().change(ChangeOf::ThreadRun, id(), argument,
                      [&] { runs = thread_->run(argument); });
  if (!runs)
    error = "has finished";
  return runs;
}

} // namespace

std::unique_ptr<Thread> ProcessThreads::create(const ThreadSettings &settings,
                                               std::string &error) {
  const Affinity &affinity = settings.affinity;
  if (!core_.context().scheduler->isPossible(affinity)) {
    error = affinity.kind == Affinity::Kind::Group
                ? "there is no execution unit group "
                : "there is no execution unit ";
    error += std::to_string(affinity.id);
    if (affinity.kind == Affinity::Kind::Strict)
      error += " (expected 0 to " +
               std::to_string(core_.context().scheduler->unitCount() - 1) + ")";
    return nullptr;
  }
  std::shared_ptr<EmulatedThread> thread;
  core_.gate().change(
      ChangeOf::ThreadCreate, settings.function, settings.localStorage, [&] {
        thread = core_.threads().create(core_, core_.context().id, settings);
      });
  if (thread)
    return std::make_unique<ThreadHandle>(core_, std::move(thread));
  error = "no room for another thread (at most " +
          std::to_string(ThreadTable::count) + ")";
  return nullptr;
}

bool ProcessThreads::activate(uint32_t eu, uint64_t activationId) {
  std::shared_ptr<EmulatedThread> thread;
  if (activationId <= UINT32_MAX)
    thread = core_.threads().find(static_cast<uint32_t>(activationId));
  if (thread) {
    thread->event();
    return true;
  }
  core_.messages().warn(
      "execution unit %u: activation id %llu is of no event handler of this "
      "process; nothing is activated",
      eu, static_cast<unsigned long long>(activationId));
  return false;
}

} // namespace dpa
