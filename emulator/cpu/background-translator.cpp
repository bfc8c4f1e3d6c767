// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The queues and the thread.
#include "emulator/cpu/background-translator.h"

#include "base/quiet-thread.h"
#include "emulator/cpu/code-cache.h"
#include "emulator/cpu/space-state.h"
#include "emulator/cpu/translation-timer.h"

#include <new>

namespace dpa::cpu {
namespace {

/// Much hot code makes a few thousand requests while its first fragments are translated.
constexpr size_t requestsMax = 4096;

/// For so many, the thread is woken at once: waking takes as long as interpreting some thousand
/// instructions.
constexpr size_t requestsForWaking = 16;

/// Without progress for so long, the thread is late: waking it takes only up to 100 us.
constexpr std::chrono::microseconds progressMax(250);

} // namespace

BackgroundTranslator::~BackgroundTranslator() {
  {
    const std::lock_guard lock(mutex_);
    dropRequests();
    isStopping_ = true;
    drops_.store(true, std::memory_order_relaxed);
  }
  changed_.notify_all();
  if (thread_.joinable())
    thread_.join();
}

void BackgroundTranslator::startThread() noexcept {
  const std::lock_guard lock(mutex_);
  ensureThread();
}

bool BackgroundTranslator::request(uint64_t generation, CodeView &view,
                                   uint64_t address, Urgency urgency) noexcept {
  bool wakes = false;
  try {
    const std::lock_guard lock(mutex_);
    if (!ensureThread())
      return false;
    if (urgency == Urgency::Urgent)
      urgent_.push_back({generation, &view, address});
    else if (requests_.size() < requestsMax)
      requests_.push_back({generation, &view, address});
    wakes = !isWoken_ && (urgency == Urgency::Urgent ||
                          requests_.size() >= requestsForWaking);
    if (wakes) {
      isWoken_ = true;
      noteProgress();
    }
    isBehind_.store(!isWoken_, std::memory_order_relaxed);
  } catch (const std::bad_alloc &) {
    return false;
  }
  if (wakes)
    changed_.notify_all();
  return true;
}

void BackgroundTranslator::requestAll(
    uint64_t generation, CodeView &view,
    std::span<const uint64_t> addresses) noexcept {
  for (const uint64_t address : addresses)
    request(generation, view, address, Urgency::Usual);
}

void BackgroundTranslator::wake() noexcept {
  {
    const std::lock_guard lock(mutex_);
    isBehind_.store(false, std::memory_order_relaxed);
    if (isWoken_ || !hasRequests())
      return;
    isWoken_ = true;
    noteProgress();
  }
  changed_.notify_all();
}

bool BackgroundTranslator::isExpectedToTranslate() noexcept {
  const std::lock_guard lock(mutex_);
  if (!isTranslating_ && !hasRequests())
    return false;
  return !isWoken_ ||
         Clock::now() - lastProgress_.load(std::memory_order_relaxed) <
             progressMax;
}

void BackgroundTranslator::populate(const Chunk &chunk) noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (!thread_.joinable())
      return;
    unpopulated_.add(chunk);
  }
  changed_.notify_all();
}

void BackgroundTranslator::cancel() noexcept {
  std::unique_lock lock(mutex_);
  drops_.store(true, std::memory_order_relaxed);
  dropRequests();
  changed_.wait(lock, [&] { return !isTranslating_; });
  dropRequests(); // what the thread has requested meanwhile
  drops_.store(false, std::memory_order_relaxed);
}

bool BackgroundTranslator::ensureThread() {
  if (!thread_.joinable() && !hasFailed_) {
    thread_ = startQuietThread([this] { work(); });
    hasFailed_ = !thread_.joinable();
  }
  return !hasFailed_;
}

/// Under the lock: what is served next; returns how many. Does not allocate.
size_t BackgroundTranslator::take(Batch &batch) {
  size_t count = 0;
  while (count < batch.size() && hasRequests()) {
    std::deque<Request> &from = urgent_.empty() ? requests_ : urgent_;
    batch[count++] = from.front();
    from.pop_front();
  }
  return count;
}

void BackgroundTranslator::work() {
  pthread_setname_np(pthread_self(), "dpa-translator");
  std::unique_lock lock(mutex_);
  for (;;) {
    isWoken_ = isWoken_ && hasRequests();
    changed_.wait(lock, [&] {
      return isStopping_ || isWoken_ || !unpopulated_.isEmpty();
    });
    if (isStopping_)
      return;
    if (isWoken_)
      serveBatch(lock);
    else
      populateNext(lock);
  }
}

void BackgroundTranslator::serveBatch(std::unique_lock<std::mutex> &lock) {
  Batch batch;
  const size_t count = take(batch);
  isTranslating_ = true;
  lock.unlock();
  translate(std::span(batch).first(count));
  lock.lock();
  isTranslating_ = false;
  changed_.notify_all();
}

void BackgroundTranslator::populateNext(std::unique_lock<std::mutex> &lock) {
  Chunk piece = unpopulated_.take();
  lock.unlock();
  populatePiece(piece);
  piece = {}; // may free its chunk
  lock.lock();
}

void BackgroundTranslator::translate(std::span<const Request> requests) {
  const std::shared_ptr<CodeCache> code = space_.currentCode();
  TranslationTimer timer(space_.options);
  for (const Request &request : requests) {
    if (drops_.load(std::memory_order_relaxed))
      return;
    if (request.generation != code->generation())
      continue;
    try {
      CodeCache::Addresses behind;
      code->translateIfCurrent(*request.view, request.address, behind, timer);
      requestAll(request.generation, *request.view, behind);
      // NOLINTNEXTLINE(bugprone-empty-catch): the block stays interpreted
    } catch (const std::bad_alloc &) {
    }
    noteProgress();
  }
}

} // namespace dpa::cpu
