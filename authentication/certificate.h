// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// X.509 certificates, by OpenSSL: version 3, DER, RSA of 4096 bits, signed with
// SHA-256 or SHA-512, less than 1792 bytes. Other certificates are rejected when
// they are read. Dates are not checked, because a device does not have a clock.
#ifndef DPA_AUTHENTICATION_CERTIFICATE_H
#define DPA_AUTHENTICATION_CERTIFICATE_H

#include "authentication/keys.h"

namespace dpa::auth {

inline constexpr size_t certificateSizeEnd = 1792;

class Certificate {
public:
  /// `der` must be exactly one certificate. Errors: a violation of the rules above.
  static Result<Certificate> read(ByteView der);

  ByteView der() const { return der_; }
  const PublicKey &key() const { return key_; }
  /// CA:TRUE: may issue certificates.
  bool isAuthority() const;
  /// By name and signature; the issuer must be a CA.
  bool isIssuedBy(const Certificate &issuer) const;
  bool isSelfSigned() const { return isIssuedBy(*this); }
  /// For messages: "CN = ..., O = ...".
  std::string subject() const;
  /// Whether the current time is out of its validity, for warnings of tools.
  bool isOutdated() const;

private:
  Certificate(Bytes der, std::shared_ptr<X509> handle, PublicKey key)
      : der_(std::move(der)), handle_(std::move(handle)), key_(std::move(key)) {
  }

  Bytes der_;
  std::shared_ptr<X509> handle_;
  PublicKey key_;
};

/// Splits concatenated certificates. Errors: bytes that are not DER objects.
Result<std::vector<ByteView>> splitCertificates(ByteView bytes);

/// Reads concatenated certificates. Errors contain the number of the wrong one.
Result<std::vector<Certificate>> readCertificates(ByteView bytes);

/// The DER bytes of a file with concatenated DER, or PEM. Errors: other formats.
Result<Bytes> derOfCertificates(ByteView file);

} // namespace dpa::auth

#endif
