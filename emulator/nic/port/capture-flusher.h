// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Background work that writes the last records of a capture, which do not fill a piece of
// its file, one to two milliseconds after they were collected.
#ifndef DPA_EMULATOR_NIC_PORT_CAPTURE_FLUSHER_H
#define DPA_EMULATOR_NIC_PORT_CAPTURE_FLUSHER_H

#include "base/short-lock.h"
#include "emulator/nic/port/capture.h"
#include "emulator/schedule/background.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

namespace dpa {

class CaptureFlusher : public BackgroundWork,
                       public std::enable_shared_from_this<CaptureFlusher> {
public:
  CaptureFlusher(std::weak_ptr<Capture> capture, Background &background)
      : capture_(std::move(capture)), background_(background) {}

  /// The records before this position of the file, which is not 0, will be written, unless other
  /// threads do it before. Several threads may request it at the same time. False: it is closed.
  bool request(uint64_t end) noexcept {
    // Of this and the fence of step() one is first: either step() sees the record that the
    // caller has added, or the caller sees that nothing is requested.
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (end_ != 0)
      return true;
    const std::lock_guard guard(lock_);
    if (isClosed_)
      return false;
    if (end_ != 0)
      return true;
    due_ = background_.now() + delay;
    end_ = end;
    background_.post(weak_from_this().lock());
    return true;
  }
  /// Uses the background work no more, which then may end.
  void close() noexcept {
    const std::lock_guard guard(lock_);
    isClosed_ = true;
  }
  bool isClosed() const noexcept { return isClosed_; }

  State state(uint64_t now) const noexcept override {
    if (end_ == 0)
      return State::Idle;
    return now >= due_ ? State::Ready : State::Waits;
  }
  uint64_t due() const noexcept override {
    return end_ == 0 ? UINT64_MAX : due_.load();
  }
  void step(uint64_t /*now*/) noexcept override {
    const uint64_t end = end_.exchange(0);
    std::atomic_thread_fence(std::memory_order_seq_cst);
    if (const std::shared_ptr<Capture> capture = capture_.lock())
      capture->flushBefore(end);
  }

private:
  static constexpr uint64_t delay = 1'000'000; ///< nanoseconds

  const std::weak_ptr<Capture> capture_;
  Background &background_;
  ShortLock lock_; ///< of new requests
  std::atomic<bool> isClosed_ = false;
  std::atomic<uint64_t> due_ = 0;
  std::atomic<uint64_t> end_ = 0; ///< 0: nothing is requested
};

} // namespace dpa

#endif
