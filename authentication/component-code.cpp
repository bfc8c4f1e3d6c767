// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts of component codes (authentication/component-code.h).
#include "authentication/component-code.h"

#include "base/bytes.h"

namespace dpa::auth {

static const char *meaningOf(ComponentCode code) {
  switch (code) {
  case ComponentCode::BadDigest:
    return "digest is wrong";
  case ComponentCode::NotApplicable:
    return "not applicable to this device";
  case ComponentCode::UnknownKey:
    return "unknown key";
  case ComponentCode::AuthenticationFailed:
    return "authentication failed";
  case ComponentCode::NotSigned:
    return "not signed";
  case ComponentCode::KeyMayNotSign:
    return "key may not sign this";
  case ComponentCode::BadFormat:
    return "bad format";
  case ComponentCode::BadCertificate:
    return "certificate is not acceptable";
  case ComponentCode::BadContainerSignature:
    return "signature of the container is wrong";
  case ComponentCode::BadContainerMetadata:
    return "metadata of the container are wrong";
  case ComponentCode::NoPlace:
    return "no place for another root";
  case ComponentCode::CertificateNotFound:
    return "no root with this UUID";
  case ComponentCode::CertificatePresent:
    return "a root with this UUID is present";
  }
  return "refused";
}

std::string refusalText(const Refusal &refusal) {
  return std::string(meaningOf(refusal.code)) + " (code " +
         hex(static_cast<uint64_t>(refusal.code)) + "): " + refusal.detail;
}

} // namespace dpa::auth
