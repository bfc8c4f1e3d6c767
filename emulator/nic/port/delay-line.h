// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Impairments of what a port sends: frames are lost, sent twice, sent after the
// next one, or sent later. Frames that wait are background work of the device.
// Thread safe.
#ifndef DPA_EMULATOR_NIC_PORT_DELAY_LINE_H
#define DPA_EMULATOR_NIC_PORT_DELAY_LINE_H

#include "emulator/nic/port/counters.h"
#include "emulator/nic/port/frame-fates.h"
#include "emulator/nic/port/link.h"
#include "emulator/schedule/background.h"

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace dpa {

/// Where the frames go.
class FrameSink {
public:
  virtual ~FrameSink() = default;
  virtual void transmit(Frame frame) noexcept = 0;
};

class DelayLine : public BackgroundWork,
                  public std::enable_shared_from_this<DelayLine> {
public:
  /// Bytes of frames that wait; more are dropped.
  static constexpr size_t waitingMax = size_t(64) << 20;
  /// How long a frame waits for the one that it is to follow.
  static constexpr uint64_t reorderWait = 1'000'000;

  DelayLine(const Impairments &settings, Background &background,
            FrameSink &sink, PortCounters &counters);

  void send(Frame frame) noexcept;
  /// Waits for a step that runs on another thread; nothing is sent afterwards.
  void close();

  State state(uint64_t now) const noexcept override;
  uint64_t due() const noexcept override { return due_; }
  void step(uint64_t now) noexcept override;

private:
  struct Waiting {
    std::vector<std::byte> bytes;
    uint64_t due = 0;
    unsigned copies = 1;
  };
  using Queue = std::deque<Waiting>;

  /// What is to be sent at once.
  using Ready = std::vector<Waiting>;

  void add(Frame frame, uint64_t now, Ready &ready);
  void emit(Waiting frame, uint64_t now, Ready &ready);
  void updateDue();

  const Impairments settings_;
  Background &background_;
  FrameSink &sink_;
  PortCounters &counters_;
  std::mutex stepping_; ///< while step() runs
  bool isClosed_ = false;

  std::atomic<uint64_t> due_ = UINT64_MAX; ///< of the next frame
  std::mutex lock_;                        ///< of what follows
  FrameFates fates_;
  Queue queue_;        ///< ascending by `due`
  Queue held_;         ///< at most one: is sent after the next
  size_t waiting_ = 0; ///< bytes in both
};

} // namespace dpa

#endif
