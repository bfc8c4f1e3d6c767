// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tasks to activations of workers.
#include "emulator/process/emulated-task-queue.h"

#include <numeric>

namespace dpa {

EmulatedTaskQueue::EmulatedTaskQueue(Threads workers, uint32_t batch)
    : threads_(std::move(workers)), workers_(threads_.size()),
      idle_(threads_.size()) {
  std::iota(idle_.rbegin(), idle_.rend(), 0);
  for (uint32_t worker = 0; worker < threads_.size(); ++worker) {
    threads_[worker]->workFor(*this, worker);
    threads_[worker]->run(batch);
  }
}

bool EmulatedTaskQueue::add(const dpa_task &task) noexcept {
  std::optional<uint32_t> woken;
  {
    std::lock_guard guard(lock_);
    try {
      waiting_.push_back(task);
    } catch (const std::bad_alloc &) {
      return false;
    }
    woken = takeIdle();
  }
  const trace::Span span;
  if (woken)
    threads_[*woken]->event();
  span.end(trace::Kind::Doorbell, static_cast<uint8_t>(trace::Doorbell::Host),
           0, 0);
  return true;
}

void EmulatedTaskQueue::run() noexcept {
  size_t tasks = 0;
  {
    std::lock_guard guard(lock_);
    if (isRunning_)
      return;
    isRunning_ = true;
    tasks = waiting_.size();
  }
  for (; tasks != 0; --tasks) {
    std::optional<uint32_t> woken;
    {
      std::lock_guard guard(lock_);
      woken = takeIdle();
    }
    if (!woken)
      return;
    threads_[*woken]->event();
  }
}

/// A worker that has to be activated, as there is work for it.
std::optional<uint32_t> EmulatedTaskQueue::takeIdle() {
  if (!hasWork() || idle_.empty())
    return std::nullopt;
  uint32_t worker = idle_.back();
  idle_.pop_back();
  workers_[worker].isIdle = false;
  return worker;
}

bool EmulatedTaskQueue::isEmpty() {
  std::lock_guard guard(lock_);
  return waiting_.empty() && underWay_ == 0;
}

/// The task of the worker is complete: its activation has ended, or the next
/// task is requested.
void EmulatedTaskQueue::endTask(Worker &worker) {
  if (worker.hasTask)
    --underWay_;
  worker.hasTask = false;
}

bool EmulatedTaskQueue::next(uint32_t worker, dpa_task &task) noexcept {
  std::lock_guard guard(lock_);
  Worker &asking = workers_[worker];
  endTask(asking);
  if (!hasWork())
    return false;
  task = waiting_.front();
  waiting_.pop_front();
  asking.hasTask = true;
  ++underWay_;
  return true;
}

bool EmulatedTaskQueue::activationEnded(uint32_t worker) noexcept {
  std::lock_guard guard(lock_);
  Worker &ended = workers_[worker];
  endTask(ended);
  if (hasWork())
    return true;
  if (!ended.isIdle)
    idle_.push_back(worker);
  ended.isIdle = true;
  return false;
}

void EmulatedTaskQueue::stop() noexcept {
  {
    std::lock_guard guard(lock_);
    isRunning_ = false;
    waiting_.clear();
  }
  for (const auto &worker : threads_)
    worker->stop();
}

void EmulatedTaskQueue::waitUntilIdle() {
  for (const auto &worker : threads_)
    worker->waitUntilIdle();
}

} // namespace dpa
