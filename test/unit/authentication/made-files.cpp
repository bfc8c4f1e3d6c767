// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes files (made-files.h).
#include "test/unit/authentication/made-files.h"

#include <memory>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

namespace dpa::auth::test {

void setNumber(Tlv &tlv, std::string_view name, uint32_t value) {
  for (const NvField &field : findKind(tlv.type)->fields)
    if (field.name == name)
      setField(tlv, field, value);
}
void setBytes(Tlv &tlv, size_t offset, ByteView bytes) {
  std::ranges::copy(bytes, tlv.data.begin() + ptrdiff_t(offset));
}

std::vector<Tlv> tlvsOf(const FileShape &shape) {
  const auto make = [](uint32_t type) {
    return makeTlv(*findKind(type), Priority::User);
  };
  std::vector<Tlv> tlvs = {make(shape.isOfVendor ? nv::idNvidia : nv::idVendor),
                           make(nv::applicableTo)};
  setNumber(tlvs[0], "keep_same_priority", shape.keepsSame ? 1 : 0);
  for (const std::string_view flag : shape.flags)
    setNumber(tlvs[0], flag, 1);
  setBytes(tlvs[1], 0, viewOf(shape.psid));
  if (shape.isOn) {
    tlvs.push_back(
        makeTlv(*findKind(nv::dpaAuth), Priority::User, shape.isOverridable));
    setNumber(tlvs.back(), "dpa_auth_en", *shape.isOn ? 1 : 0);
  }
  if (!shape.newKey)
    return tlvs;
  const Bytes modulus = shape.newKey->publicKey().modulus();
  tlvs.push_back(make(nv::publicKey0));
  setNumber(tlvs.back(), "public_key_exp", keyExponent);
  setBytes(tlvs.back(), 16, shape.newUuid.bytes);
  tlvs.push_back(make(nv::publicKey1));
  setBytes(tlvs.back(), 0, ByteView(modulus).first(256));
  tlvs.push_back(make(nv::publicKey2));
  setBytes(tlvs.back(), 0, ByteView(modulus).subspan(256));
  return tlvs;
}

Bytes signFile(const std::vector<Tlv> &tlvs, const PrivateKey &key,
               const Uuid &uuid) {
  Result<Bytes> file = makeNvFile(tlvs);
  EXPECT_TRUE(file);
  append(*file, signatureTlvs(uuid, *key.sign(*file)));
  return *file;
}

CertificateContainer addition(ByteView certificate, unsigned number) {
  CertificateContainer content;
  content.certificate = certificate;
  content.keyUuid = ownerUuid;
  content.certificateUuid.bytes[0] = std::byte(number);
  return content;
}

Bytes signContainer(const CertificateContainer &content,
                    const PrivateKey &key) {
  Bytes container = makeContainer(content);
  const Result<Bytes> signature = key.sign(container);
  append(container, containerSignature(content, *signature));
  return container;
}

Bytes pssSignature(const PrivateKey &key, ByteView bytes) {
  const Bytes pem = key.pem();
  const std::unique_ptr<BIO, decltype(&BIO_free_all)> stream(
      BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free_all);
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> handle(
      PEM_read_bio_PrivateKey(stream.get(), nullptr, nullptr, nullptr),
      EVP_PKEY_free);
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(
      EVP_MD_CTX_new(), EVP_MD_CTX_free);
  EVP_PKEY_CTX *padding = nullptr;
  Bytes signature(signatureSize);
  size_t size = signature.size();
  EXPECT_EQ(EVP_DigestSignInit(context.get(), &padding, EVP_sha512(), nullptr,
                               handle.get()),
            1);
  EXPECT_EQ(EVP_PKEY_CTX_set_rsa_padding(padding, RSA_PKCS1_PSS_PADDING), 1);
  EXPECT_EQ(
      EVP_DigestSign(context.get(),
                     reinterpret_cast<unsigned char *>(signature.data()), &size,
                     reinterpret_cast<const unsigned char *>(bytes.data()),
                     bytes.size()),
      1);
  return signature;
}

} // namespace dpa::auth::test
