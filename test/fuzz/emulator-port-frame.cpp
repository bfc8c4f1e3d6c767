// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes as a message of a unix switch, as a frame for the table of
// addresses, and as a frame of which the kernel has left checksum and tag to the device.
#include "emulator/nic/port/mac-table.h"
#include "emulator/nic/port/offloads.h"
#include "emulator/nic/port/unix-greeting.h"

#include <cstdlib>

namespace {

void checkGreeting(dpa::ByteView message) {
  const std::string_view name = dpa::nameInGreeting(message);
  if (!name.empty() && dpa::greetingOf(name) != dpa::textOf(message))
    std::abort();
}

void checkAddresses(dpa::Frame frame) {
  dpa::MacTable table;
  table.learn(frame, 1);
  if (const auto peer = table.find(frame); peer && *peer != 1)
    std::abort();
  table.forget(1);
  if (table.find(frame))
    std::abort();
}

/// A frame whose checksum is filled in has the sum of a good packet.
void checkChecksum(dpa::Bytes frame, size_t start, size_t offset) {
  const dpa::Bytes before = frame;
  if (!dpa::fillChecksum(frame, start, offset)) {
    if (frame != before)
      std::abort();
    return;
  }
  for (size_t i = 0; i < frame.size(); ++i)
    if (frame[i] != before[i] && i != start + offset && i != start + offset + 1)
      std::abort();
}

void checkTag(dpa::ByteView frame) {
  if (frame.size() < dpa::frameSizeMin)
    return;
  dpa::Bytes room(dpa::vlanTagSize);
  dpa::append(room, frame);
  dpa::insertVlanTag(room, 0x8100, 7);
  constexpr size_t addresses = 12;
  room.erase(room.begin() + addresses,
             room.begin() + addresses + dpa::vlanTagSize);
  if (room != dpa::Bytes(frame.begin(), frame.end()))
    std::abort();
}

} // namespace

/// The first four bytes are the places of the checksum.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const dpa::ByteView bytes = std::as_bytes(std::span(data, size));
  checkGreeting(bytes);
  checkAddresses(bytes);
  const auto places = dpa::readU32(bytes, 0);
  if (!places)
    return 0;
  const dpa::ByteView frame = bytes.subspan(sizeof *places);
  checkChecksum({frame.begin(), frame.end()}, *places & 0xffff, *places >> 16);
  checkTag(frame);
  return 0;
}
