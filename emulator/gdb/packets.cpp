// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Frames, byte by byte.
#include "emulator/gdb/packets.h"

#include "emulator/gdb/text.h"

#include <utility>

namespace dpa::gdb {
namespace {

constexpr char interruptByte = 3;
constexpr char escape = '}';
constexpr char escapeMask = 0x20;

std::string framed(char begin, std::string_view text) {
  std::string frame(1, begin);
  uint8_t sum = 0;
  for (const char byte : text) {
    const bool isSpecial =
        byte == '$' || byte == '#' || byte == escape || byte == '*';
    if (isSpecial) {
      frame += escape;
      sum = static_cast<uint8_t>(sum + escape);
    }
    const char sent = isSpecial ? static_cast<char>(byte ^ escapeMask) : byte;
    frame += sent;
    sum = static_cast<uint8_t>(sum + static_cast<uint8_t>(sent));
  }
  frame += '#';
  appendByte(frame, sum);
  return frame;
}

} // namespace

std::string packet(std::string_view text) {
  return framed('$', text);
}

std::string notification(std::string_view text) {
  return framed('%', text);
}

Received PacketReader::between(char byte) {
  switch (byte) {
  case '$':
    text_.clear();
    sum_ = 0;
    isTooLong_ = false;
    state_ = State::Text;
    return Received::Nothing;
  case '-':
    return Received::Refused;
  case interruptByte:
    garbage_ = 0;
    return Received::Interrupt;
  default:
    return Received::Nothing;
  }
}

void PacketReader::add(char byte) {
  isTooLong_ |= text_.size() >= packetSizeMax;
  if (!isTooLong_)
    text_ += byte;
}

Received PacketReader::take(char byte) {
  ++garbage_;
  switch (state_) {
  case State::Between:
    return between(byte);
  case State::Text:
    if (byte == '$')
      return between(byte); // the packet before was cut off
    if (byte == '#') {
      state_ = State::High;
      return Received::Nothing;
    }
    sum_ = static_cast<uint8_t>(sum_ + static_cast<uint8_t>(byte));
    if (byte == escape)
      state_ = State::Escaped;
    else
      add(byte);
    return Received::Nothing;
  case State::Escaped:
    sum_ = static_cast<uint8_t>(sum_ + static_cast<uint8_t>(byte));
    add(static_cast<char>(byte ^ escapeMask));
    state_ = State::Text;
    return Received::Nothing;
  case State::High:
  case State::Low:
    break;
  }
  return end(byte);
}

Received PacketReader::end(char byte) {
  const int digit = hexDigit(byte);
  constexpr unsigned digitBits = 4;
  if (digit < 0) {
    state_ = State::Between;
    return Received::Damaged;
  }
  if (state_ == State::High) {
    wanted_ = static_cast<uint8_t>(digit << digitBits);
    state_ = State::Low;
    return Received::Nothing;
  }
  state_ = State::Between;
  wanted_ = static_cast<uint8_t>(wanted_ | digit);
  if (isTooLong_ || (comparesChecksum_ && wanted_ != sum_))
    return Received::Damaged;
  garbage_ = 0;
  return Received::Packet;
}

} // namespace dpa::gdb
