// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For a file with several faults, the code is that of the check that a device does first.
// PROVES: R-AUTH-04
#include "authentication/crypto-data.h"
#include "authentication/program-check.h"
#include "emulator/authentication/apply-container.h"
#include "test/unit/authentication/made-files.h"

namespace dpa::auth::test {

namespace {

class CheckOrderTest : public testing::Test {
protected:
  int apply(ByteView file) {
    NvValues values;
    const auto refusal =
        applyNvFile(file, {identity, vendor.publicKey()}, values);
    return refusal ? static_cast<int>(refusal->code) : 0;
  }
  int upload(ByteView container) {
    RootChange change;
    const auto refusal = checkContainer(
        container, {identity, vendor.publicKey()}, owner, {}, change);
    return refusal ? static_cast<int>(refusal->code) : 0;
  }
  /// A file without its signature.
  static Bytes bodyOf(const FileShape &shape) {
    return *makeNvFile(tlvsOf(shape));
  }

  DeviceIdentity identity;
  PrivateKey vendor = keyOf("vendor");
  PrivateKey ownerKey = keyOf("owner");
  std::optional<Owner> owner = Owner{ownerUuid, ownerKey.publicKey()};
};

TEST_F(CheckOrderTest, ConfigurationFile) {
  const FileShape wrongPsid = {.psid = "MT_0000000912"};
  // 1, format, before 2, target: a TLV twice in a file for another device.
  Bytes twice = bodyOf(wrongPsid);
  appendTlv(twice, tlvsOf(wrongPsid).back());
  EXPECT_EQ(apply(twice), 8);
  // 2 before 3, signature present.
  EXPECT_EQ(apply(bodyOf(wrongPsid)), 3);
  // 2 before 4, digest.
  Bytes digest = bodyOf(wrongPsid);
  append(digest, digestTlv(viewOf("other bytes")));
  append(digest, signatureTlvs(ownerUuid, Bytes(signatureSize)));
  EXPECT_EQ(apply(digest), 3);
  // 3 before 4: the digest in an unsigned file is not checked.
  Bytes unsignedFile = bodyOf({});
  append(unsignedFile, digestTlv(viewOf("other bytes")));
  EXPECT_EQ(apply(unsignedFile), 6);
  // 4 before 5, key.
  Bytes unknownKey = unsignedFile;
  append(unknownKey, signatureTlvs(otherUuid, Bytes(signatureSize)));
  EXPECT_EQ(apply(unknownKey), 2);
  // 5 before 6, signature.
  Bytes file = bodyOf({});
  append(file, signatureTlvs(otherUuid, Bytes(signatureSize)));
  EXPECT_EQ(apply(file), 4);
  // 6 before 7, key TLVs, and 8.
  std::vector<Tlv> tlvs = tlvsOf({.newKey = &ownerKey});
  tlvs.pop_back();
  EXPECT_EQ(apply(signFile(tlvs, ownerKey, vendorKeyUuid)), 5);
  EXPECT_EQ(apply(signFile(tlvs, vendor, vendorKeyUuid)), 8);
}

TEST_F(CheckOrderTest, Container) {
  const Bytes leaf = known("leaf.der");
  CertificateContainer content = addition(leaf, 0);
  content.keyUuid = otherUuid;
  content.isForDpa = false;
  // 2, signature present, before 3, metadata.
  EXPECT_EQ(upload(makeContainer(content)), 6);
  // 3 before 4, key.
  EXPECT_EQ(upload(signContainer(content, vendor)), 0x1C);
  // 4 before 5, signature.
  content = addition(leaf);
  content.keyUuid = otherUuid;
  EXPECT_EQ(upload(signContainer(content, vendor)), 4);
  content.keyUuid = vendorKeyUuid;
  EXPECT_EQ(upload(signContainer(content, ownerKey)), 7);
  // 5 before 6, certificate.
  content.keyUuid = ownerUuid;
  EXPECT_EQ(upload(signContainer(content, vendor)), 0x1B);
  EXPECT_EQ(upload(signContainer(content, ownerKey)), 0x1A);
  // 1, firmware, before all.
  identity.firmwareVersion = "32.37.1306";
  EXPECT_EQ(upload(viewOf("nothing")), 3);
}

TEST_F(CheckOrderTest, Program) {
  const std::vector<Certificate> roots;
  const auto check = [&](const Bytes &data) {
    const auto refused = checkProgram({known("leaf.der"), data, {}}, &roots);
    return refused ? std::string(nameOf(refused->reason)) : "accepted";
  };
  Bytes data(0x40 + 0xA0 + signatureSize + 12);
  data[3] = std::byte(1); // version 1
  Bytes odd = data;
  odd.push_back(std::byte(0));
  EXPECT_EQ(check(odd), "AUTH_BAD_SIZE");
  Bytes many = data;
  many[0x4B] = std::byte(1); // a segment more than there is room for
  EXPECT_EQ(check(many), "AUTH_BAD_SIZE");
  data.resize(data.size() + 4);
  EXPECT_EQ(check(data), "AUTH_BAD_METADATA");
  data[3] = std::byte(0);
  data[0x3F] = std::byte(2);
  EXPECT_EQ(check(data), "AUTH_BAD_HASHLIST");
  const ByteView magic = viewOf("HASHLIST");
  std::ranges::copy(magic, data.begin() + 0x40);
  EXPECT_EQ(check(data), "AUTH_BAD_CHAIN_HEADER");
}

} // namespace

} // namespace dpa::auth::test
