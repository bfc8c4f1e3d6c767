// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs tasks in the order in which they were added, several at a time. A task may add more; nothing
// of it says in which order tasks end.
#ifndef DPA_DRIVER_COMPILE_TASK_POOL_H
#define DPA_DRIVER_COMPILE_TASK_POOL_H

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>

namespace dpa::driver {

class TaskPool {
public:
  using Task = std::function<void()>;

  /// From any thread.
  void add(Task task);

  /// Works with this thread and at most `threads` - 1 others until no task is left.
  void run(size_t threads);

private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> waiting_;
  size_t running_ = 0;
};

} // namespace dpa::driver

#endif
