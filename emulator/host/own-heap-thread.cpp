// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Waits for actions in a futex, as the program's own threads do.
#include "emulator/host/own-heap-thread.h"

#include "base/quiet-thread.h"

namespace dpa {

OwnHeapThread::OwnHeapThread() {
  thread_ = startQuietThread([this] { work(); });
  std::unique_lock guard(lock_);
  changed_.wait(guard, [&] { return hasHeap_ || !isRunning(); });
}

OwnHeapThread::~OwnHeapThread() {
  if (!isRunning())
    return;
  {
    const std::lock_guard guard(lock_);
    isStopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void OwnHeapThread::runAction(Function function, void *object) {
  std::unique_lock guard(lock_);
  function_ = function;
  object_ = object;
  changed_.notify_all();
  changed_.wait(guard, [&] { return function_ == nullptr; });
}

void OwnHeapThread::work() {
  takeOwnHeap();
  std::unique_lock guard(lock_);
  hasHeap_ = true;
  changed_.notify_all();
  for (;;) {
    changed_.wait(guard, [&] { return isStopping_ || function_; });
    if (!function_)
      return;
    function_(object_);
    function_ = nullptr;
    changed_.notify_all();
  }
}

} // namespace dpa
