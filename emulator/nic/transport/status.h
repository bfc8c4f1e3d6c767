// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a work request ended, and what a queue pair counts.
#ifndef DPA_EMULATOR_NIC_TRANSPORT_STATUS_H
#define DPA_EMULATOR_NIC_TRANSPORT_STATUS_H

#include <cstdint>

namespace dpa {

/// The values are the syndromes of completion queue entries.
enum class TransportStatus : uint8_t {
  Ok = 0x00,
  LocalLength = 0x01,
  LocalQpOperation = 0x02,
  LocalProtection = 0x04,
  Flushed = 0x05,
  MemoryManagement = 0x06, ///< bind or invalidate
  BadResponse = 0x10,
  LocalAccess = 0x11, ///< of a write with immediate, at the responder
  RemoteInvalidRequest = 0x12,
  RemoteAccess = 0x13,
  RemoteOperation = 0x14,
  RetryExceeded = 0x15,
  RnrRetryExceeded = 0x16,
};

/// Since the queue pair was made or reset. Of the requester unless stated.
struct TransportCounters {
  uint64_t sentPackets = 0; ///< requester and responder
  uint64_t retransmissions = 0;
  uint64_t timeouts = 0;
  uint64_t earlyRepetitions = 0; ///< of the oldest packet, before the timeout
  uint64_t sequenceNaks = 0;     ///< received
  uint64_t impliedSequenceNaks = 0; ///< a response was missing
  uint64_t rnrNaks = 0;             ///< received
  uint64_t staleResponses = 0;
  uint64_t outOfSequence = 0;    ///< responder: requests after a gap
  uint64_t duplicates = 0;       ///< responder
  uint64_t rnrNaksSent = 0;      ///< responder
  uint64_t rejectedRequests = 0; ///< responder: NAK other than sequence and RNR
  uint64_t droppedPackets = 0;   ///< wrong state, transport or key
  uint64_t receivesMissing = 0;  ///< UC and UD: no receive buffer
};

} // namespace dpa

#endif
