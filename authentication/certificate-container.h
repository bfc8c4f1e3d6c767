// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Certificate containers: files that add root certificates to a device, or remove them. The
// fingerprint "CERTIFICATE.BIN!", then structures of a 12-byte header and data:
//
//   header  byte 0: 7:6 valid 2, 5:4 priority, 3:0 version 0; byte 1: type;
//           2-3: length with this header; 4: 0x10 for a signature, else 0x20;
//           5-11: 0
//   add     metadata (type 2): 0 certificate UUID; word 0x10: 21 usable for DPA,
//           4 keep the signature; 0x14 key UUID. Then X.509 (type 0): DER, padded
//           with zeros to a multiple of 4, which the length counts
//   remove  (type 5): 0 certificate UUID, zero for all; 0x10 key UUID; word 0x20:
//           0 all
//   signature (type 1), last: over all bytes before its header
#ifndef DPA_AUTHENTICATION_CERTIFICATE_CONTAINER_H
#define DPA_AUTHENTICATION_CERTIFICATE_CONTAINER_H

#include "authentication/priority.h"
#include "authentication/uuid.h"
#include "base/result.h"

namespace dpa::auth {

inline constexpr size_t rootsMax = 8;
/// Size of the last structure of a signed container.
inline constexpr size_t containerSignatureSize = 12 + 512;
inline constexpr std::string_view containerMagic = "CERTIFICATE.BIN!";

/// A container. Of a removal `certificate` is empty.
struct CertificateContainer {
  Priority priority = Priority::Oem;
  bool isVendorSigned = false; ///< OEM certificate under the vendor's signature
  bool isRemoval = false;
  bool removesAll = false;
  bool keepsSignature = false;
  bool isForDpa = true;
  Uuid certificateUuid;
  Uuid keyUuid;
  ByteView certificate; ///< DER, with its padding when it was read
  ByteView signature;   ///< empty if unsigned; of any size if it was read
  ByteView signedBytes; ///< set by reading
  /// Error of priorities or metadata; empty: none. Set by reading.
  std::string problem;
  ByteView body; ///< the structures before the signature; set by reading
};

/// An unsigned container.
Bytes makeContainer(const CertificateContainer &content);

/// Sets the UUIDs of an unsigned container, and optionally the flag that the device
/// keeps the signature. Errors: those of readContainer; the container is signed.
Result<Bytes> nameContainer(ByteView container, const Uuid &key,
                            const Uuid &certificate, bool keepsSignature);

/// The last structure of a signed container.
Bytes containerSignature(const CertificateContainer &content,
                         ByteView signature);

/// Returns views of `bytes`. Errors: malformed structures. Wrong metadata are stored in
/// `problem`; signatures, certificates and UUIDs are not checked.
Result<CertificateContainer> readContainer(ByteView bytes);

} // namespace dpa::auth

#endif
