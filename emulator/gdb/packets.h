// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The frame of gdb's remote protocol: `$text#checksum`, with escaped bytes, `+`
// and `-` in between, and the byte 3 as an interrupt. The bytes are untrusted.
#ifndef DPA_EMULATOR_GDB_PACKETS_H
#define DPA_EMULATOR_GDB_PACKETS_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dpa::gdb {

/// Longest text of a packet; gdb learns it as PacketSize.
constexpr size_t packetSizeMax = 16384;

/// What a byte has completed.
enum class Received : uint8_t {
  Nothing,
  Packet,    ///< see PacketReader::text()
  Damaged,   ///< a packet with a wrong checksum
  Refused,   ///< `-`: the last packet is to be sent again
  Interrupt, ///< byte 3
};

class PacketReader {
public:
  Received take(char byte);
  /// After Packet, until the next byte.
  const std::string &text() const { return text_; }
  /// Bytes since the last good packet.
  size_t garbage() const { return garbage_; }
  /// From now on packets are not acknowledged and checksums not compared.
  void trustChecksums() { comparesChecksum_ = false; }

private:
  enum class State : uint8_t { Between, Text, Escaped, High, Low };

  Received between(char byte);
  void add(char byte);
  Received end(char byte);

  State state_ = State::Between;
  bool comparesChecksum_ = true;
  bool isTooLong_ = false;
  uint8_t sum_ = 0;
  uint8_t wanted_ = 0;
  size_t garbage_ = 0;
  std::string text_;
};

/// The frame around a text.
std::string packet(std::string_view text);
/// The same for a notification: `%text#checksum`.
std::string notification(std::string_view text);

} // namespace dpa::gdb

#endif
