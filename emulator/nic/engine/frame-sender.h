// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What takes the frames of send queues and the packets of queue pairs.
#ifndef DPA_EMULATOR_NIC_ENGINE_FRAME_SENDER_H
#define DPA_EMULATOR_NIC_ENGINE_FRAME_SENDER_H

#include "emulator/nic/port/link.h"
#include "emulator/nic/wire/roce.h"

#include <cstdint>

namespace dpa {

/// Thread safe.
class FrameSender {
public:
  virtual ~FrameSender() = default;
  /// `queue`: number of the send queue.
  virtual void transmit(uint32_t queue, Frame frame) noexcept = 0;
  /// The frames that the calling thread transmits until endSending() follow each other
  /// at once: captures may write them together.
  virtual void beginSending() noexcept {}
  virtual void endSending() noexcept {}
};

/// Frames that the calling thread transmits.
class SendBurst {
public:
  explicit SendBurst(FrameSender &sender) : sender_(sender) {
    sender_.beginSending();
  }
  ~SendBurst() { sender_.endSending(); }
  SendBurst(const SendBurst &) = delete;
  SendBurst &operator=(const SendBurst &) = delete;

private:
  FrameSender &sender_;
};

/// Thread safe.
struct PacketOrigin {
  uint32_t queue = 0; ///< number of the queue pair or send queue
  uint32_t port = 1;  ///< through which it sends
};

class PacketSender {
public:
  virtual ~PacketSender() = default;
  /// `frame` has the payload of the packet in its place; the frame is made of it
  /// where one is needed.
  virtual void transmit(const PacketOrigin &origin, const RocePath &path,
                        const RocePacket &packet,
                        RoceFrame &frame) noexcept = 0;
  /// Whether packets of a connection with this path are passed to a queue pair of
  /// the same device without frames, and with bursts. In reproducible runs the result
  /// depends on the program only.
  virtual bool isDirect(const PacketOrigin &origin,
                        const RocePath &path) const noexcept = 0;
  /// A completion queue has failed: the queue pairs that use it cannot continue.
  virtual void completionQueueFailed(uint32_t number) noexcept = 0;
};

} // namespace dpa

#endif
