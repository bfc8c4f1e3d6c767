// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The certificate chain in a program's crypto data: a header of three words, then
// concatenated DER certificates, the leaf last.
//
//   0  word: 3:0 type 1, 7:4 count, 23:8 length with this header, 31:24 0xFF
//   4  word: 0xFFFFFFFF
//   8  word: 15:0 CRC-16, 31:16 0xFFFF
#ifndef DPA_AUTHENTICATION_CERTIFICATE_CHAIN_H
#define DPA_AUTHENTICATION_CERTIFICATE_CHAIN_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::auth {

inline constexpr size_t chainHeaderSize = 12;
inline constexpr size_t chainSizeMax = 0x1000;
inline constexpr size_t chainCountMax = 4;

/// Input of the CRC.
enum class ChainCrc : uint8_t {
  Documented, ///< the first two words of the header
  Mft,        ///< what the openly licensed tool computes
};

/// `certificates`: `count` concatenated DER certificates. Errors: more than four, or
/// too long for a chain.
Result<Bytes> makeChain(ByteView certificates, size_t count, ChainCrc crc);

struct Chain {
  size_t count = 0;
  ByteView certificates; ///< concatenated DER
};

/// `bytes` are the chain and 0 to 3 bytes 0xFF. Errors: a malformed
/// header.
Result<Chain> readChain(ByteView bytes);

/// CRC-16 of two words: polynomial 0x100B, start 0xFFFF, 16 zero bits appended,
/// inverted.
uint16_t chainCrc(uint32_t first, uint32_t second);

} // namespace dpa::auth

#endif
