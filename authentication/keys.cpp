// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keys and signatures (authentication/keys.h).
#include "authentication/keys.h"

#include "authentication/digest.h"
#include "authentication/pkcs11-key.h"

#include <fstream>
#include <iterator>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>

namespace dpa::auth {

namespace {

constexpr int keyBits = 4096;

template <auto free> struct Free {
  template <typename T> void operator()(T *object) const { free(object); }
};
template <typename T, auto free> using Owned = std::unique_ptr<T, Free<free>>;
using OwnedNumber = Owned<BIGNUM, BN_free>;
using OwnedDigest = Owned<EVP_MD_CTX, EVP_MD_CTX_free>;
using OwnedStream = Owned<BIO, BIO_free_all>;

const unsigned char *rawOf(ByteView bytes) {
  return reinterpret_cast<const unsigned char *>(bytes.data());
}

OwnedStream streamOf(ByteView bytes) {
  return OwnedStream(
      BIO_new_mem_buf(bytes.data(), static_cast<int>(bytes.size())));
}

Bytes contentOf(BIO *stream) {
  char *data = nullptr;
  const long size = BIO_get_mem_data(stream, &data);
  const ByteView view = viewOf({data, static_cast<size_t>(size)});
  return Bytes(view.begin(), view.end());
}

/// Rejects keys with a password.
int refusePassword(char *, int, int, void *) {
  return -1;
}

OwnedNumber numberOf(const EVP_PKEY *key, const char *name) {
  BIGNUM *number = nullptr;
  EVP_PKEY_get_bn_param(key, name, &number);
  return OwnedNumber(number);
}

Result<void> checkKey(const EVP_PKEY *key) {
  if (EVP_PKEY_get_base_id(key) != EVP_PKEY_RSA)
    return Error{"not an RSA key (expected RSA of 4096 bits)"};
  if (EVP_PKEY_get_bits(key) != keyBits)
    return Error{"RSA key of " + std::to_string(EVP_PKEY_get_bits(key)) +
                 " bits (expected 4096)"};
  const OwnedNumber exponent = numberOf(key, OSSL_PKEY_PARAM_RSA_E);
  if (!exponent || !BN_is_word(exponent.get(), keyExponent))
    return Error{"RSA key has a wrong exponent (expected 65537)"};
  return {};
}

} // namespace

Digest sha256(ByteView bytes) {
  Digest digest;
  SHA256(rawOf(bytes), bytes.size(),
         reinterpret_cast<unsigned char *>(digest.data()));
  return digest;
}

std::string opensslReason() {
  const unsigned long code = ERR_peek_last_error();
  ERR_clear_error();
  const char *reason = code ? ERR_reason_error_string(code) : nullptr;
  return reason ? reason : "no reason given";
}

Result<PublicKey> PublicKey::of(SharedKey key) {
  if (Result<void> checked = checkKey(key.get()); !checked)
    return checked.error();
  return PublicKey(std::move(key));
}

Result<PublicKey> PublicKey::fromPem(ByteView pem) {
  const OwnedStream stream = streamOf(pem);
  EVP_PKEY *key =
      PEM_read_bio_PUBKEY(stream.get(), nullptr, refusePassword, nullptr);
  if (!key)
    return Error{"not a public key in PEM: " + opensslReason()};
  return of(SharedKey(key, EVP_PKEY_free));
}

Result<PublicKey> PublicKey::fromModulus(ByteView modulus) {
  const OwnedNumber n(
      BN_bin2bn(rawOf(modulus), static_cast<int>(modulus.size()), nullptr));
  const OwnedNumber e(BN_new());
  if (!n || !e || BN_set_word(e.get(), keyExponent) != 1)
    return Error{"out of memory"};
  if (BN_num_bits(n.get()) != keyBits || !BN_is_odd(n.get()))
    return Error{"modulus is not an odd number of 4096 bits"};
  const Owned<OSSL_PARAM_BLD, OSSL_PARAM_BLD_free> build(OSSL_PARAM_BLD_new());
  const Owned<EVP_PKEY_CTX, EVP_PKEY_CTX_free> context(
      EVP_PKEY_CTX_new_from_name(nullptr, "RSA", nullptr));
  if (!build || !context ||
      OSSL_PARAM_BLD_push_BN(build.get(), OSSL_PKEY_PARAM_RSA_N, n.get()) !=
          1 ||
      OSSL_PARAM_BLD_push_BN(build.get(), OSSL_PKEY_PARAM_RSA_E, e.get()) != 1)
    return Error{"out of memory"};
  const Owned<OSSL_PARAM, OSSL_PARAM_free> parameters(
      OSSL_PARAM_BLD_to_param(build.get()));
  EVP_PKEY *key = nullptr;
  if (!parameters || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY,
                        parameters.get()) != 1)
    return Error{"not a public key: " + opensslReason()};
  return of(SharedKey(key, EVP_PKEY_free));
}

bool PublicKey::verifies(ByteView signature, ByteView bytes) const {
  const OwnedDigest context(EVP_MD_CTX_new());
  EVP_PKEY_CTX *padding = nullptr; // owned by the context
  const bool isValid =
      context && signature.size() == signatureSize &&
      EVP_DigestVerifyInit(context.get(), &padding, EVP_sha512(), nullptr,
                           key_.get()) == 1 &&
      EVP_PKEY_CTX_set_rsa_padding(padding, RSA_PKCS1_PADDING) == 1 &&
      EVP_DigestVerify(context.get(), rawOf(signature), signature.size(),
                       rawOf(bytes), bytes.size()) == 1;
  ERR_clear_error();
  return isValid;
}

Bytes PublicKey::modulus() const {
  Bytes bytes(modulusSize);
  const OwnedNumber n = numberOf(key_.get(), OSSL_PKEY_PARAM_RSA_N);
  BN_bn2binpad(n.get(), reinterpret_cast<unsigned char *>(bytes.data()),
               static_cast<int>(bytes.size()));
  return bytes;
}

Bytes PublicKey::pem() const {
  const OwnedStream stream(BIO_new(BIO_s_mem()));
  PEM_write_bio_PUBKEY(stream.get(), key_.get());
  return contentOf(stream.get());
}

bool PublicKey::operator==(const PublicKey &other) const {
  return EVP_PKEY_eq(key_.get(), other.key_.get()) == 1;
}

Result<PrivateKey> PrivateKey::of(SharedKey key) {
  Result<PublicKey> half = PublicKey::of(key);
  if (!half)
    return half.error();
  return PrivateKey(std::move(key), *std::move(half));
}

static Result<SharedKey> readPrivateKey(ByteView pem) {
  const OwnedStream stream = streamOf(pem);
  EVP_PKEY *key =
      PEM_read_bio_PrivateKey(stream.get(), nullptr, refusePassword, nullptr);
  if (!key)
    return Error{"not a private key in PEM without a password: " +
                 opensslReason()};
  return SharedKey(key, EVP_PKEY_free);
}

static Result<Bytes> readKeyFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file)
    return Error{"cannot be read"};
  const ByteView view = viewOf(text);
  return Bytes(view.begin(), view.end());
}

static Result<SharedKey> openKeyFile(const std::string &path) {
  const Result<Bytes> pem = readKeyFile(path);
  if (!pem)
    return pem.error();
  return readPrivateKey(*pem);
}

Result<PrivateKey> PrivateKey::open(const std::string &source) {
  const bool isUri = source.starts_with(pkcs11Prefix);
  const std::string name = isUri ? uriWithoutPin(source) : source;
  Result<SharedKey> shared =
      isUri ? openPkcs11Key(source) : openKeyFile(source);
  if (!shared)
    return shared.error().in(name);
  Result<PrivateKey> key = of(*std::move(shared));
  if (!key)
    return key.error().in(name);
  key->name_ = name;
  return key;
}

Result<PrivateKey> PrivateKey::generate() {
  EVP_PKEY *key = EVP_RSA_gen(keyBits);
  if (!key)
    return Error{"cannot generate a key: " + opensslReason()};
  return of(SharedKey(key, EVP_PKEY_free));
}

Result<Bytes> PrivateKey::sign(ByteView bytes) const {
  const OwnedDigest context(EVP_MD_CTX_new());
  Bytes signature(signatureSize);
  size_t size = signature.size();
  EVP_PKEY_CTX *padding = nullptr;
  if (!context ||
      EVP_DigestSignInit(context.get(), &padding, EVP_sha512(), nullptr,
                         key_.get()) != 1 ||
      EVP_PKEY_CTX_set_rsa_padding(padding, RSA_PKCS1_PADDING) != 1 ||
      EVP_DigestSign(context.get(),
                     reinterpret_cast<unsigned char *>(signature.data()), &size,
                     rawOf(bytes), bytes.size()) != 1 ||
      size != signatureSize)
    return Error{"key '" + name_ + "' cannot sign: " + opensslReason()};
  return signature;
}

Bytes PrivateKey::pem() const {
  const OwnedStream stream(BIO_new(BIO_s_mem()));
  PEM_write_bio_PrivateKey(stream.get(), key_.get(), nullptr, nullptr, 0,
                           nullptr, nullptr);
  return contentOf(stream.get());
}

} // namespace dpa::auth
