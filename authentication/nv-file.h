// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Configuration files (NVconfig): the fingerprint, TLVs, and at the end a digest
// or a signature in two TLVs.
//
//   file_signature         signature UUID, key UUID, 256 bytes, 32 spare; with
//                          key UUID 0 the first 32 bytes are the SHA-256 of all
//                          before it
//   file_signature_4096_a  signature UUID, key UUID, first half of the signature
//   file_signature_4096_b  the same and the second half; the signature covers all
//                          before 4096_a
#ifndef DPA_AUTHENTICATION_NV_FILE_H
#define DPA_AUTHENTICATION_NV_FILE_H

#include "authentication/component-code.h"
#include "authentication/nv-tlv.h"
#include "authentication/uuid.h"

namespace dpa::auth {

/// Fingerprint and TLVs: the id TLV first, file_applicable_to second, the others
/// as given. Errors: not exactly one of each.
Result<Bytes> makeNvFile(const std::vector<Tlv> &tlvs);

/// The digest at the end of an unsigned file.
Bytes digestTlv(ByteView file);
/// The two TLVs that sign all bytes before them.
Bytes signatureTlvs(const Uuid &key, ByteView signature);

struct NvFile {
  std::vector<Tlv> tlvs; ///< in the order of the file
  ByteView signedBytes;  ///< all bytes; after takeSignature, those signed
  // Set by takeSignature:
  Uuid keyUuid;
  Bytes signature; ///< 512 bytes
};

/// Parses a file, signed or not, into `file`. Returns nothing if it is well-formed: it
/// consists of known TLVs, none of them twice, has one id TLV and one file_applicable_to,
/// and has no token.
std::optional<Refusal> readNvFile(ByteView bytes, NvFile &file);

/// Moves the signature out of the TLVs of a file that was read, and removes a digest
/// before it. Returns nothing if the file ends with a signature and the digest, if there is
/// one, is correct. The signature is not checked.
std::optional<Refusal> takeSignature(NvFile &file);

} // namespace dpa::auth

#endif
