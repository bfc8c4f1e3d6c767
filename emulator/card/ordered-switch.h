// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The embedded switch of a card for its other functions. In reproducible runs a function
// is disconnected between turns, as frames to it are dropped from then on.
#ifndef DPA_EMULATOR_CARD_ORDERED_SWITCH_H
#define DPA_EMULATOR_CARD_ORDERED_SWITCH_H

#include "emulator/gate/gate.h"
#include "emulator/nic/port/vport-switch.h"

namespace dpa {

class OrderedSwitch : public VportSwitch {
public:
  /// `gate`: of the card's own function. The references outlive it.
  OrderedSwitch(Gate &gate, VportSwitch &card) : gate_(gate), card_(card) {}

  /// From actions that are admitted already.
  bool connect(uint32_t vport, FrameReceiver &receiver,
               std::string &error) override {
    return card_.connect(vport, receiver, error);
  }
  void disconnect(uint32_t vport,
                  const std::function<void()> &last) noexcept override {
    gate_.destroy(ChangeOf::FunctionDisconnect, vport,
                  [&] { card_.disconnect(vport, last); });
  }
  bool startUplink(std::string &error) override {
    return card_.startUplink(error);
  }
  bool isUp() const noexcept override { return card_.isUp(); }
  void sendFrom(uint32_t vport, Frame frame) noexcept override {
    card_.sendFrom(vport, frame);
  }

private:
  Gate &gate_;
  VportSwitch &card_;
};

} // namespace dpa

#endif
