// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One port of a card: its addresses, the packets for them, and what is at its other
// end. Frames that arrive go to the card with the number of the port. Thread safe.
#ifndef DPA_EMULATOR_NIC_CARD_CARD_PORT_H
#define DPA_EMULATOR_NIC_CARD_CARD_PORT_H

#include "emulator/nic/card/roce-receiver.h"
#include "emulator/nic/port/port.h"

namespace dpa {

/// The card, as its ports see it.
class PortUser {
public:
  virtual ~PortUser() = default;
  virtual void receive(uint32_t port, Frame frame) noexcept = 0;
  /// See FrameReceiver.
  virtual bool isReadyFor(uint32_t port, Frame frame) const noexcept = 0;
  virtual bool receiveIfReady(uint32_t port, Frame frame) noexcept = 0;
  virtual uint64_t orderOf(uint32_t port, Frame frame) const noexcept = 0;
  virtual uint64_t orderVersion() const noexcept = 0;
  virtual void beginBurst() noexcept = 0;
  virtual void endBurst() noexcept = 0;
  virtual void endBurstAndHelp(Background::Next next) noexcept = 0;
};

/// Where a port is, beside its card.
struct PortPlace {
  std::string name; ///< of device and port
  bool isReproducible = false;
  PortInputs *inputs = nullptr; ///< of a live port in a reproducible run
  std::shared_ptr<VportSwitch> vportSwitch = nullptr; ///< of a port on a vport
};

class CardPort : private FrameReceiver {
public:
  /// `number`: 1 is the first. The references outlive it.
  CardPort(uint32_t number, PortUser &user, QueuePairTable &pairs)
      : number_(number), user_(user), roce_(number, pairs) {}

  /// Once, before anything else. False, with a message in `error`.
  bool open(const PortSettings &settings, Background &background,
            const PortPlace &place, std::string &error);
  bool beginCapture(std::string &error) { return port_->beginCapture(error); }
  bool start(std::string &error) { return port_->start(error); }

  /// Of device and port.
  const std::string &name() const { return name_; }
  void send(Frame frame) noexcept { port_->send(frame); }
  bool isUp() const { return port_->isUp(); }
  /// Whether the state of the link changes between turns only, at updateLink().
  bool hasOrderedLink() const { return hasOrderedLink_; }
  /// From the host, outside of Scheduler::admit().
  void updateLink() noexcept { port_->updateLink(); }
  /// See Link.
  bool poll(bool mayWait) noexcept { return port_->poll(mayWait); }
  /// Bytes of the largest payload of a frame.
  uint32_t mtu() const { return port_->mtu(); }
  std::shared_ptr<const PortCounters> counters() const {
    return port_->counters();
  }
  RoceReceiver &roce() { return roce_; }
  const RoceReceiver &roce() const { return roce_; }
  const RoceAddresses &addresses() const { return roce_.addresses(); }
  /// The port returns what is sent.
  bool isLoopback() const { return isLoopback_; }
  /// Captures or impairs the device's own packets.
  bool mayNeedOwnFrames() const { return mayNeedOwnFrames_; }

private:
  void receive(Frame frame) noexcept override { user_.receive(number_, frame); }
  bool isReadyFor(Frame frame) const noexcept override {
    return user_.isReadyFor(number_, frame);
  }
  bool receiveIfReady(Frame frame) noexcept override {
    return user_.receiveIfReady(number_, frame);
  }
  uint64_t orderOf(Frame frame) const noexcept override {
    return user_.orderOf(number_, frame);
  }
  uint64_t orderVersion() const noexcept override {
    return user_.orderVersion();
  }
  void beginBurst() noexcept override { user_.beginBurst(); }
  void endBurst() noexcept override { user_.endBurst(); }
  void endBurstAndHelp(Background::Next next) noexcept override {
    user_.endBurstAndHelp(next);
  }

  const uint32_t number_;
  PortUser &user_;
  RoceReceiver roce_;
  std::string name_;
  bool hasOrderedLink_ = false;
  bool isLoopback_ = false;
  bool mayNeedOwnFrames_ = true;
  std::unique_ptr<Port> port_; ///< destroyed first: calls receive()
};

} // namespace dpa

#endif
