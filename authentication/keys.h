// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RSA keys and signatures, by OpenSSL: RSASSA-PKCS1-v1_5 with SHA-512 and keys
// of 4096 bits with exponent 65537. Other keys are rejected when they are
// read.
#ifndef DPA_AUTHENTICATION_KEYS_H
#define DPA_AUTHENTICATION_KEYS_H

#include "base/bytes.h"
#include "base/result.h"

#include <memory>
#include <openssl/types.h>

namespace dpa::auth {

inline constexpr size_t signatureSize = 512;
inline constexpr size_t modulusSize = 512;
inline constexpr uint32_t keyExponent = 65537;

using SharedKey = std::shared_ptr<EVP_PKEY>;

class PublicKey {
public:
  /// PEM as `openssl rsa -pubout` writes it.
  static Result<PublicKey> fromPem(ByteView pem);
  /// A modulus, most significant byte first. Errors: not an odd number of 4096 bits.
  static Result<PublicKey> fromModulus(ByteView modulus);
  /// Errors: not RSA of 4096 bits with exponent 65537.
  static Result<PublicKey> of(SharedKey key);

  bool verifies(ByteView signature, ByteView bytes) const;
  Bytes modulus() const;
  Bytes pem() const;
  bool operator==(const PublicKey &other) const;
  EVP_PKEY *handle() const { return key_.get(); }

private:
  explicit PublicKey(SharedKey key) : key_(std::move(key)) {}
  SharedKey key_;
};

/// A key that signs: a file, or an object of an HSM.
class PrivateKey {
public:
  /// A PEM file without a password, or a PKCS#11 URI ("pkcs11:..."). Errors name
  /// the source, but never the key or a PIN.
  static Result<PrivateKey> open(const std::string &source);
  /// A new key, from the random numbers of OpenSSL.
  static Result<PrivateKey> generate();

  const PublicKey &publicKey() const { return public_; }
  /// For messages: the file, or the URI without a PIN; empty for other keys.
  const std::string &name() const { return name_; }
  /// `signatureSize` bytes.
  Result<Bytes> sign(ByteView bytes) const;
  Bytes pem() const;

private:
  PrivateKey(SharedKey key, PublicKey half)
      : key_(std::move(key)), public_(std::move(half)) {}
  static Result<PrivateKey> of(SharedKey key);

  SharedKey key_;
  PublicKey public_;
  std::string name_;
};

/// The last error in OpenSSL's queue; clears the queue.
std::string opensslReason();

} // namespace dpa::auth

#endif
