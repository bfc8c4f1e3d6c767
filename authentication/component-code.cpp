// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts of component codes (authentication/component-code.h).
#include "authentication/component-code.h"

#include "base/bytes.h"

namespace dpa::auth {

static const char *meaningOf(ComponentCode code) {
  switch (code) {
  case ComponentCode::BadDigest:
    return "digest does not match";
  case ComponentCode::NotApplicable:
    return "not applicable to this device";
  case ComponentCode::UnknownKey:
    return "unknown key";
  case ComponentCode::AuthenticationFailed:
    return "authentication failed";
  case ComponentCode::NotSigned:
    return "not signed";
  case ComponentCode::KeyMayNotSign:
    return "key is not permitted to sign this";
  case ComponentCode::BadFormat:
    return "bad format";
  case ComponentCode::BadCertificate:
    return "certificate is not accepted";
  case ComponentCode::BadContainerSignature:
    return "signature of the container does not match";
  case ComponentCode::BadContainerMetadata:
    return "metadata of the container are not valid";
  case ComponentCode::NoPlace:
    return "no space for another root";
  case ComponentCode::CertificateNotFound:
    return "root with this UUID not found";
  case ComponentCode::CertificatePresent:
    return "root with this UUID is already present";
  }
  return "refused";
}

std::string refusalText(const Refusal &refusal) {
  return std::string(meaningOf(refusal.code)) + " (code " +
         hex(static_cast<uint64_t>(refusal.code)) + "): " + refusal.detail;
}

} // namespace dpa::auth
