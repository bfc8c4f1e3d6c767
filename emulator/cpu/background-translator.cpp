// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A queue and its thread.
#include "emulator/cpu/background-translator.h"

#include "base/quiet-thread.h"
#include "emulator/cpu/code-cache.h"

#include <new>
#include <utility>

namespace dpa::cpu {
namespace {

/// Much hot code makes a few thousand requests while its first fragments are translated.
constexpr size_t requestsMax = 4096;

/// For so many, the thread is woken at once: waking takes as long as interpreting some thousand
/// instructions.
constexpr size_t requestsForWaking = 16;

} // namespace

BackgroundTranslator::~BackgroundTranslator() {
  {
    const std::lock_guard lock(mutex_);
    requests_.clear();
    isStopping_ = true;
    drops_.store(true, std::memory_order_relaxed);
  }
  changed_.notify_all();
  if (thread_.joinable())
    thread_.join();
}

BackgroundTranslator::Answer
BackgroundTranslator::request(const std::shared_ptr<CodeCache> &code,
                              CodeView &view, uint64_t address) noexcept {
  bool wakes = false;
  try {
    const std::lock_guard lock(mutex_);
    if (!hasThread())
      return Answer::Never;
    if (requests_.size() >= requestsMax)
      return Answer::Later;
    requests_.push_back({code, &view, address});
    wakes = requests_.size() == requestsForWaking;
    if (!isTranslating_)
      isBehind_.store(!wakes, std::memory_order_relaxed);
  } catch (const std::bad_alloc &) {
    return Answer::Never;
  }
  if (wakes)
    changed_.notify_all();
  return Answer::Accepted;
}

void BackgroundTranslator::wake() noexcept {
  isBehind_.store(false, std::memory_order_relaxed);
  changed_.notify_all();
}

void BackgroundTranslator::cancel() noexcept {
  std::unique_lock lock(mutex_);
  requests_.clear();
  drops_.store(true, std::memory_order_relaxed);
  changed_.wait(lock, [&] { return !isTranslating_; });
  drops_.store(false, std::memory_order_relaxed);
}

bool BackgroundTranslator::hasThread() {
  if (!thread_.joinable() && !hasFailed_) {
    thread_ = startQuietThread([this] { work(); });
    hasFailed_ = !thread_.joinable();
  }
  return !hasFailed_;
}

/// All that wait are taken at once, so that harts seldom find the lock taken.
void BackgroundTranslator::work() {
  std::vector<Request> taken;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return isStopping_ || !requests_.empty(); });
    if (isStopping_)
      return;
    taken.swap(requests_);
    isTranslating_ = true;
    lock.unlock();
    translate(taken);
    taken.clear();
    lock.lock();
    isTranslating_ = false;
    changed_.notify_all();
  }
}

void BackgroundTranslator::translate(
    const std::vector<Request> &requests) const {
  for (const Request &request : requests) {
    if (drops_.load(std::memory_order_relaxed))
      return;
    request.code->translateIfCurrent(*request.view, request.address);
  }
}

} // namespace dpa::cpu
