// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The embedded switch of a card, as the port of another function of the card sees it.
#ifndef DPA_EMULATOR_NIC_PORT_VPORT_SWITCH_H
#define DPA_EMULATOR_NIC_PORT_VPORT_SWITCH_H

#include "emulator/nic/port/link.h"

namespace dpa {

/// Thread safe.
class VportSwitch {
public:
  virtual ~VportSwitch() = default;
  /// `receiver` gets the frames for a vport, until disconnect(). False, with a
  /// message in `error`: the card does not have the vport, or it is connected.
  virtual bool connect(uint32_t vport, FrameReceiver &receiver,
                       std::string &error) = 0;
  /// When no thread is in the receiver any more, runs `last` and returns.
  virtual void disconnect(uint32_t vport,
                          const std::function<void()> &last) noexcept = 0;
  /// Frames arrive from the uplink from now on. False, with a message in `error`.
  virtual bool startUplink(std::string &error) = 0;
  /// Of the uplink.
  virtual bool isUp() const noexcept = 0;
  virtual void sendFrom(uint32_t vport, Frame frame) noexcept = 0;
};

} // namespace dpa

#endif
