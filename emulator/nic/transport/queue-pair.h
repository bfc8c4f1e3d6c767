// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One queue pair of the transport: its state and attributes, its requester and its
// responder. Given packets for it and moments of time; acts only in step(), in
// bounded pieces. Not thread safe; about 70 KB, without memory elsewhere.
#ifndef DPA_EMULATOR_NIC_TRANSPORT_QUEUE_PAIR_H
#define DPA_EMULATOR_NIC_TRANSPORT_QUEUE_PAIR_H

#include "emulator/nic/transport/attributes.h"
#include "emulator/nic/transport/environment.h"
#include "emulator/nic/transport/requester.h"
#include "emulator/nic/transport/responder.h"
#include "emulator/nic/transport/unreliable-receiver.h"

namespace dpa {

class TransportQueuePair {
public:
  /// `number` is 24 bits, `portMtu` the largest payload of a datagram.
  /// `environment` must outlive the queue pair.
  TransportQueuePair(RoceTransport type, uint32_t number, uint16_t portMtu,
                     TransportEnvironment &environment);
  TransportQueuePair(const TransportQueuePair &) = delete;
  TransportQueuePair &operator=(const TransportQueuePair &) = delete;

  RoceTransport type() const { return type_; }
  uint32_t number() const { return number_; }
  QueuePairState state() const { return attributes_.state; }
  const QueuePairAttributes &attributes() const { return attributes_; }
  const TransportCounters &counters() const { return counters_; }

  /// Changes the attributes that `mask` names and the state. An error changes
  /// nothing. `ports` is the number of ports of the device.
  Result<void> modify(const QueuePairAttributes &changes, uint32_t mask,
                      uint8_t ports);
  /// The queue pair uses a port with another largest payload of datagrams.
  void setPortMtu(uint16_t portMtu);
  /// To ERR, from any state.
  void setError();

  /// A burst has been sent, of which the other end has accepted a part.
  void finishBurst(const PacketBurst &burst) { requester_.finishBurst(burst); }

  /// A packet whose destination is this queue pair.
  void receive(const RoceFrameView &view, uint64_t now);

  /// Whether step() would do something. Changes nothing.
  bool isReady(uint64_t now) const;
  /// The moment at which it is ready in any case; UINT64_MAX: none.
  uint64_t due() const { return requester_.due(); }
  /// Sends up to `budget` packets or completes as many requests. False: there was
  /// nothing to do.
  bool step(uint64_t now, unsigned budget = 16);

private:
  QueuePairAttributes initialAttributes() const;
  void enter(QueuePairState state);
  bool stepOnce(uint64_t now);
  bool flushReceive();
  void afterWork();
  bool receivesRequests() const;
  bool answers() const;
  void receiveRequest(const RoceFrameView &view);

  const RoceTransport type_;
  const uint32_t number_;
  uint16_t portMtu_;
  TransportEnvironment &environment_;
  QueuePairAttributes attributes_;
  TransportCounters counters_;
  bool isResponderNext_ = false;
  bool isEstablished_ = false; ///< a packet has arrived since RTR
  bool hasReportedDrained_ = false;
  Requester requester_;
  Responder responder_;           ///< RC
  UnreliableReceiver unreliable_; ///< UC and UD
};

} // namespace dpa

#endif
