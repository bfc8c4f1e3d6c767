// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens keys of HSMs (authentication/pkcs11-key.h). OpenSSL 3 has declared engines
// obsolete, but Debian 12 has no PKCS#11 provider;
// this file is compiled with OPENSSL_SUPPRESS_DEPRECATED.
#include "authentication/pkcs11-key.h"

#include <openssl/engine.h>

namespace dpa::auth {

Result<SharedKey> openPkcs11Key(const std::string &uri) {
  ENGINE_load_builtin_engines();
  ENGINE *engine = ENGINE_by_id("pkcs11");
  if (!engine)
    return Error{"OpenSSL engine pkcs11 not found (Debian package "
                 "libengine-pkcs11-openssl): " +
                 opensslReason()};
  if (ENGINE_init(engine) != 1) {
    ENGINE_free(engine);
    return Error{"OpenSSL engine pkcs11 cannot be started: " + opensslReason()};
  }
  EVP_PKEY *key =
      ENGINE_load_private_key(engine, uri.c_str(), nullptr, nullptr);
  ENGINE_finish(engine);
  ENGINE_free(engine);
  if (!key)
    return Error{"private key not found in the HSM: " + opensslReason()};
  return SharedKey(key, EVP_PKEY_free);
}

} // namespace dpa::auth
