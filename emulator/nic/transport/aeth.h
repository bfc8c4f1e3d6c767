// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Syndromes of acknowledgements (AETH), and the delays that RNR NAKs ask for.
#ifndef DPA_EMULATOR_NIC_TRANSPORT_AETH_H
#define DPA_EMULATOR_NIC_TRANSPORT_AETH_H

#include <array>
#include <cstdint>

namespace dpa {

/// Bits 5 and 6 of a syndrome.
inline constexpr uint8_t aethKindMask = 0x60;
inline constexpr uint8_t aethAck = 0x00;
inline constexpr uint8_t aethRnrNak = 0x20;
inline constexpr uint8_t aethNak = 0x60;
inline constexpr uint8_t aethValueMask = 0x1f;

/// An ACK without flow control by credits.
inline constexpr uint8_t aethAckUnlimited = aethAck | 0x1f;
inline constexpr uint8_t nakSequenceError = aethNak | 0;
inline constexpr uint8_t nakInvalidRequest = aethNak | 1;
inline constexpr uint8_t nakRemoteAccess = aethNak | 2;
inline constexpr uint8_t nakRemoteOperation = aethNak | 3;

/// Nanoseconds that the timer value of an RNR NAK stands for.
constexpr uint64_t rnrDelay(uint8_t timer) {
  constexpr uint64_t unit = 10000; // 0.01 ms
  constexpr std::array<uint32_t, 32> units = {
      65536, 1,    2,    3,    4,    6,     8,     12,    16,    24,   32,
      48,    64,   96,   128,  192,  256,   384,   512,   768,   1024, 1536,
      2048,  3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152};
  return units[timer & aethValueMask] * unit;
}

/// Nanoseconds after which a requester sends again; 0: never.
constexpr uint64_t ackTimeout(uint8_t timeout) {
  constexpr uint64_t unit = 4096;
  return (timeout & 0x1f) == 0 ? 0 : unit << (timeout & 0x1f);
}

/// Shortest time in nanoseconds after which a requester sends its oldest packet again
/// before the timeout, as cards with adaptive retransmission do. If the timeout is not
/// longer, the packet is not sent early.
constexpr uint64_t firstRepetition(uint64_t timeout) {
  constexpr uint64_t parts = 64;
  constexpr uint64_t shortest = 1'000'000;
  return timeout / parts > shortest ? timeout / parts : shortest;
}

} // namespace dpa

#endif
