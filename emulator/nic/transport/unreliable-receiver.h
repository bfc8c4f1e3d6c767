// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The receiving half of an unreliable connection (UC) or of datagrams (UD).
// Nothing is answered: what does not fit is dropped, and with UC the message that
// it belongs to.
#ifndef DPA_EMULATOR_NIC_TRANSPORT_UNRELIABLE_RECEIVER_H
#define DPA_EMULATOR_NIC_TRANSPORT_UNRELIABLE_RECEIVER_H

#include "emulator/nic/transport/message-receiver.h"

namespace dpa {

class UnreliableReceiver {
public:
  UnreliableReceiver(RoceTransport type, const QueuePairAttributes &attributes,
                     TransportEnvironment &environment,
                     TransportCounters &counters)
      : type_(type), attributes_(attributes), environment_(environment),
        counters_(counters), messages_(attributes, environment) {}

  /// From attributes.receivePsn on.
  void start();
  /// Forgets everything, without completions.
  void reset();
  /// Completes a receive in use as flushed.
  void flush() { messages_.flush(); }
  void receive(const RoceFrameView &view);

  /// A receive has failed: the queue pair has an error.
  bool hasFailed() const { return hasFailed_; }

private:
  void receivePacket(const RocePacket &packet);
  bool isDropped(const RocePacket &packet);
  void receiveDatagram(const RoceFrameView &view);

  const RoceTransport type_;
  const QueuePairAttributes &attributes_;
  TransportEnvironment &environment_;
  TransportCounters &counters_;
  MessageReceiver messages_;
  uint64_t expectedPsn_ = 0;
  bool hasFailed_ = false;
};

} // namespace dpa

#endif
