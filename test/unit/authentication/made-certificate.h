// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Certificates that tests make, good and bad.
#ifndef DPA_TEST_UNIT_AUTHENTICATION_MADE_CERTIFICATE_H
#define DPA_TEST_UNIT_AUTHENTICATION_MADE_CERTIFICATE_H

#include "authentication/keys.h"

namespace dpa::auth::test {

struct CertificateShape {
  std::string subject = "a";
  std::string issuer = "a";
  bool isAuthority = false;
  const char *digest = "SHA256";
  int version = 2;    ///< as encoded: one less
  size_t padding = 0; ///< bytes of a comment
  int keyBits = 4096; ///< other than 4096: a new key
};

/// DER of a certificate of `key`, signed by `issuer`.
Bytes makeCertificate(const CertificateShape &shape, const PrivateKey &key,
                      const PrivateKey &issuer);

} // namespace dpa::auth::test

#endif
