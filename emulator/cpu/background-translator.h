// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translates the hot blocks of an address space on a thread of its own, while harts go on
// interpreting them. While it does not translate, the thread populates memory for the blocks that
// harts will decode next. Thread safe.
#ifndef DPA_EMULATOR_CPU_BACKGROUND_TRANSLATOR_H
#define DPA_EMULATOR_CPU_BACKGROUND_TRANSLATOR_H

#include "emulator/cpu/populate-queue.h"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <thread>

namespace dpa::cpu {

class CodeView;
struct SpaceState;

class BackgroundTranslator final : public Populator {
public:
  /// Of this address space, which outlives it.
  explicit BackgroundTranslator(SpaceState &space) : space_(space) {}
  /// Drops the requests that wait, and joins the thread.
  ~BackgroundTranslator();
  BackgroundTranslator(const BackgroundTranslator &) = delete;
  BackgroundTranslator &operator=(const BackgroundTranslator &) = delete;

  /// Starts the thread, so that the first request does not have to. If that fails, it is not tried
  /// again, and requests return false.
  void startThread() noexcept;

  enum class Urgency : uint8_t { Usual, Urgent };

  /// The block at `address` of `view`, which is one of this generation of code, is normally
  /// translated soon. Harts must not rely on it: a usual request is dropped if too many wait, and
  /// any by cancel() or by a new generation. Requests are served in their order, urgent ones first.
  /// An urgent request wakes the thread; usual ones wait until there are many, or for start().
  /// False: there is no thread, or memory could not be allocated.
  bool request(uint64_t generation, CodeView &view, uint64_t address,
               Urgency urgency) noexcept;
  /// Usual requests for what is hot at these addresses.
  void requestAll(uint64_t generation, CodeView &view,
                  std::span<const uint64_t> addresses) noexcept;
  /// Wakes the thread, if there are requests. Each hart calls it after some
  /// thousand instructions: waking takes as long, and handlers are often shorter.
  void start() noexcept {
    if (isBehind_.load(std::memory_order_relaxed)) [[unlikely]]
      wake();
  }
  /// Whether there are requests, of any block, that the thread is expected to serve: it makes
  /// progress, or sleeps until a hart calls start(). False if it has made no progress for 250 us:
  /// it gets no processor, or the present translation is a long one.
  bool isExpectedToTranslate() noexcept;
  /// A translation is being made, or has ended.
  void noteProgress() noexcept {
    lastProgress_.store(Clock::now(), std::memory_order_relaxed);
  }
  /// Does nothing without the thread.
  void populate(const Chunk &chunk) noexcept override;
  /// Drops the requests that wait. Nothing is translated from the return of this call until
  /// the next request.
  void cancel() noexcept;

private:
  struct Request {
    uint64_t generation = 0;
    CodeView *view = nullptr; ///< valid in this generation
    uint64_t address = 0;
  };
  /// Requests that are served one after the other without the lock, which harts therefore
  /// seldom find taken.
  using Batch = std::array<Request, 8>;
  using Clock = std::chrono::steady_clock;

  /// Under the lock: starts the thread, once. False: it cannot be started.
  bool ensureThread();
  void wake() noexcept;
  void work();
  bool hasRequests() const { return !requests_.empty() || !urgent_.empty(); }
  size_t take(Batch &batch);
  void dropRequests() {
    requests_.clear();
    urgent_.clear();
    isWoken_ = false;
  }
  /// Under the lock, which they release meanwhile.
  void serveBatch(std::unique_lock<std::mutex> &lock);
  void populateNext(std::unique_lock<std::mutex> &lock);
  void translate(std::span<const Request> requests);

  SpaceState &space_;
  std::mutex mutex_; ///< of what follows; no other lock is taken under it
  std::condition_variable changed_;
  std::deque<Request> requests_; ///< that the thread has not taken
  std::deque<Request> urgent_;   ///< likewise
  PopulateQueue unpopulated_;
  bool isWoken_ = false;            ///< to serve requests until none is left
  bool isTranslating_ = false;      ///< a batch
  std::atomic<bool> drops_ = false; ///< the rest of that batch is skipped
  /// There are requests, and the thread is not woken for them.
  std::atomic<bool> isBehind_ = false;
  /// When the thread was last woken for requests, or translated.
  std::atomic<Clock::time_point> lastProgress_{};
  bool isStopping_ = false;
  bool hasFailed_ = false; ///< to make the thread
  std::thread thread_;     ///< made by startThread(), or at the first request
};

} // namespace dpa::cpu

#endif
