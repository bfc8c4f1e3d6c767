// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Packets of the responder: read responses one by one, results of atomic
// operations, acknowledgements.
#include "emulator/nic/transport/aeth.h"
#include "emulator/nic/transport/psn.h"
#include "emulator/nic/transport/responder.h"

#include <algorithm>

namespace dpa {
namespace {

RoceOperation responseOf(bool isFirst, bool isLast) {
  if (isFirst)
    return isLast ? RoceOperation::ReadResponseOnly
                  : RoceOperation::ReadResponseFirst;
  return isLast ? RoceOperation::ReadResponseLast
                : RoceOperation::ReadResponseMiddle;
}

} // namespace

bool Responder::step() {
  if (!replies_.isEmpty()) {
    Reply &reply = replies_.front();
    if (reply.isAtomic)
      sendAtomic(reply);
    else
      sendRead(reply);
    return true;
  }
  if (!acknowledges_)
    return false;
  sendAcknowledge();
  return true;
}

RocePacket Responder::packetFor(RoceOperation operation, uint64_t psn) const {
  RocePacket packet;
  packet.operation = operation;
  packet.destinationQp = attributes_.remoteQp;
  packet.psn = wirePsn(psn);
  packet.syndrome = aethAckUnlimited;
  packet.msn = msn_ & psnMask;
  return packet;
}

void Responder::transmit(const RocePacket &packet) {
  ++counters_.sentPackets;
  environment_.send(packet, nullptr);
}

/// One acknowledgement covers every request so far.
void Responder::sendAcknowledge() {
  const bool isNegative = nakSyndrome_ != 0;
  RocePacket packet = packetFor(RoceOperation::Acknowledge,
                                isNegative ? nakPsn_ : expectedPsn_ - 1);
  if (isNegative)
    packet.syndrome = nakSyndrome_;
  acknowledges_ = false;
  nakSyndrome_ = 0;
  transmit(packet);
}

void Responder::sendAtomic(const Reply &reply) {
  RocePacket packet = packetFor(RoceOperation::AtomicAcknowledge, reply.psn);
  packet.msn = reply.msn & psnMask;
  packet.original = reply.original;
  replies_.pop();
  transmit(packet);
}

void Responder::sendRead(Reply &reply) {
  const size_t size = std::min<uint64_t>(reply.length, attributes_.pathMtu);
  const std::span<std::byte> buffer = environment_.payloadBuffer().first(size);
  if (size > 0) {
    const RemoteResult result =
        environment_.readRemote(reply.key, reply.address, buffer);
    if (result != RemoteResult::Ok) {
      stopRead(reply, result);
      return;
    }
  }
  const bool isLast = size == reply.length;
  RocePacket packet = packetFor(responseOf(!reply.hasBegun, isLast), reply.psn);
  packet.msn = reply.msn & psnMask;
  packet.payload = buffer;
  reply.hasBegun = true;
  ++reply.psn;
  reply.address += size;
  reply.length -= size;
  if (isLast)
    replies_.pop();
  transmit(packet);
}

/// Memory of a read has vanished. A duplicate may be one that its requester has
/// finished with, so that it does not fail the queue pair.
void Responder::stopRead(const Reply &reply, RemoteResult result) {
  const uint8_t syndrome = syndromeOf(result);
  const uint64_t psn = reply.psn;
  if (reply.isRepeated) {
    replies_.pop();
    if (nakSyndrome_ == 0)
      negativeAcknowledge(syndrome, psn);
    return;
  }
  replies_.clear();
  messages_.discard();
  reject(syndrome, psn);
}

} // namespace dpa
