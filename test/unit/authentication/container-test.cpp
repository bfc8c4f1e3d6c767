// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Containers that a device accepts or refuses, with the code; every change of one
// byte is refused.
// PROVES: R-CERT-04 R-CERT-06 R-CERT-07 R-CERT-08 R-AUTH-04 R-AUTH-05
#include "emulator/authentication/apply-container.h"
#include "test/unit/authentication/made-certificate.h"
#include "test/unit/authentication/made-files.h"

namespace dpa::auth::test {

namespace {

class ContainerTest : public testing::Test {
protected:
  /// The code of the refusal; 0: accepted.
  int upload(ByteView bytes) {
    RootChange change;
    const auto refusal = checkContainer(bytes, {identity, vendor.publicKey()},
                                        owner, roots, change);
    if (refusal)
      return static_cast<int>(refusal->code);
    if (change.removesAll)
      roots.clear();
    if (change.removed)
      std::erase_if(roots, [&](const Root &root) {
        return root.uuid == *change.removed;
      });
    if (change.added)
      roots.push_back(*change.added);
    return 0;
  }

  DeviceIdentity identity;
  PrivateKey vendor = keyOf("vendor");
  PrivateKey ownerKey = keyOf("owner");
  std::optional<Owner> owner = Owner{ownerUuid, ownerKey.publicKey()};
  std::vector<Root> roots;
  Bytes root = known("root.der");
};

TEST_F(ContainerTest, AddsAndRemoves) {
  EXPECT_EQ(upload(known("container-remove.signed")), 0x1F);
  EXPECT_EQ(upload(known("container-add.signed")), 0);
  EXPECT_EQ(upload(known("container-add.signed")), 0x25);
  EXPECT_EQ(roots.size(), 1u);
  EXPECT_EQ(upload(known("container-remove.signed")), 0);
  EXPECT_TRUE(roots.empty());
  EXPECT_EQ(upload(known("container-add.signed")), 0);
  EXPECT_EQ(upload(signContainer(addition(root), ownerKey)), 0);
  EXPECT_EQ(upload(known("container-remove-all.signed")), 0);
  EXPECT_TRUE(roots.empty());
}

TEST_F(ContainerTest, ManualSignatureIsTheSameFile) {
  Bytes byHand = known("container-add");
  const Result<Bytes> named = nameContainer(byHand, ownerUuid, rootUuid, false);
  ASSERT_TRUE(named);
  byHand = *named;
  const Result<Bytes> signature = ownerKey.sign(byHand);
  for (const unsigned each :
       {0x90u, 1u, 2u, 0x0Cu, 0x10u, 0u, 0u, 0u, 0u, 0u, 0u, 0u})
    byHand.push_back(std::byte(each));
  append(byHand, *signature);
  EXPECT_EQ(byHand, known("container-add.signed"));
}

TEST_F(ContainerTest, RefusesEveryChange) {
  for (const char *name :
       {"container-add.signed", "container-remove-all.signed"})
    tamper(known(name), [&](const Bytes &changed, const std::string &what) {
      EXPECT_NE(upload(changed), 0) << name << ": " << what;
      EXPECT_TRUE(roots.empty());
    });
}

TEST_F(ContainerTest, SignerAndPriority) {
  CertificateContainer content = addition(root);
  EXPECT_EQ(upload(signContainer(content, vendor)), 0x1B);
  EXPECT_EQ(upload(makeContainer(content)), 6);
  content.keyUuid = rootUuid;
  EXPECT_EQ(upload(signContainer(content, ownerKey)), 4);
  content.keyUuid = vendorKeyUuid;
  EXPECT_EQ(upload(signContainer(content, vendor)), 7);
  content.priority = Priority::Nvidia;
  EXPECT_EQ(upload(signContainer(content, ownerKey)), 0x1B);
  EXPECT_EQ(upload(signContainer(content, vendor)), 0);
  content = addition(root, 2);
  content.priority = Priority::Nvidia;
  EXPECT_EQ(upload(signContainer(content, ownerKey)), 7);
  content.isVendorSigned = true;
  content.priority = Priority::Oem;
  content.keyUuid = vendorKeyUuid;
  EXPECT_EQ(upload(signContainer(content, vendor)), 0);
  // The owner decides what is trusted: all roots, the vendor's, too.
  EXPECT_EQ(upload(known("container-remove-all.signed")), 0);
  EXPECT_TRUE(roots.empty());
  content = addition(root, 3);
  content.priority = Priority::User;
  EXPECT_EQ(upload(signContainer(content, ownerKey)), 0);
  owner.reset();
  EXPECT_EQ(upload(signContainer(addition(root, 4), ownerKey)), 4);
}

TEST_F(ContainerTest, CertificateAndMetadata) {
  const PrivateKey key = keyOf("root");
  const auto with = [&](const CertificateShape &shape) {
    return makeCertificate(shape, key, key);
  };
  const Bytes bad[] = {known("leaf.der"),
                       known("intermediate.der"),
                       with({}), // no authority
                       with({.isAuthority = true, .version = 0}),
                       with({.isAuthority = true, .digest = "SHA1"}),
                       with({.isAuthority = true, .padding = 600}),
                       with({.isAuthority = true, .keyBits = 2048}),
                       with({.issuer = "b", .isAuthority = true})};
  for (const Bytes &each : bad)
    EXPECT_EQ(upload(signContainer(addition(each), ownerKey)), 0x1A);
  EXPECT_EQ(
      upload(signContainer(addition(with({.isAuthority = true})), ownerKey)),
      0);
  CertificateContainer content = addition(root, 9);
  content.isForDpa = false;
  EXPECT_EQ(upload(signContainer(content, ownerKey)), 0x1C);
  EXPECT_EQ(upload(signContainer(addition(root, 0), ownerKey)), 0x1C);
}

TEST_F(ContainerTest, EightRoots) {
  for (unsigned number = 1; number <= 8; ++number)
    EXPECT_EQ(upload(signContainer(addition(root, number), ownerKey)), 0);
  EXPECT_EQ(upload(signContainer(addition(root, 9), ownerKey)), 0x1E);
}

TEST_F(ContainerTest, OldFirmware) {
  identity.firmwareVersion = "32.37.1306";
  EXPECT_EQ(upload(known("container-add.signed")), 3);
  identity.firmwareVersion = "32.38.1002";
  EXPECT_EQ(upload(known("container-add.signed")), 0);
}

} // namespace

} // namespace dpa::auth::test
