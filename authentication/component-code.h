// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Codes with which a device rejects files, and rejections.
#ifndef DPA_AUTHENTICATION_COMPONENT_CODE_H
#define DPA_AUTHENTICATION_COMPONENT_CODE_H

#include <cstdint>
#include <optional>
#include <string>

namespace dpa::auth {

enum class ComponentCode : uint8_t {
  BadDigest = 0x02,
  NotApplicable = 0x03,
  UnknownKey = 0x04,
  AuthenticationFailed = 0x05,
  NotSigned = 0x06,
  KeyMayNotSign = 0x07,
  BadFormat = 0x08,
  BadCertificate = 0x1A,
  BadContainerSignature = 0x1B,
  BadContainerMetadata = 0x1C,
  NoPlace = 0x1E,
  CertificateNotFound = 0x1F,
  CertificatePresent = 0x25,
};

struct Refusal {
  ComponentCode code;
  std::string detail;
};

/// "not signed (code 0x6): detail".
std::string refusalText(const Refusal &refusal);

} // namespace dpa::auth

#endif
