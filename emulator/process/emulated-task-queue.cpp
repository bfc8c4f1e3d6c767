// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tasks to activations of workers.
#include "emulator/process/emulated-task-queue.h"

#include <numeric>

namespace dpa {

EmulatedTaskQueue::EmulatedTaskQueue(Threads workers, uint32_t batch)
    : TheThreads(std::move(workers)), Workers(TheThreads.size()),
      Idle(TheThreads.size()) {
  std::iota(Idle.rbegin(), Idle.rend(), 0);
  for (uint32_t worker = 0; worker < TheThreads.size(); ++worker) {
    TheThreads[worker]->workFor(*this, worker);
    TheThreads[worker]->run(batch);
  }
}

bool EmulatedTaskQueue::add(const dpa_task &task) noexcept {
  std::optional<uint32_t> woken;
  {
    std::lock_guard guard(Lock);
    try {
      Waiting.push_back(task);
    } catch (const std::bad_alloc &) {
      return false;
    }
    woken = takeIdle();
  }
  if (woken)
    TheThreads[*woken]->event();
  return true;
}

void EmulatedTaskQueue::run() noexcept {
  size_t tasks = 0;
  {
    std::lock_guard guard(Lock);
    if (IsRunning)
      return;
    IsRunning = true;
    tasks = Waiting.size();
  }
  for (; tasks != 0; --tasks) {
    std::optional<uint32_t> woken;
    {
      std::lock_guard guard(Lock);
      woken = takeIdle();
    }
    if (!woken)
      return;
    TheThreads[*woken]->event();
  }
}

/// A worker that has to be activated, as there is work for it.
std::optional<uint32_t> EmulatedTaskQueue::takeIdle() {
  if (!hasWork() || Idle.empty())
    return std::nullopt;
  uint32_t worker = Idle.back();
  Idle.pop_back();
  Workers[worker].isIdle = false;
  return worker;
}

bool EmulatedTaskQueue::isEmpty() {
  std::lock_guard guard(Lock);
  return Waiting.empty() && UnderWay == 0;
}

/// A task ends its activation instead of returning, or returns and another one
/// is asked for.
void EmulatedTaskQueue::endTask(Worker &worker) {
  if (worker.hasTask)
    --UnderWay;
  worker.hasTask = false;
}

bool EmulatedTaskQueue::next(uint32_t worker, dpa_task &task) noexcept {
  std::lock_guard guard(Lock);
  Worker &asking = Workers[worker];
  endTask(asking);
  if (!hasWork())
    return false;
  task = Waiting.front();
  Waiting.pop_front();
  asking.hasTask = true;
  ++UnderWay;
  return true;
}

bool EmulatedTaskQueue::activationEnded(uint32_t worker) noexcept {
  std::lock_guard guard(Lock);
  Worker &ended = Workers[worker];
  endTask(ended);
  if (hasWork())
    return true;
  if (!ended.isIdle)
    Idle.push_back(worker);
  ended.isIdle = true;
  return false;
}

void EmulatedTaskQueue::stop() noexcept {
  {
    std::lock_guard guard(Lock);
    IsRunning = false;
    Waiting.clear();
  }
  for (const auto &worker : TheThreads)
    worker->stop();
}

void EmulatedTaskQueue::waitUntilIdle() {
  for (const auto &worker : TheThreads)
    worker->waitUntilIdle();
}

} // namespace dpa
