// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sending half of a queue pair: takes requests, cuts them into packets,
// repeats what is lost (RC), and completes requests in order. After a failure it
// completes everything as flushed.
#ifndef DPA_EMULATOR_NIC_TRANSPORT_REQUESTER_H
#define DPA_EMULATOR_NIC_TRANSPORT_REQUESTER_H

#include "emulator/nic/transport/attributes.h"
#include "emulator/nic/transport/environment.h"
#include "emulator/nic/transport/send-window.h"

#include <algorithm>

namespace dpa {

class Requester {
public:
  Requester(RoceTransport type, uint32_t number,
            const QueuePairAttributes &attributes,
            TransportEnvironment &environment, TransportCounters &counters)
      : type_(type), number_(number), attributes_(attributes),
        environment_(environment), counters_(counters) {}

  /// From attributes.sendPsn on.
  void start();
  /// After a failure and its flushing: continues behind the last packet.
  void restart();
  /// Forgets everything, without completions.
  void reset();
  /// Takes no more requests until resume().
  void drain() { mode_ = Mode::Draining; }
  void resume() { mode_ = Mode::Running; }
  /// Completes all requests as flushed, one a step.
  void flush() { mode_ = Mode::Flushing; }

  /// A response of the other end.
  void receive(const RocePacket &packet, uint64_t now);

  /// Sends the packets of the last burst that were not accepted one by one.
  void finishBurst(const PacketBurst &burst);

  /// Whether step() would do something.
  bool isReady(uint64_t now) const;
  /// The moment at which step() has something to do in any case.
  uint64_t due() const { return std::min(deadline_, repeatAt_); }
  /// At most one packet, or one completion. False: there was nothing to do.
  bool step(uint64_t now);

  /// A request has failed since start(); the requester is flushing.
  bool hasFailed() const { return hasFailed_; }
  bool isDrained() const {
    return mode_ == Mode::Draining && window_.isEmpty();
  }

private:
  enum class Mode : uint8_t { Stopped, Running, Draining, Flushing };
  enum class Action : uint8_t { None, Take, Transmit, Fail, Local };

  void startAt(uint64_t psn);

  // requester.cpp: from requests to packets
  Action nextAction() const;
  Action actionFor(const FlyingRequest &flying) const;
  void takeRequest();
  TransportStatus statusOf(const FlyingRequest &flying) const;
  void transmit(uint64_t now);
  void transmitData(FlyingRequest &flying, uint64_t now);
  bool transmitBurst(const FlyingRequest &flying, uint64_t now);
  bool findBurst(const FlyingRequest &flying, uint64_t offset);
  void transmitRead(FlyingRequest &flying, uint64_t now);
  void transmitAtomic(FlyingRequest &flying, uint64_t now);
  void sent(RocePacket &packet, const RocePath *path, uint64_t packets,
            uint64_t now);
  void performLocal();
  RocePacket packetFor(const FlyingRequest &flying) const;
  uint64_t packetWindow(const FlyingRequest &flying) const;
  uint64_t readPiece(const FlyingRequest &flying) const;

  // requester-window.cpp: completion, repetition, timers
  void retire();
  void complete(const FlyingRequest &flying, TransportStatus status);
  void flushOne();
  void fail(TransportStatus status);
  bool acknowledge(uint64_t end, uint64_t now);
  void advanceTo(uint64_t psn, uint64_t now);
  void startTimer(uint64_t now);
  void timeRoundTrip(uint64_t psn, uint64_t now);
  void stopTimer();
  void rewind();
  void goBack();
  void retry();
  void expire();
  void repeatEarly(uint64_t now);

  // requester-responses.cpp
  void receiveAcknowledge(const RocePacket &packet, uint64_t psn, uint64_t now);
  void receiveNak(uint8_t code);
  void receiveRnrNak(uint8_t timer, uint64_t now);
  void receiveReadResponse(const RocePacket &packet, uint64_t psn,
                           uint64_t now);
  void receiveAtomicResponse(const RocePacket &packet, uint64_t psn,
                             uint64_t now);
  void missingResponse();

  bool isReliable() const { return type_ == RoceTransport::Rc; }
  uint32_t mtu() const { return attributes_.pathMtu; }

  const RoceTransport type_;
  const uint32_t number_;
  const QueuePairAttributes &attributes_;
  TransportEnvironment &environment_;
  TransportCounters &counters_;

  Mode mode_ = Mode::Stopped;
  bool hasFailed_ = false;
  SendWindow window_;
  uint64_t cursor_ = 0;     ///< the request to be sent next
  uint64_t cursorPsn_ = 0;  ///< and its packet
  uint64_t endPsn_ = 0;     ///< behind the newest request
  uint64_t sentPsn_ = 0;    ///< behind the last packet ever sent
  uint64_t unackedPsn_ = 0; ///< the oldest packet without acknowledgement
  uint32_t packetsSinceAckRequest_ = 0;
  uint8_t readsInFlight_ = 0; ///< reads and atomics with isIssued
  // Repetition
  uint8_t retries_ = 0;
  uint8_t rnrRetries_ = 0;
  bool hasRetried_ = false;       ///< since the last progress
  bool waitsForReceiver_ = false; ///< after an RNR NAK, until deadline_
  uint64_t deadline_ = UINT64_MAX;
  uint64_t repeatAt_ = UINT64_MAX; ///< of the next early repetition
  uint64_t repeatDelay_ = 0;       ///< before it
  uint64_t roundTrip_ = 0;         ///< longest recent one, decaying
  uint64_t timedPsn_ = 0;   ///< after the packet that is measured; 0: none
  uint64_t timedAt_ = 0;    ///< when that packet was sent
  bool isProbing_ = false;  ///< sends one packet only until there is progress
  PacketBurst burst_;       ///< the last one
  uint64_t burstEnd_ = 0;   ///< sequence number after it
  uint64_t burstsFrom_ = 0; ///< no bursts before this sequence number
  RocePath datagramPath_;   ///< of the newest request
};

} // namespace dpa

#endif
