// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fields of a frame in the order in which they are hashed: source address,
// destination address, source port, destination port, each as in the frame.
#include "emulator/nic/steering/receive-hash.h"

#include <algorithm>

namespace dpa {
namespace {

using Field = MatchField;

/// Bytes to be hashed.
class Input {
public:
  void add(uint32_t value, unsigned size) noexcept {
    for (unsigned i = size; i-- > 0;)
      bytes_[size_++] = static_cast<uint8_t>(value >> 8 * i);
  }
  std::span<const uint8_t> bytes() const {
    return std::span(bytes_).first(size_);
  }

private:
  std::array<uint8_t, 36> bytes_{}; ///< two IPv6 addresses and two ports
  size_t size_ = 0;
};

/// A field of source and destination, of up to four words.
struct Pair {
  std::array<uint32_t, 4> source{};
  std::array<uint32_t, 4> destination{};
  size_t words = 1;
  unsigned wordSize = 4;
};

void add(Input &input, const Pair &pair, bool isSymmetric, bool hasSource,
         bool hasDestination) noexcept {
  Pair added = pair;
  if (isSymmetric && hasSource && hasDestination)
    for (size_t i = 0; i < pair.words; ++i) {
      added.source.at(i) = pair.source.at(i) | pair.destination.at(i);
      added.destination.at(i) = pair.source.at(i) ^ pair.destination.at(i);
    }
  for (size_t i = 0; hasSource && i < pair.words; ++i)
    input.add(added.source.at(i), pair.wordSize);
  for (size_t i = 0; hasDestination && i < pair.words; ++i)
    input.add(added.destination.at(i), pair.wordSize);
}

Pair addressesOf(const MatchImage &frame, bool isIpv6) {
  if (!isIpv6)
    return {.source = {frame.get<Field::SourceIp0>()},
            .destination = {frame.get<Field::DestinationIp0>()}};
  return {
      .source = {frame.get<Field::SourceIp3>(), frame.get<Field::SourceIp2>(),
                 frame.get<Field::SourceIp1>(), frame.get<Field::SourceIp0>()},
      .destination = {frame.get<Field::DestinationIp3>(),
                      frame.get<Field::DestinationIp2>(),
                      frame.get<Field::DestinationIp1>(),
                      frame.get<Field::DestinationIp0>()},
      .words = 4};
}

Pair portsOf(const MatchImage &frame, bool isUdp) {
  constexpr unsigned portSize = 2;
  if (isUdp)
    return {.source = {frame.get<Field::UdpSourcePort>()},
            .destination = {frame.get<Field::UdpDestinationPort>()},
            .wordSize = portSize};
  return {.source = {frame.get<Field::TcpSourcePort>()},
          .destination = {frame.get<Field::TcpDestinationPort>()},
          .wordSize = portSize};
}

/// Whether the frame has the protocols that the hash is for.
bool hasProtocols(const ReceiveHash &hash, const MatchImage &frame,
                  bool usesPorts) {
  constexpr uint32_t tcp = 6;
  constexpr uint32_t udp = 17;
  if (frame.get<Field::IpVersion>() != (hash.isIpv6 ? 6u : 4u))
    return false;
  return !usesPorts ||
         (frame.get<Field::Protocol>() == (hash.isUdp ? udp : tcp) &&
          frame.get<Field::Fragment>() == 0);
}

} // namespace

uint32_t toeplitzHash(const ReceiveHash::Key &key,
                      std::span<const uint8_t> input) noexcept {
  constexpr size_t wordSize = 4;
  uint32_t window = 0; // 32 bits of the key, from the bit of the input on
  for (size_t i = 0; i < wordSize; ++i)
    window = window << 8 | key.at(i);
  uint32_t hash = 0;
  for (size_t i = 0; i < input.size(); ++i) {
    const uint8_t next = key.at(i + wordSize);
    for (unsigned bit = 8; bit-- > 0;) {
      if ((input[i] >> bit & 1) != 0)
        hash ^= window;
      window = window << 1 | (next >> bit & 1u);
    }
  }
  return hash;
}

uint32_t hashOf(const ReceiveHash &hash, const MatchImage &frame) noexcept {
  const auto has = [&](uint32_t field) { return (hash.fields & field) != 0; };
  const bool usesPorts =
      has(ReceiveHash::sourcePort | ReceiveHash::destinationPort);
  if (hash.function == ReceiveHash::Function::None ||
      !hasProtocols(hash, frame, usesPorts))
    return 0;
  Input input;
  add(input, addressesOf(frame, hash.isIpv6), hash.isSymmetric,
      has(ReceiveHash::sourceIp), has(ReceiveHash::destinationIp));
  add(input, portsOf(frame, hash.isUdp), hash.isSymmetric,
      has(ReceiveHash::sourcePort), has(ReceiveHash::destinationPort));
  if (hash.function == ReceiveHash::Function::Toeplitz)
    return toeplitzHash(hash.key, input.bytes());
  uint8_t all = 0;
  for (uint8_t byte : input.bytes())
    all ^= byte;
  return static_cast<uint8_t>(~all);
}

} // namespace dpa
