// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The receiving half of a reliable connection: performs requests once and in
// order, and answers each. receive() only stores; step() sends.
#ifndef DPA_EMULATOR_NIC_TRANSPORT_RESPONDER_H
#define DPA_EMULATOR_NIC_TRANSPORT_RESPONDER_H

#include "emulator/nic/transport/message-receiver.h"
#include "emulator/nic/transport/reply-queue.h"

namespace dpa {

class Responder {
public:
  Responder(const QueuePairAttributes &attributes,
            TransportEnvironment &environment, TransportCounters &counters)
      : attributes_(attributes), environment_(environment), counters_(counters),
        messages_(attributes, environment) {}

  /// From attributes.receivePsn on.
  void start();
  /// Forgets everything, without completions.
  void reset();
  /// Completes a receive in use as flushed.
  void flush() { messages_.flush(); }

  /// A request of the other end.
  void receive(const RocePacket &packet);

  bool isReady() const { return !replies_.isEmpty() || acknowledges_; }
  /// Sends at most one packet. False: there was nothing to send.
  bool step();

  /// A request has been rejected since start(). From then on the responder only
  /// repeats answers, since those may have been lost.
  bool hasFailed() const { return hasFailed_; }

private:
  void perform(const RocePacket &packet);
  void receiveBurst(const RocePacket &packet, uint64_t psn);
  void performMessage(const RocePacket &packet);
  void performRead(const RocePacket &packet);
  void performAtomic(const RocePacket &packet);
  bool acceptsResult(uint8_t right) const;
  static uint8_t syndromeOf(RemoteResult result);
  void repeat(const RocePacket &packet, uint64_t psn);
  void repeatRead(const RocePacket &packet, uint64_t psn);
  void reject(uint8_t syndrome, uint64_t psn);
  void negativeAcknowledge(uint8_t syndrome, uint64_t psn);

  void sendAcknowledge();
  void sendAtomic(const Reply &reply);
  void sendRead(Reply &reply);
  void stopRead(const Reply &reply, RemoteResult result);
  RocePacket packetFor(RoceOperation operation, uint64_t psn) const;
  void transmit(const RocePacket &packet);

  const QueuePairAttributes &attributes_;
  TransportEnvironment &environment_;
  TransportCounters &counters_;
  MessageReceiver messages_;

  ReplyQueue replies_;
  AtomicResults atomics_;
  uint64_t expectedPsn_ = 0;
  uint32_t msn_ = 0;          ///< messages performed
  bool acknowledges_ = false; ///< an acknowledgement has to be sent
  uint8_t nakSyndrome_ = 0;   ///< it is negative if this is not 0
  uint64_t nakPsn_ = 0;
  bool hasReportedGap_ = false; ///< also after an RNR NAK
  bool hasFailed_ = false;
  uint8_t failureSyndrome_ = 0;
  uint64_t failurePsn_ = 0;
};

} // namespace dpa

#endif
