// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of steering.h: how a TIR chooses one of several receive queues for a frame
// (receive side scaling, RSS).
#ifndef DPA_EMULATOR_INTERFACE_RECEIVE_HASH_H
#define DPA_EMULATOR_INTERFACE_RECEIVE_HASH_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace dpa {

struct ReceiveHash {
  enum class Function : uint8_t {
    None,         ///< 0 for all frames
    InvertedXor8, ///< the inverted XOR of all bytes
    Toeplitz,
  };
  /// Bits of `fields`.
  static constexpr uint32_t sourceIp = 1;
  static constexpr uint32_t destinationIp = 2;
  static constexpr uint32_t sourcePort = 4;
  static constexpr uint32_t destinationPort = 8;
  static constexpr uint32_t allFields = 15;
  using Key = std::array<uint8_t, 40>;

  Function function = Function::None;
  /// Both directions of a connection have the same hash: instead of a source and a
  /// destination field, their OR and their XOR are hashed.
  bool isSymmetric = false;
  Key key{}; ///< of Toeplitz
  uint32_t fields = 0;
  /// The protocols of the fields. The hash of a frame with other protocols is 0.
  bool isIpv6 = false;
  bool isUdp = false;

  bool operator==(const ReceiveHash &) const = default;
};

} // namespace dpa

#endif
