// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A queue and threads. See task-pool.h.
#include "driver/compile/task-pool.h"

#include <thread>
#include <vector>

namespace dpa::driver {

void TaskPool::add(Task task) {
  std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(task));
  changed_.notify_one();
}

void TaskPool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    // A task that runs may add another one.
    changed_.wait(lock, [this] { return !waiting_.empty() || running_ == 0; });
    if (waiting_.empty())
      break;
    Task task = std::move(waiting_.front());
    waiting_.pop_front();
    ++running_;
    lock.unlock();
    task();
    lock.lock();
    --running_;
  }
  changed_.notify_all();
}

void TaskPool::run(size_t threads) {
  std::vector<std::thread> helpers;
  for (size_t i = 1; i < threads; ++i)
    helpers.emplace_back([this] { work(); });
  work();
  for (std::thread &helper : helpers)
    helper.join();
}

} // namespace dpa::driver
