// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One port of a device: frames that the card sends go through the MTU check, the
// impairments and the capture to the link; frames of the link go through MTU
// check and capture to the card. Counts both. Thread safe. In the child of a
// fork(), an inherited port sends and receives nothing.
#ifndef DPA_EMULATOR_NIC_PORT_PORT_H
#define DPA_EMULATOR_NIC_PORT_PORT_H

#include "emulator/configuration/port-settings.h"
#include "emulator/nic/port/capture-burst.h"
#include "emulator/nic/port/counters.h"
#include "emulator/nic/port/delay-line.h"
#include "emulator/nic/port/vport-switch.h"
#include "emulator/schedule/background.h"
#include "emulator/schedule/port-inputs.h"

#include <memory>

namespace dpa {

/// What a port is given beside its settings. Both objects outlive the port.
struct PortSurroundings {
  FrameReceiver &receiver;
  Background &background;
  std::string name; ///< for messages: device and number of the port
  bool isReproducible =
      false; ///< captures have the device's time, not the date
  /// Of a live port in a reproducible run; else null: frames arrive at once.
  PortInputs *inputs = nullptr;
  uint32_t number = 1; ///< of the port, for its inputs
  /// Of a port of the kind Vport; else null.
  std::shared_ptr<VportSwitch> vportSwitch = nullptr;
};

class Port : private FrameReceiver, private FrameSink {
public:
  Port(const PortSettings &settings, const PortSurroundings &surroundings);
  ~Port() override;

  /// Replaces the older contents of the capture. Once, after makePort(), before any
  /// frame. On failure false, with a message in `error`.
  bool beginCapture(std::string &error);

  /// Frames arrive from now on. Once, after beginCapture(), where background work may
  /// be posted. On failure false, with a message in `error`.
  bool start(std::string &error) { return link_->start(error); }

  /// On a loopback port the receiver is called before send() returns.
  void send(Frame frame) noexcept;
  bool isUp() const noexcept { return link_->isUp(); }
  void updateLink() noexcept { link_->update(); }
  /// See Link.
  bool poll(bool mayWait) noexcept;
  /// Bytes of the largest payload.
  uint32_t mtu() const { return mtu_; }
  std::shared_ptr<const PortCounters> counters() const { return counters_; }

private:
  friend std::unique_ptr<Port>
  makePort(const PortSettings &, const PortSurroundings &, std::string &error);
  bool open(const PortSettings &settings, const PortSurroundings &surroundings,
            std::string &error);

  void receive(Frame frame) noexcept override;
  bool isReadyFor(Frame frame) const noexcept override;
  bool receiveIfReady(Frame frame) noexcept override;
  uint64_t orderOf(Frame frame) const noexcept override;
  uint64_t orderVersion() const noexcept override {
    return receiver_.orderVersion();
  }
  void beginBurst() noexcept override {
    CaptureBursts::ofThread().begin();
    receiver_.beginBurst();
  }
  void endBurst() noexcept override {
    CaptureBursts::ofThread().end();
    receiver_.endBurst();
  }
  void endBurstAndHelp(Background::Next next) noexcept override {
    CaptureBursts::ofThread().end();
    receiver_.endBurstAndHelp(next);
  }
  void transmit(Frame frame) noexcept override;
  void capture(Frame frame) noexcept;

  bool isInherited() const;
  std::optional<FrameDrop> sizeProblem(Frame frame) noexcept;
  bool canCarry(Frame frame) const noexcept;
  bool dropsReceived(Frame frame) noexcept;
  void reportTooLong(size_t size) noexcept;

  const std::string name_;
  const uint32_t generation_;
  const PortKind kind_;
  FrameReceiver &receiver_;
  Background &background_;
  const int64_t captureOffset_; ///< from the device's time to the date
  uint32_t mtu_ = portMtuDefault;
  const std::shared_ptr<PortCounters> counters_;
  std::atomic<bool> hasReportedSize_ = false;
  std::shared_ptr<Capture> capture_;     ///< null: none
  std::shared_ptr<DelayLine> delayLine_; ///< null: no impairments
  std::unique_ptr<Link> link_;           ///< last: ends first
};

/// Opens what the settings name. Null on failure, with a message in `error`.
std::unique_ptr<Port> makePort(const PortSettings &settings,
                               const PortSurroundings &surroundings,
                               std::string &error);

} // namespace dpa

#endif
