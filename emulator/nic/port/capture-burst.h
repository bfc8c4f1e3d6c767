// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames that a thread sends or receives one after the other: a capture collects
// them, and writes them with few system calls after the burst has ended.
#ifndef DPA_EMULATOR_NIC_PORT_CAPTURE_BURST_H
#define DPA_EMULATOR_NIC_PORT_CAPTURE_BURST_H

#include "emulator/nic/port/capture.h"

#include <utility>

namespace dpa {

/// The bursts of one thread, which may be nested.
class CaptureBursts {
public:
  static CaptureBursts &ofThread() {
    thread_local CaptureBursts bursts;
    return bursts;
  }

  void begin() { ++depth_; }
  void end() {
    if (--depth_ == 0 && capture_)
      std::exchange(capture_, nullptr)->flush();
  }
  /// The same for the frames of one queue, which no other thread serves meanwhile: the thread
  /// collects them in records of its own.
  void beginSending() {
    begin();
    ++sendingDepth_;
  }
  void endSending() {
    if (--sendingDepth_ == 0 && capture_)
      capture_->append(own_);
    end();
  }

  /// Whether the end of a burst will flush this capture: the first one that a burst
  /// uses. Its port may end before, for example that of another function of the card.
  bool willFlush(Capture &capture) {
    if (depth_ != 0 && !capture_)
      capture_ = capture.weak_from_this().lock();
    return capture_.get() == &capture;
  }
  /// The calling thread's own records, which endSending() appends to that capture. Null: not
  /// between beginSending() and endSending(), or no memory.
  CaptureRecords *own() {
    if (sendingDepth_ == 0 || (!own_.hasMemory() && !own_.reserve()))
      return nullptr;
    return &own_;
  }

private:
  unsigned depth_ = 0;
  unsigned sendingDepth_ = 0;
  std::shared_ptr<Capture> capture_;
  CaptureRecords own_;
};

/// A burst of the calling thread.
class CaptureBurst {
public:
  CaptureBurst() { CaptureBursts::ofThread().begin(); }
  ~CaptureBurst() { CaptureBursts::ofThread().end(); }
  CaptureBurst(const CaptureBurst &) = delete;
  CaptureBurst &operator=(const CaptureBurst &) = delete;
};

} // namespace dpa

#endif
