// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Background work that writes the last records of a capture, which do not fill a piece of
// its file, one to two milliseconds after they were collected.
#ifndef DPA_EMULATOR_NIC_PORT_CAPTURE_FLUSHER_H
#define DPA_EMULATOR_NIC_PORT_CAPTURE_FLUSHER_H

#include "emulator/nic/port/capture.h"
#include "emulator/schedule/background.h"

#include <atomic>

namespace dpa {

class CaptureFlusher : public BackgroundWork,
                       public std::enable_shared_from_this<CaptureFlusher> {
public:
  CaptureFlusher(std::weak_ptr<Capture> capture, Background &background)
      : capture_(std::move(capture)), background_(background) {}

  /// The records before this position of the file, which is not 0, will be written, unless other
  /// threads do it before. Several threads may request it at the same time.
  void request(uint64_t end) noexcept {
    if (end_ != 0)
      return;
    due_ = background_.now() + delay;
    uint64_t none = 0;
    if (end_.compare_exchange_strong(none, end))
      background_.post(weak_from_this().lock());
  }

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
    if (const std::shared_ptr<Capture> capture = capture_.lock())
      capture->flushBefore(end);
  }

private:
  static constexpr uint64_t delay = 1'000'000; ///< nanoseconds

  const std::weak_ptr<Capture> capture_;
  Background &background_;
  std::atomic<uint64_t> due_ = 0;
  std::atomic<uint64_t> end_ = 0; ///< 0: nothing is requested
};

} // namespace dpa

#endif
