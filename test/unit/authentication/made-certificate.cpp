// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes certificates (made-certificate.h), with OpenSSL.
#include "test/unit/authentication/made-certificate.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

namespace dpa::auth::test {

namespace {

EVP_PKEY *handleOf(const PrivateKey &key) {
  const Bytes pem = key.pem();
  BIO *stream = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
  EVP_PKEY *handle = PEM_read_bio_PrivateKey(stream, nullptr, nullptr, nullptr);
  BIO_free(stream);
  return handle;
}

void setName(X509_NAME *name, const std::string &text) {
  X509_NAME_add_entry_by_txt(
      name, "CN", MBSTRING_ASC,
      reinterpret_cast<const unsigned char *>(text.c_str()), -1, -1, 0);
}

void addExtension(X509 *certificate, int kind, const std::string &value) {
  X509_EXTENSION *extension =
      X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str());
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

} // namespace

Bytes makeCertificate(const CertificateShape &shape, const PrivateKey &key,
                      const PrivateKey &issuer) {
  X509 *certificate = X509_new();
  EVP_PKEY *own = shape.keyBits == 4096
                      ? handleOf(key)
                      : EVP_RSA_gen(static_cast<unsigned>(shape.keyBits));
  EVP_PKEY *signer = handleOf(issuer);
  X509_set_version(certificate, shape.version);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  X509_set_pubkey(certificate, own);
  setName(X509_get_subject_name(certificate), shape.subject);
  setName(X509_get_issuer_name(certificate), shape.issuer);
  if (shape.isAuthority)
    addExtension(certificate, NID_basic_constraints, "critical,CA:TRUE");
  if (shape.padding)
    addExtension(certificate, NID_netscape_comment,
                 std::string(shape.padding, 'x'));
  X509_sign(certificate, signer, EVP_get_digestbyname(shape.digest));
  unsigned char *raw = nullptr;
  const int size = i2d_X509(certificate, &raw);
  Bytes der;
  append(der, std::string_view(reinterpret_cast<const char *>(raw),
                               static_cast<size_t>(size)));
  OPENSSL_free(raw);
  EVP_PKEY_free(signer);
  EVP_PKEY_free(own);
  X509_free(certificate);
  return der;
}

} // namespace dpa::auth::test
