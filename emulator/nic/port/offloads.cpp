// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The Internet checksum (RFC 1071) and the tag of IEEE 802.1Q.
#include "emulator/nic/port/offloads.h"

#include <cstring>

namespace dpa {
namespace {

constexpr size_t addressesSize = 12;

void storeBigEndian(std::byte *to, uint16_t value) {
  to[0] = static_cast<std::byte>(value >> 8);
  to[1] = static_cast<std::byte>(value & 0xff);
}

uint16_t checksumOf(std::span<const std::byte> bytes) {
  uint64_t sum = 0;
  for (size_t i = 0; i < bytes.size(); ++i)
    sum += std::to_integer<uint64_t>(bytes[i]) << (i % 2 == 0 ? 8 : 0);
  while (sum > UINT16_MAX)
    sum = (sum & UINT16_MAX) + (sum >> 16);
  return static_cast<uint16_t>(~sum);
}

} // namespace

/// A checksum of 0 would say, in UDP, that there is none: 0xffff is its equal.
bool fillChecksum(std::span<std::byte> frame, size_t start, size_t offset) {
  constexpr size_t size = sizeof(uint16_t);
  if (start > frame.size() || offset > frame.size() - start ||
      frame.size() - start - offset < size)
    return false;
  const uint16_t sum = checksumOf(frame.subspan(start));
  storeBigEndian(&frame[start + offset], sum == 0 ? UINT16_MAX : sum);
  return true;
}

void insertVlanTag(std::span<std::byte> room, uint16_t type, uint16_t tag) {
  std::memmove(room.data(), room.data() + vlanTagSize, addressesSize);
  storeBigEndian(&room[addressesSize], type);
  storeBigEndian(&room[addressesSize + sizeof type], tag);
}

} // namespace dpa
