// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A private key inside an HSM, by a PKCS#11 URI.
#ifndef DPA_AUTHENTICATION_PKCS11_KEY_H
#define DPA_AUTHENTICATION_PKCS11_KEY_H

#include "authentication/keys.h"

namespace dpa::auth {

inline constexpr std::string_view pkcs11Prefix = "pkcs11:";

/// Through OpenSSL's engine pkcs11 (Debian: libengine-pkcs11-openssl), which
/// loads the module that p11-kit or PKCS11_MODULE_PATH names. The URI may contain
/// the PIN (pin-value) or name a file with it (pin-source). Errors: engine or object
/// not found, a PIN that is malformed or wrong.
Result<SharedKey> openPkcs11Key(const std::string &uri);

/// For messages: the URI without pin-value.
std::string uriWithoutPin(const std::string &uri);

} // namespace dpa::auth

#endif
