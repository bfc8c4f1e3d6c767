// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One dump, and how many of this program are not over: see automatic-dump.h.
#include "runtime/host/process/automatic-dump.h"

#include "base/fork-generation.h"
#include "base/quiet-thread.h"

#include <new>

namespace dpa::host {
namespace {

/// Dumps of this program that have begun. The child of a fork() has none.
class Pending {
public:
  void add(int change) {
    std::lock_guard guard(lock_);
    count_ += change;
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock guard(lock_);
    changed_.wait(guard, [&] { return count_ == 0; });
  }

private:
  std::mutex lock_;
  std::condition_variable changed_;
  int count_ = 0;
};

/// At a regular end of the program.
[[gnu::destructor]] void waitForDumps() noexcept try {
  perProgram<Pending>().wait();
} catch (const std::bad_alloc &) {
  return; // no dump has begun: there is no count
}

} // namespace

AutomaticDump::AutomaticDump(std::function<void()> write)
    : write_(std::move(write)) {
  perProgram<Pending>(); // made now: begin() must not fail
  thread_ = startQuietThread([this] { run(); });
}

AutomaticDump::~AutomaticDump() {
  close();
  if (thread_.joinable())
    thread_.join();
}

void AutomaticDump::close() {
  {
    std::lock_guard guard(lock_);
    if (state_ == State::Idle)
      state_ = State::Over;
  }
  changed_.notify_all();
  wait();
}

void AutomaticDump::begin() noexcept {
  {
    std::lock_guard guard(lock_);
    if (state_ != State::Idle || !thread_.joinable())
      return;
    state_ = State::Begun;
    perProgram<Pending>().add(1);
  }
  changed_.notify_all();
}

void AutomaticDump::wait() {
  std::unique_lock guard(lock_);
  changed_.wait(guard, [&] { return state_ != State::Begun; });
}

void AutomaticDump::run() {
  {
    std::unique_lock guard(lock_);
    changed_.wait(guard, [&] { return state_ != State::Idle; });
    if (state_ == State::Over)
      return;
  }
  write_();
  {
    std::lock_guard guard(lock_);
    state_ = State::Over;
  }
  changed_.notify_all();
  perProgram<Pending>().add(-1);
}

} // namespace dpa::host
