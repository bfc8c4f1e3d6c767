// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CRC-32 sixteen bytes at a time, by tables, and the masks of the ICRC.
#include "emulator/nic/wire/icrc.h"

#include "emulator/nic/wire/roce-layout.h"

#include <array>
#include <bit>
#include <cstring>

namespace dpa {
namespace {

using Table = std::array<uint32_t, 256>;

constexpr std::array<Table, 16> makeTables() {
  constexpr uint32_t polynomial = 0xedb88320; // reflected
  std::array<Table, 16> tables{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit)
      value = (value >> 1) ^ ((value & 1) != 0 ? polynomial : 0);
    tables[0][i] = value;
  }
  for (size_t t = 1; t < tables.size(); ++t)
    for (size_t i = 0; i < 256; ++i) {
      const uint32_t before = tables[t - 1][i];
      tables[t][i] = (before >> 8) ^ tables[0][before & 0xff];
    }
  return tables;
}

constexpr std::array<Table, 16> tables = makeTables();

// Words of the data are used as they are in memory.
static_assert(std::endian::native == std::endian::little);

/// The register after eight bytes and as many zero bytes as `first`.
template <size_t first> uint32_t foldWord(uint64_t word) {
  uint32_t state = 0;
  for (size_t i = 0; i < 8; ++i)
    state ^= tables[first + 7 - i][word >> (8 * i) & 0xff];
  return state;
}

constexpr std::byte ones{0xff};

/// Replaces what routers may change by ones. `header` is IP, UDP and BTH.
void maskIpv4(std::span<std::byte> header) {
  header[1] = ones;               // type of service
  header[8] = ones;               // time to live
  header[10] = header[11] = ones; // header checksum
}

void maskIpv6(std::span<std::byte> header) {
  header[0] |= std::byte{0x0f}; // traffic class
  header[1] = ones;             // traffic class, flow label
  header[2] = header[3] = ones; // flow label
  header[7] = ones;             // hop limit
}

} // namespace

uint32_t continueCrc32(uint32_t state, std::span<const std::byte> bytes) {
  const std::byte *at = bytes.data();
  size_t left = bytes.size();
  for (; left >= 16; left -= 16, at += 16) {
    std::array<uint64_t, 2> words;
    std::memcpy(words.data(), at, sizeof words);
    words[0] ^= state;
    state = foldWord<8>(words[0]) ^ foldWord<0>(words[1]);
  }
  for (; left > 0; --left, ++at)
    state = (state >> 8) ^
            tables[0][(state ^ std::to_integer<uint32_t>(*at)) & 0xff];
  return state;
}

uint32_t icrcOf(std::span<const std::byte> packet) {
  constexpr size_t pseudoSize = 8; // in place of InfiniBand's local header
  const bool isIpv6 = !packet.empty() && (packet[0] >> 4) == std::byte{6};
  const size_t ipSize = isIpv6 ? ipv6HeaderSize : ipv4HeaderSize;
  const size_t headerSize = ipSize + udpHeaderSize + bthSize;
  if (packet.size() < headerSize)
    return 0;
  std::array<std::byte, pseudoSize + ipv6HeaderSize + udpHeaderSize + bthSize>
      masked;
  std::memset(masked.data(), 0xff, pseudoSize);
  const std::span<std::byte> header(masked.data() + pseudoSize, headerSize);
  std::memcpy(header.data(), packet.data(), headerSize);
  if (isIpv6)
    maskIpv6(header);
  else
    maskIpv4(header);
  header[ipSize + 6] = header[ipSize + 7] = ones; // UDP checksum
  header[ipSize + udpHeaderSize + 4] = ones;      // BTH: FECN, BECN, reserved
  uint32_t state = continueCrc32(
      ~uint32_t{0}, std::span(masked).first(pseudoSize + headerSize));
  state = continueCrc32(state, packet.subspan(headerSize));
  return ~state;
}

} // namespace dpa
