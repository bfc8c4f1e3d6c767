// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens keys of HSMs (authentication/pkcs11-key.h). OpenSSL 3 has declared engines
// obsolete, but Debian 12 has no PKCS#11 provider;
// this file is compiled with OPENSSL_SUPPRESS_DEPRECATED.
#include "authentication/pkcs11-key.h"

#include "base/parse-number.h"

#include <algorithm>
#include <cctype>
#include <openssl/crypto.h>
#include <openssl/engine.h>

namespace dpa::auth {

namespace {

constexpr std::string_view pinAttribute = "pin-value=";

/// The engine prints URIs in messages, so it is given the PIN separately.
struct KeyName {
  std::string uri{pkcs11Prefix};       ///< without the PIN
  std::optional<std::string_view> pin; ///< percent-encoded
};

Result<std::string> decodePin(std::string_view text) {
  std::string pin;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%' &&
        std::isspace(static_cast<unsigned char>(text[at])) == 0) {
      pin += text[at];
      continue;
    }
    uint8_t value = 0;
    const std::string_view digits = text.substr(at + 1, 2);
    if (text[at] != '%' || digits.size() != 2 ||
        !parseNumber(digits, value, 16) || value == 0)
      return Error{"PIN is not percent-encoded (expected %25 for a percent "
                   "sign, %20 for a blank)"};
    pin += static_cast<char>(value);
    at += 2;
  }
  return pin;
}

KeyName splitUri(std::string_view uri) {
  KeyName name;
  char separator = '\0';
  for (std::string_view rest = uri.substr(pkcs11Prefix.size());
       !rest.empty();) {
    const size_t end = std::min(rest.find_first_of(";?&"), rest.size());
    const std::string_view attribute = rest.substr(0, end);
    const char next = end < rest.size() ? rest[end] : '\0';
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (attribute.starts_with(pinAttribute)) {
      name.pin = attribute.substr(pinAttribute.size());
      // Of the separators around the removed attribute one remains: '?' if it is one of them.
      if (separator == ';')
        separator = next;
      continue;
    }
    if (separator != '\0')
      name.uri += separator;
    name.uri += attribute;
    separator = next;
  }
  return name;
}

Result<void> setPin(ENGINE *engine, std::string_view encoded) {
  Result<std::string> pin = decodePin(encoded);
  if (!pin)
    return pin.error();
  const bool isSet =
      ENGINE_ctrl_cmd_string(engine, "PIN", pin->c_str(), 0) == 1;
  OPENSSL_cleanse(pin->data(), pin->size());
  if (!isSet)
    return Error{"PIN cannot be set: " + opensslReason()};
  return {};
}

Result<SharedKey> loadKey(ENGINE *engine, const KeyName &name) {
  if (name.pin)
    if (Result<void> set = setPin(engine, *name.pin); !set)
      return set.error();
  EVP_PKEY *key =
      ENGINE_load_private_key(engine, name.uri.c_str(), nullptr, nullptr);
  if (!key)
    return Error{"private key not found in the HSM: " + opensslReason()};
  return SharedKey(key, EVP_PKEY_free);
}

} // namespace

std::string uriWithoutPin(const std::string &uri) {
  return splitUri(uri).uri;
}

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
  Result<SharedKey> key = loadKey(engine, splitUri(uri));
  ENGINE_finish(engine);
  ENGINE_free(engine);
  return key;
}

} // namespace dpa::auth
