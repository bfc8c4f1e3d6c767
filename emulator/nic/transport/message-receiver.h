// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sends and writes at the receiving end of a connection: given their packets in
// order, puts data in its place and completes receives. Everything about a packet
// is checked before any of its bytes is stored.
#ifndef DPA_EMULATOR_NIC_TRANSPORT_MESSAGE_RECEIVER_H
#define DPA_EMULATOR_NIC_TRANSPORT_MESSAGE_RECEIVER_H

#include "emulator/nic/transport/attributes.h"
#include "emulator/nic/transport/environment.h"

#include <array>

namespace dpa {

/// What became of a packet.
enum class ReceiveOutcome : uint8_t {
  Accepted,
  NoReceive, ///< none is posted; nothing has changed
  InvalidRequest,
  AccessDenied,
  OperationFailed,
};

class MessageReceiver {
public:
  MessageReceiver(const QueuePairAttributes &attributes,
                  TransportEnvironment &environment)
      : attributes_(attributes), environment_(environment) {}

  /// The next packet of a send or write. With another outcome than Accepted and
  /// NoReceive, the message is discarded.
  ReceiveOutcome accept(const RocePacket &packet);
  /// Receives packets inside of the message in progress. Returns the number of accepted
  /// packets; the others have only changed memory of the message.
  uint32_t acceptBurst(const RocePacket &packet);
  bool isInMessage() const { return kind_ != Kind::None; }
  /// Discards the message in progress. Its receive buffer is used for the next one.
  void discard() { kind_ = Kind::None; }
  /// Receives that were completed with an error, flushed ones included.
  uint64_t failedReceives() const { return failedReceives_; }
  /// Completes a buffer in use as flushed.
  void flush();
  /// Forgets everything, without completions.
  void reset();

private:
  enum class Kind : uint8_t { None, Send, Write };

  bool permitsBurst(const RocePacket &packet) const;
  ReceiveOutcome checkSequence(const RocePacket &packet) const;
  ReceiveOutcome checkWrite(const RocePacket &packet) const;
  ReceiveOutcome store(const RocePacket &packet);
  ReceiveOutcome storeSend(const RocePacket &packet);
  ReceiveOutcome storeWrite(const RocePacket &packet);
  bool takeBuffer();
  ReceiveOutcome finish(const RocePacket &packet);
  void complete(ReceiveCompletion completion);
  ReceiveOutcome failBuffer(TransportStatus status, ReceiveOutcome outcome);

  const QueuePairAttributes &attributes_;
  TransportEnvironment &environment_;

  Kind kind_ = Kind::None; ///< of the message in progress
  uint64_t done_ = 0;      ///< its bytes so far
  // Of a write:
  uint64_t address_ = 0;
  uint32_t key_ = 0;
  uint64_t length_ = 0;
  // The receive buffer in use:
  bool hasBuffer_ = false;
  uint64_t failedReceives_ = 0;
  uint64_t cookie_ = 0;
  uint64_t capacity_ = 0;
  size_t segmentCount_ = 0;
  std::array<MemorySegment, maximumSegments> segments_;
};

} // namespace dpa

#endif
