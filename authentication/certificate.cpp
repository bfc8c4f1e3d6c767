// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads certificates and checks them (authentication/certificate.h).
#include "authentication/certificate.h"

#include <algorithm>
#include <openssl/asn1.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

namespace dpa::auth {

namespace {

using SharedX509 = std::shared_ptr<X509>;

/// The DER encoding of an object; `toDer` is the function of OpenSSL for its type.
template <auto toDer, typename T> Bytes encode(const T *object) {
  unsigned char *raw = nullptr;
  const int size = toDer(object, &raw);
  Bytes bytes;
  if (size > 0)
    append(bytes, std::string_view(reinterpret_cast<const char *>(raw),
                                   static_cast<size_t>(size)));
  OPENSSL_free(raw);
  return bytes;
}

bool hasUnusedBits(const ASN1_BIT_STRING &bits) {
  return (bits.flags & ASN1_STRING_FLAG_BITS_LEFT) != 0 &&
         (bits.flags & 7) != 0;
}

Result<void> checkSignatureFields(const X509 *certificate) {
  const ASN1_BIT_STRING *signature = nullptr;
  const X509_ALGOR *outer = nullptr;
  X509_get0_signature(&signature, &outer, certificate);
  const X509_ALGOR *inner = X509_get0_tbs_sigalg(certificate);
  const int algorithm = X509_get_signature_nid(certificate);
  if (algorithm != NID_sha256WithRSAEncryption &&
      algorithm != NID_sha512WithRSAEncryption)
    return Error{std::string("certificate is signed with ") +
                 OBJ_nid2ln(algorithm) +
                 " (expected sha256WithRSAEncryption or "
                 "sha512WithRSAEncryption)"};
  if (X509_ALGOR_cmp(outer, inner) != 0)
    return Error{"certificate has two different signature algorithms"};
  if (hasUnusedBits(*signature))
    return Error{"signature of the certificate has unused bits"};
  return {};
}

} // namespace

Result<Certificate> Certificate::read(ByteView der) {
  if (der.size() >= certificateSizeEnd)
    return Error{
        "certificate is too large (expected less than 1792 bytes, got " +
        std::to_string(der.size()) + ")"};
  const auto *at = reinterpret_cast<const unsigned char *>(der.data());
  const unsigned char *begin = at;
  const SharedX509 handle(d2i_X509(nullptr, &at, static_cast<long>(der.size())),
                          X509_free);
  if (!handle)
    return Error{"not a certificate in DER: " + opensslReason()};
  if (static_cast<size_t>(at - begin) != der.size() ||
      !std::ranges::equal(encode<i2d_X509>(handle.get()), der))
    return Error{"certificate is not a single DER object"};
  if (X509_get_version(handle.get()) != X509_VERSION_3)
    return Error{"certificate has version " +
                 std::to_string(X509_get_version(handle.get()) + 1) +
                 " (expected 3; openssl x509 -req needs -extfile)"};
  if (Result<void> checked = checkSignatureFields(handle.get()); !checked)
    return checked.error();
  EVP_PKEY *raw = X509_get_pubkey(handle.get());
  if (!raw)
    return Error{"key of the certificate cannot be read: " + opensslReason()};
  Result<PublicKey> key = PublicKey::of(SharedKey(raw, EVP_PKEY_free));
  if (!key)
    return key.error();
  return Certificate(Bytes(der.begin(), der.end()), handle, *std::move(key));
}

bool Certificate::isAuthority() const {
  const bool isCa = X509_check_ca(handle_.get()) == 1;
  ERR_clear_error();
  return isCa;
}

bool Certificate::isIssuedBy(const Certificate &issuer) const {
  if (encode<i2d_X509_NAME>(X509_get_issuer_name(handle_.get())) !=
          encode<i2d_X509_NAME>(X509_get_subject_name(issuer.handle_.get())) ||
      !issuer.isAuthority())
    return false;
  const bool isValid = X509_verify(handle_.get(), issuer.key_.handle()) == 1;
  ERR_clear_error();
  return isValid;
}

std::string Certificate::subject() const {
  const std::unique_ptr<BIO, decltype(&BIO_free_all)> stream(
      BIO_new(BIO_s_mem()), BIO_free_all);
  X509_NAME_print_ex(stream.get(), X509_get_subject_name(handle_.get()), 0,
                     XN_FLAG_ONELINE);
  char *data = nullptr;
  const long size = BIO_get_mem_data(stream.get(), &data);
  return {data, static_cast<size_t>(size)};
}

bool Certificate::isOutdated() const {
  return X509_cmp_current_time(X509_get0_notBefore(handle_.get())) > 0 ||
         X509_cmp_current_time(X509_get0_notAfter(handle_.get())) < 0;
}

Result<std::vector<ByteView>> splitCertificates(ByteView bytes) {
  std::vector<ByteView> parts;
  while (!bytes.empty()) {
    const auto *content = reinterpret_cast<const unsigned char *>(bytes.data());
    const unsigned char *begin = content;
    long length = 0;
    int tag = 0;
    int kind = 0;
    const int shape = ASN1_get_object(&content, &length, &tag, &kind,
                                      static_cast<long>(bytes.size()));
    ERR_clear_error();
    if (shape != V_ASN1_CONSTRUCTED || tag != V_ASN1_SEQUENCE ||
        kind != V_ASN1_UNIVERSAL)
      return Error{"not a certificate in DER at the end of " +
                   std::to_string(parts.size()) + " certificates"};
    const size_t size = static_cast<size_t>(content - begin + length);
    parts.push_back(bytes.first(size));
    bytes = bytes.subspan(size);
  }
  return parts;
}

Result<std::vector<Certificate>> readCertificates(ByteView bytes) {
  const Result<std::vector<ByteView>> parts = splitCertificates(bytes);
  if (!parts)
    return parts.error();
  std::vector<Certificate> certificates;
  for (const ByteView &part : *parts) {
    Result<Certificate> certificate = Certificate::read(part);
    if (!certificate)
      return certificate.error().in("certificate " +
                                    std::to_string(certificates.size() + 1));
    certificates.push_back(*std::move(certificate));
  }
  return certificates;
}

Result<Bytes> derOfCertificates(ByteView file) {
  if (textOf(file).find("-----BEGIN CERTIFICATE-----") == std::string::npos) {
    Result<std::vector<ByteView>> parts = splitCertificates(file);
    if (!parts)
      return parts.error();
    if (parts->empty())
      return Error{"no certificate"};
    return Bytes(file.begin(), file.end());
  }
  const std::unique_ptr<BIO, decltype(&BIO_free_all)> stream(
      BIO_new_mem_buf(file.data(), static_cast<int>(file.size())),
      BIO_free_all);
  Bytes der;
  while (X509 *certificate =
             PEM_read_bio_X509(stream.get(), nullptr, nullptr, nullptr)) {
    append(der, encode<i2d_X509>(certificate));
    X509_free(certificate);
  }
  const bool isEnd =
      ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  const std::string reason = opensslReason();
  if (der.empty() || !isEnd)
    return Error{"malformed PEM certificate: " + reason};
  return der;
}

} // namespace dpa::auth
