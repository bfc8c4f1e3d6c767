// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests of a reliable connection: which are new, which are duplicates, and what
// each of them does.
#include "emulator/nic/transport/responder.h"

#include "emulator/nic/transport/aeth.h"
#include "emulator/nic/transport/psn.h"

namespace dpa {

void Responder::start() {
  reset();
  expectedPsn_ = firstPsn(attributes_.receivePsn);
}

void Responder::reset() {
  messages_.reset();
  replies_.clear();
  atomics_.clear();
  msn_ = 0;
  acknowledges_ = false;
  nakSyndrome_ = 0;
  hasReportedGap_ = false;
  hasFailed_ = false;
}

void Responder::receive(const RocePacket &packet) {
  const uint64_t psn = nearestPsn(packet.psn, expectedPsn_);
  if (packet.burst) {
    receiveBurst(packet, psn);
    return;
  }
  if (hasFailed_ && psn >= failurePsn_) {
    negativeAcknowledge(failureSyndrome_, failurePsn_);
    return;
  }
  if (psn < expectedPsn_) {
    repeat(packet, psn);
    return;
  }
  if (psn > expectedPsn_) {
    ++counters_.outOfSequence;
    if (!hasReportedGap_)
      negativeAcknowledge(nakSequenceError, expectedPsn_);
    hasReportedGap_ = true;
    return;
  }
  hasReportedGap_ = false;
  nakSyndrome_ = 0;
  perform(packet);
}

/// Only the expected packets, of a message that has begun.
void Responder::receiveBurst(const RocePacket &packet, uint64_t psn) {
  if (hasFailed_ || psn != expectedPsn_)
    return;
  const uint32_t accepted = messages_.acceptBurst(packet);
  packet.burst->accepted = accepted;
  if (accepted == 0)
    return;
  hasReportedGap_ = false;
  nakSyndrome_ = 0;
  expectedPsn_ += accepted;
  acknowledges_ = true;
}

void Responder::perform(const RocePacket &packet) {
  if (packet.operation == RoceOperation::ReadRequest)
    performRead(packet);
  else if (packet.has(rocePart::atomicEth))
    performAtomic(packet);
  else
    performMessage(packet);
}

void Responder::performMessage(const RocePacket &packet) {
  switch (messages_.accept(packet)) {
  case ReceiveOutcome::Accepted:
    ++expectedPsn_;
    if (packet.has(rocePart::end))
      ++msn_;
    acknowledges_ = acknowledges_ || packet.requestsAck;
    return;
  case ReceiveOutcome::NoReceive:
    ++counters_.rnrNaksSent;
    hasReportedGap_ = true; // what follows is not out of sequence
    negativeAcknowledge(aethRnrNak | attributes_.minRnrTimer, expectedPsn_);
    return;
  case ReceiveOutcome::InvalidRequest:
    reject(nakInvalidRequest, expectedPsn_);
    return;
  case ReceiveOutcome::AccessDenied:
    reject(nakRemoteAccess, expectedPsn_);
    return;
  case ReceiveOutcome::OperationFailed:
    reject(nakRemoteOperation, expectedPsn_);
    return;
  }
}

/// Of a result other than Ok.
uint8_t Responder::syndromeOf(RemoteResult result) {
  return result == RemoteResult::Denied ? nakRemoteAccess : nakRemoteOperation;
}

/// Whether a read or atomic operation is permitted here and now.
bool Responder::acceptsResult(uint8_t right) const {
  return !messages_.isInMessage() && (attributes_.access & right) != 0 &&
         replies_.newCount() < attributes_.maxRemoteReads;
}

void Responder::performRead(const RocePacket &packet) {
  if (!acceptsResult(remoteAccess::read) || packet.length > maximumMessage) {
    reject(nakInvalidRequest, expectedPsn_);
    return;
  }
  RemoteResult result = RemoteResult::Ok;
  if (packet.length > 0)
    result = environment_.check({packet.address, packet.key, packet.length},
                                RemoteRight::Read);
  if (result != RemoteResult::Ok) {
    reject(syndromeOf(result), expectedPsn_);
    return;
  }
  ++msn_;
  Reply reply;
  reply.psn = expectedPsn_;
  reply.msn = msn_;
  reply.address = packet.address;
  reply.key = packet.key;
  reply.length = packet.length;
  replies_.push(reply);
  acknowledges_ = false; // the responses do it
  expectedPsn_ += packetsOf(packet.length, attributes_.pathMtu);
}

void Responder::performAtomic(const RocePacket &packet) {
  if (!acceptsResult(remoteAccess::atomic) || packet.address % 8 != 0) {
    reject(nakInvalidRequest, expectedPsn_);
    return;
  }
  AtomicOperation operation;
  operation.address = packet.address;
  operation.key = packet.key;
  operation.isCompareSwap = packet.operation == RoceOperation::CompareSwap;
  operation.swapOrAdd = packet.swapOrAdd;
  operation.compare = packet.compare;
  Reply reply;
  const RemoteResult result = environment_.atomic(operation, reply.original);
  if (result != RemoteResult::Ok) {
    reject(syndromeOf(result), expectedPsn_);
    return;
  }
  ++msn_;
  reply.isAtomic = true;
  reply.psn = expectedPsn_;
  reply.msn = msn_;
  atomics_.add(expectedPsn_, reply.original);
  replies_.push(reply);
  acknowledges_ = false; // the response does it
  ++expectedPsn_;
}

/// A request that has been performed. Only its answer may have been lost.
void Responder::repeat(const RocePacket &packet, uint64_t psn) {
  ++counters_.duplicates;
  if (packet.operation == RoceOperation::ReadRequest) {
    repeatRead(packet, psn);
    return;
  }
  if (!packet.has(rocePart::atomicEth)) {
    acknowledges_ = true;
    return;
  }
  const uint64_t *original = atomics_.find(psn);
  if (original == nullptr || replies_.repeatedCount() >= maximumReads)
    return;
  Reply reply;
  reply.isAtomic = true;
  reply.isRepeated = true;
  reply.psn = psn;
  reply.msn = msn_;
  reply.original = *original;
  replies_.push(reply);
}

/// The requester may ask for any rest of a read. Without room for the answer, it
/// asks again.
void Responder::repeatRead(const RocePacket &packet, uint64_t psn) {
  const uint64_t end = psn + packetsOf(packet.length, attributes_.pathMtu);
  const bool isPermitted = (attributes_.access & remoteAccess::read) != 0 &&
                           packet.length <= maximumMessage;
  if (!isPermitted || end > expectedPsn_ ||
      replies_.repeatedCount() >= maximumReads || replies_.hasReadAt(psn))
    return;
  Reply reply;
  reply.isRepeated = true;
  reply.psn = psn;
  reply.msn = msn_;
  reply.address = packet.address;
  reply.key = packet.key;
  reply.length = packet.length;
  replies_.push(reply);
}

/// The request at `psn` has failed, and with it the queue pair.
void Responder::reject(uint8_t syndrome, uint64_t psn) {
  ++counters_.rejectedRequests;
  negativeAcknowledge(syndrome, psn);
  hasFailed_ = true;
  failureSyndrome_ = syndrome;
  failurePsn_ = psn;
  if (syndrome == nakRemoteAccess)
    environment_.raise(QueuePairEvent::AccessError);
  else if (syndrome == nakInvalidRequest)
    environment_.raise(QueuePairEvent::RequestError);
  else
    environment_.raise(QueuePairEvent::Fatal);
}

void Responder::negativeAcknowledge(uint8_t syndrome, uint64_t psn) {
  acknowledges_ = true;
  nakSyndrome_ = syndrome;
  nakPsn_ = psn;
}

} // namespace dpa
