// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transports and operations of the InfiniBand transport: the two parts of a BTH
// opcode, and which extended headers follow the BTH of each operation.
#ifndef DPA_EMULATOR_NIC_WIRE_ROCE_OPERATIONS_H
#define DPA_EMULATOR_NIC_WIRE_ROCE_OPERATIONS_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace dpa {

/// Bits 5 to 7 of an opcode.
enum class RoceTransport : uint8_t {
  Rc = 0, ///< reliable connection
  Uc = 1, ///< unreliable connection
  Ud = 3, ///< unreliable datagram
};

/// Bits 0 to 4 of an opcode.
enum class RoceOperation : uint8_t {
  SendFirst = 0x00,
  SendMiddle = 0x01,
  SendLast = 0x02,
  SendLastImmediate = 0x03,
  SendOnly = 0x04,
  SendOnlyImmediate = 0x05,
  WriteFirst = 0x06,
  WriteMiddle = 0x07,
  WriteLast = 0x08,
  WriteLastImmediate = 0x09,
  WriteOnly = 0x0a,
  WriteOnlyImmediate = 0x0b,
  ReadRequest = 0x0c,
  ReadResponseFirst = 0x0d,
  ReadResponseMiddle = 0x0e,
  ReadResponseLast = 0x0f,
  ReadResponseOnly = 0x10,
  Acknowledge = 0x11,
  AtomicAcknowledge = 0x12,
  CompareSwap = 0x13,
  FetchAdd = 0x14,
  SendLastInvalidate = 0x16,
  SendOnlyInvalidate = 0x17,
};
inline constexpr size_t roceOperationCount = 0x18;

/// What an operation is made of.
namespace rocePart {
inline constexpr uint16_t known = 1 << 0;
inline constexpr uint16_t unreliable = 1 << 1; ///< exists with UC, too
inline constexpr uint16_t datagram = 1 << 2;   ///< exists with UD, too
inline constexpr uint16_t reth = 1 << 3;
inline constexpr uint16_t aeth = 1 << 4;
inline constexpr uint16_t atomicEth = 1 << 5;
inline constexpr uint16_t atomicAckEth = 1 << 6;
inline constexpr uint16_t immediate = 1 << 7;
inline constexpr uint16_t invalidate = 1 << 8;
inline constexpr uint16_t payload = 1 << 9;
inline constexpr uint16_t start = 1 << 10; ///< begins a message
inline constexpr uint16_t end = 1 << 11;   ///< ends a message
inline constexpr uint16_t send = 1 << 12;
inline constexpr uint16_t write = 1 << 13;
inline constexpr uint16_t response = 1 << 14; ///< for the requester
} // namespace rocePart

/// The parts of an operation; 0 if there is none of this number.
constexpr uint16_t rocePartsOf(RoceOperation operation) {
  using namespace rocePart;
  constexpr uint16_t sends = known | unreliable | payload | send;
  constexpr uint16_t writes = known | unreliable | payload | write;
  constexpr uint16_t reads = known | payload | response;
  constexpr uint16_t atomics = known | atomicEth | start | end;
  constexpr std::array<uint16_t, roceOperationCount> table = {
      sends | start,
      sends,
      sends | end,
      sends | end | immediate,
      sends | start | end | datagram,
      sends | start | end | immediate | datagram,
      writes | start | reth,
      writes,
      writes | end,
      writes | end | immediate,
      writes | start | end | reth,
      writes | start | end | reth | immediate,
      known | reth | start | end,
      reads | start | aeth,
      reads,
      reads | end | aeth,
      reads | start | end | aeth,
      known | aeth | response,
      known | aeth | atomicAckEth | response,
      atomics,
      atomics,
      0,
      (sends & ~unreliable) | end | invalidate,
      (sends & ~unreliable) | start | end | invalidate,
  };
  const auto index = static_cast<size_t>(operation);
  return index < table.size() ? table[index] : 0;
}

/// Whether an operation has a part, or one of several.
constexpr bool hasPart(RoceOperation operation, uint16_t part) {
  return (rocePartsOf(operation) & part) != 0;
}

/// Whether a transport has an operation.
constexpr bool isDefined(RoceTransport transport, RoceOperation operation) {
  switch (transport) {
  case RoceTransport::Rc:
    return hasPart(operation, rocePart::known);
  case RoceTransport::Uc:
    return hasPart(operation, rocePart::unreliable);
  case RoceTransport::Ud:
    return hasPart(operation, rocePart::datagram);
  }
  return false;
}

} // namespace dpa

#endif
