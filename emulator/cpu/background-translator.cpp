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
  }
  changed_.notify_all();
  if (thread_.joinable())
    thread_.join();
}

bool BackgroundTranslator::request(const std::shared_ptr<CodeCache> &code,
                                   CodeView &view, uint64_t address) noexcept {
  bool wakes = false;
  try {
    const std::lock_guard lock(mutex_);
    if (requests_.size() >= requestsMax || !hasThread())
      return false;
    requests_.push_back({code, &view, address});
    wakes = requests_.size() == requestsForWaking;
    if (!isTranslating_)
      isBehind_.store(!wakes, std::memory_order_relaxed);
  } catch (const std::bad_alloc &) {
    return false;
  }
  if (wakes)
    changed_.notify_all();
  return true;
}

void BackgroundTranslator::wake() noexcept {
  isBehind_.store(false, std::memory_order_relaxed);
  changed_.notify_all();
}

void BackgroundTranslator::cancel() noexcept {
  std::unique_lock lock(mutex_);
  requests_.clear();
  changed_.wait(lock, [&] { return !isTranslating_; });
}

bool BackgroundTranslator::hasThread() {
  if (!thread_.joinable() && !hasFailed_) {
    thread_ = startQuietThread([this] { work(); });
    hasFailed_ = !thread_.joinable();
  }
  return !hasFailed_;
}

void BackgroundTranslator::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return isStopping_ || !requests_.empty(); });
    if (isStopping_)
      return;
    const Request request = std::move(requests_.front());
    requests_.pop_front();
    isTranslating_ = true;
    lock.unlock();
    request.code->translateIfCurrent(*request.view, request.address);
    lock.lock();
    isTranslating_ = false;
    changed_.notify_all();
  }
}

} // namespace dpa::cpu
