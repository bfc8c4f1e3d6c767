// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a queue pair does in each state.
//
//   state   receives   sends      queues
//   RESET   -          -          nothing is taken
//   INIT    -          -          nothing is taken
//   RTR     requests   answers    receives
//   RTS     all        all        both
//   SQD     all        all        receives; sends that have begun
//   SQE     requests   answers    receives; sends are flushed (UC and UD)
//   ERR     -          -          both are flushed; after a rejected request, RC
//                                 repeats its answers
#include "emulator/nic/transport/queue-pair.h"

#include <algorithm>

namespace dpa {

using State = QueuePairState;

TransportQueuePair::TransportQueuePair(RoceTransport type, uint32_t number,
                                       uint16_t portMtu,
                                       TransportEnvironment &environment)
    : type_(type), number_(number), portMtu_(portMtu),
      environment_(environment),
      requester_(type, number, attributes_, environment, counters_),
      responder_(attributes_, environment, counters_),
      unreliable_(type, attributes_, environment, counters_) {
  attributes_ = initialAttributes();
}

/// Datagrams have no path MTU to negotiate, but that of the port.
QueuePairAttributes TransportQueuePair::initialAttributes() const {
  QueuePairAttributes attributes;
  if (type_ == RoceTransport::Ud)
    attributes.pathMtu = portMtu_;
  return attributes;
}

Result<void> TransportQueuePair::modify(const QueuePairAttributes &changes,
                                        uint32_t mask, uint8_t ports) {
  Result<void> checked =
      checkModify(type_, attributes_.state, changes, mask, ports);
  if (!checked)
    return checked;
  applyAttributes(attributes_, changes, mask);
  if ((mask & queuePairAttribute::state) != 0)
    enter(changes.state);
  afterWork();
  return {};
}

void TransportQueuePair::setPortMtu(uint16_t portMtu) {
  portMtu_ = portMtu;
  if (type_ == RoceTransport::Ud)
    attributes_.pathMtu = portMtu;
}

void TransportQueuePair::setError() {
  enter(State::Error);
}

void TransportQueuePair::enter(State state) {
  const State before = attributes_.state;
  attributes_.state = state;
  if (state == State::Reset) {
    attributes_ = initialAttributes();
    counters_ = {};
    requester_.reset();
    responder_.reset();
    unreliable_.reset();
  } else if (state == State::Error) {
    requester_.flush();
    responder_.flush();
    unreliable_.flush();
  } else if (state == State::ReadyToReceive) {
    isEstablished_ = false;
    responder_.start();
    unreliable_.start();
  } else if (state == State::ReadyToSend) {
    if (before == State::ReadyToReceive)
      requester_.start();
    else if (before == State::SendError)
      requester_.restart();
    else
      requester_.resume();
  } else if (state == State::SendDrained && before != state) {
    hasReportedDrained_ = false;
    requester_.drain();
  }
}

bool TransportQueuePair::receivesRequests() const {
  return attributes_.state >= State::ReadyToReceive &&
         attributes_.state <= State::SendError;
}

/// Whether answers of the responder are still sent.
bool TransportQueuePair::answers() const {
  return receivesRequests() ||
         (attributes_.state == State::Error && responder_.hasFailed());
}

void TransportQueuePair::receive(const RoceFrameView &view, uint64_t now) {
  const RocePacket &packet = view.packet;
  // The default partition, with full or limited membership.
  constexpr uint16_t partitionMask = 0x7fff;
  if (packet.burst && (packet.transport != type_ || !receivesRequests()))
    return; // single packets follow
  if (packet.transport != type_ ||
      (packet.partitionKey & partitionMask) != partitionMask) {
    ++counters_.droppedPackets;
    return;
  }
  if (packet.has(rocePart::response))
    requester_.receive(packet, now);
  else
    receiveRequest(view);
  afterWork();
}

void TransportQueuePair::receiveRequest(const RoceFrameView &view) {
  if (!answers()) {
    ++counters_.droppedPackets;
    return;
  }
  if (attributes_.state == State::ReadyToReceive && !isEstablished_) {
    isEstablished_ = true;
    environment_.raise(QueuePairEvent::Established);
  }
  if (type_ == RoceTransport::Rc)
    responder_.receive(view.packet);
  else
    unreliable_.receive(view);
}

/// Failures of the halves change the state of the whole.
void TransportQueuePair::afterWork() {
  if (attributes_.state == State::Error)
    return;
  if (responder_.hasFailed() || unreliable_.hasFailed() ||
      (requester_.hasFailed() && type_ == RoceTransport::Rc))
    enter(State::Error);
  else if (requester_.hasFailed())
    attributes_.state = State::SendError;
  else if (attributes_.state == State::SendDrained &&
           attributes_.notifiesDrained && requester_.isDrained() &&
           !hasReportedDrained_) {
    hasReportedDrained_ = true;
    environment_.raise(QueuePairEvent::Drained);
  }
}

bool TransportQueuePair::isReady(uint64_t now) const {
  if (answers() && responder_.isReady())
    return true;
  if (attributes_.state == State::Error && environment_.hasReceive())
    return true;
  return requester_.isReady(now);
}

bool TransportQueuePair::step(uint64_t now, unsigned budget) {
  bool hasWorked = false;
  for (unsigned i = 0; i < budget && stepOnce(now); ++i) {
    hasWorked = true;
    afterWork();
  }
  return hasWorked;
}

bool TransportQueuePair::stepOnce(uint64_t now) {
  // By turns: neither half waits for the end of the other's work.
  isResponderNext_ = !isResponderNext_;
  const bool responderActs = isResponderNext_;
  if (responderActs && answers() && responder_.step())
    return true;
  if (requester_.step(now))
    return true;
  if (!responderActs && answers() && responder_.step())
    return true;
  return attributes_.state == State::Error && flushReceive();
}

bool TransportQueuePair::flushReceive() {
  ReceiveBuffer buffer;
  if (!environment_.takeReceive(buffer))
    return false;
  ReceiveCompletion completion;
  completion.cookie = buffer.cookie;
  completion.status = TransportStatus::Flushed;
  environment_.completeReceive(completion);
  return true;
}

} // namespace dpa
