// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The crypto data of one device ELF, which a signing tool adds to a program.
//
//   0x00    word: 15:0 version 0
//   0x04    word: 15:8 firmware type 0; 29 process attributes, 30 app metadata,
//           31 encryption present
//   0x08    0
//   0x0C    48 zero bytes
//   0x3C    word: 15:0 signature type 2, RSA with SHA-512
//   0x40    hash list of L bytes (authentication/hash-list.h)
//   0x40+L  signature over all bytes before it, 512 bytes
//   0x240+L certificate chain (authentication/certificate-chain.h), then 0xFF up
//           to a multiple of 4
#ifndef DPA_AUTHENTICATION_CRYPTO_DATA_H
#define DPA_AUTHENTICATION_CRYPTO_DATA_H

#include "authentication/hash-list.h"

namespace dpa::auth {

inline constexpr size_t cryptoMetadataSize = 0x40;
inline constexpr size_t cryptoDataSizeMax = 65536;

/// The signed bytes: metadata and hash list. Errors: those of makeHashList.
Result<Bytes> makeSigningInput(ByteView elf, HashListForm form,
                               std::optional<ByteView> attributes);

/// Errors: larger than a signature slot.
Result<Bytes> makeCryptoData(ByteView signingInput, ByteView signature,
                             ByteView chain);

struct CryptoData {
  ByteView signedBytes; ///< metadata and hash list
  ByteView metadata;
  ByteView hashList;
  ByteView signature;
  ByteView chain; ///< with its padding
};

/// Splits crypto data by the sizes of the parts, without checking the contents. Errors:
/// an invalid size.
Result<CryptoData> splitCryptoData(ByteView bytes);

} // namespace dpa::auth

#endif
