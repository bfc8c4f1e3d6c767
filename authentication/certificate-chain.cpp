// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes and reads certificate chains (authentication/certificate-chain.h).
#include "authentication/certificate-chain.h"

#include "authentication/big-endian.h"

namespace dpa::auth {

namespace {

constexpr uint32_t undefinedBits = 0xFF000000;
constexpr uint32_t chainType = 1;
constexpr size_t chainPaddingMax = 3;

/// The words that the openly licensed tool computes the CRC over: one
/// certificate, and the length 8 bits higher than in the header.
uint16_t mftCrc(size_t length) {
  return chainCrc(0x11 | static_cast<uint32_t>(length) << 16, 0xFFFFFFFF);
}

/// As the header is written; also what it must be for a CRC of the Mft kind.
uint32_t firstWord(size_t count, size_t length) {
  return undefinedBits | static_cast<uint32_t>(length) << 8 |
         static_cast<uint32_t>(count) << 4 | chainType;
}

bool isCrcRight(uint32_t first, uint32_t second, uint32_t third) {
  const uint32_t filling = bitsOf(third, 31, 16);
  if (filling != 0xFFFF && filling != 0)
    return false;
  const uint32_t crc = bitsOf(third, 15, 0);
  if (crc == chainCrc(first, second))
    return true;
  return crc == mftCrc(bitsOf(first, 23, 8)) && second == 0xFFFFFFFF &&
         bitsOf(first, 31, 24) == 0xFF && filling == 0xFFFF;
}

} // namespace

uint16_t chainCrc(uint32_t first, uint32_t second) {
  uint32_t crc = 0xFFFF;
  const auto shiftIn = [&](uint32_t bit) {
    const bool isOut = (crc & 0x8000) != 0;
    crc = (crc << 1 | bit) & 0xFFFF;
    if (isOut)
      crc ^= 0x100B;
  };
  for (const uint32_t word : {first, second})
    for (int bit = 31; bit >= 0; --bit)
      shiftIn(word >> bit & 1);
  for (int bit = 0; bit < 16; ++bit)
    shiftIn(0);
  return static_cast<uint16_t>(~crc);
}

Result<Bytes> makeChain(ByteView certificates, size_t count, ChainCrc crc) {
  if (count == 0 || count > chainCountMax)
    return Error{"chain of " + std::to_string(count) +
                 " certificates (expected 1 to 4)"};
  const size_t length = chainHeaderSize + certificates.size();
  if (length > chainSizeMax)
    return Error{"chain is " + std::to_string(length - chainSizeMax) +
                 " bytes too long (certificates may have " +
                 std::to_string(chainSizeMax - chainHeaderSize) +
                 " bytes together; the root can be omitted)"};
  Bytes chain;
  const uint32_t first = firstWord(count, length);
  appendWord(chain, first);
  appendWord(chain, 0xFFFFFFFF);
  appendWord(chain,
             0xFFFF0000 | (crc == ChainCrc::Mft ? mftCrc(length)
                                                : chainCrc(first, 0xFFFFFFFF)));
  append(chain, certificates);
  return chain;
}

Result<Chain> readChain(ByteView bytes) {
  if (bytes.size() <= chainHeaderSize)
    return Error{"certificate chain is truncated"};
  const uint32_t first = wordAt(bytes, 0);
  const uint32_t type = bitsOf(first, 3, 0);
  const size_t count = bitsOf(first, 7, 4);
  const size_t length = bitsOf(first, 23, 8);
  if (type != chainType)
    return Error{"certificate chain has type " + std::to_string(type) +
                 " (expected 1)"};
  if (count == 0 || count > chainCountMax)
    return Error{"certificate chain of " + std::to_string(count) +
                 " certificates (expected 1 to 4)"};
  if (length <= chainHeaderSize || length > chainSizeMax ||
      length > bytes.size() || bytes.size() - length > chainPaddingMax ||
      !isFilledWith(bytes.subspan(length), 0xFF))
    return Error{"certificate chain has length " + std::to_string(length) +
                 " in " + std::to_string(bytes.size()) + " bytes"};
  if (!isCrcRight(first, wordAt(bytes, 4), wordAt(bytes, 8)))
    return Error{"certificate chain: CRC does not match"};
  return Chain{count, bytes.subspan(chainHeaderSize, length - chainHeaderSize)};
}

} // namespace dpa::auth
