// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The states of a device: every file that may change owner and settings, and what
// is refused, with the code.
// PROVES: R-OWN-02 R-OWN-05 R-OWN-06 R-OWN-07 R-NVC-04 R-NVC-05 R-XFER-01
// PROVES: R-XFER-02 R-XFER-03 R-XFER-04 R-AUTH-04 R-AUTH-11
#include "test/unit/authentication/made-files.h"

namespace dpa::auth::test {

namespace {

class OwnershipTest : public testing::Test {
protected:
  /// The code of the refusal, after which nothing may have changed; 0: accepted.
  int applyBytes(ByteView file) {
    const NvValues before = values;
    const auto refusal =
        applyNvFile(file, {identity, vendor.publicKey()}, values);
    if (refusal)
      EXPECT_EQ(values, before);
    return refusal ? static_cast<int>(refusal->code) : 0;
  }
  int apply(const FileShape &shape, const PrivateKey &key, const Uuid &uuid) {
    return applyBytes(signFile(tlvsOf(shape), key, uuid));
  }
  int byVendor(const FileShape &shape) {
    return apply(shape, vendor, vendorKeyUuid);
  }
  int byOwner(const FileShape &shape) {
    return apply(shape, ownerKey, ownerUuid);
  }
  int byOther(const FileShape &shape) {
    return apply(shape, otherKey, otherUuid);
  }

  bool isOn() const { return isAuthenticationOn(values); }
  bool isOwnedBy(const PrivateKey &key) const {
    const auto owner = ownerOf(values);
    return owner && *owner && (*owner)->key == key.publicKey();
  }
  bool isOwned() const { return ownerOf(values) && *ownerOf(values); }
  void claim() { ASSERT_EQ(byVendor({.newKey = &ownerKey}), 0); }

  DeviceIdentity identity;
  PrivateKey vendor = keyOf("vendor");
  PrivateKey ownerKey = keyOf("owner");
  PrivateKey otherKey = keyOf("root");
  NvValues values;
};

TEST_F(OwnershipTest, FactoryAcceptsTheVendorOnly) {
  EXPECT_EQ(byOwner({.isOn = true}), 4);
  EXPECT_EQ(byOwner({.newKey = &ownerKey}), 4);
  EXPECT_EQ(byVendor({.isOn = true}), 3);
  EXPECT_FALSE(isOn());
  EXPECT_EQ(byVendor({.newKey = &ownerKey}), 0);
  EXPECT_TRUE(isOwnedBy(ownerKey));
  EXPECT_FALSE(isOn());
}

TEST_F(OwnershipTest, OwnedRefusesClaims) {
  claim();
  EXPECT_EQ(byVendor({.newKey = &otherKey, .newUuid = otherUuid}), 3);
  EXPECT_EQ(byVendor({.keepsSame = false}), 3);
  EXPECT_EQ(byVendor({.isOn = true}), 3);
  EXPECT_EQ(byOther({.newKey = &otherKey, .newUuid = otherUuid}), 4);
  EXPECT_EQ(apply({.isOn = true}, otherKey, ownerUuid), 5);
  EXPECT_EQ(byOwner({.isOn = true, .isOfVendor = true}), 7);
}

TEST_F(OwnershipTest, OnAndOff) {
  claim();
  EXPECT_EQ(byOwner({.isOn = true}), 0);
  EXPECT_TRUE(isOn());
  EXPECT_EQ(byOwner({.isOn = false}), 0);
  EXPECT_FALSE(isOn());
  EXPECT_TRUE(isOwnedBy(ownerKey));
}

TEST_F(OwnershipTest, RemovalSwitchesOffUnlessTheFileSaysOtherwise) {
  claim();
  ASSERT_EQ(byOwner({.isOn = true}), 0);
  ASSERT_EQ(byOwner({.keepsSame = false}), 0);
  EXPECT_FALSE(isOwned());
  EXPECT_FALSE(isOn());
  EXPECT_EQ(byOwner({.isOn = true}), 4);
  claim();
  ASSERT_EQ(byOwner({.keepsSame = false, .isOn = true}), 0);
  EXPECT_FALSE(isOwned());
  EXPECT_TRUE(isOn());
  EXPECT_EQ(byOwner({.isOn = false}), 4);
  EXPECT_EQ(byVendor({.isOn = false}), 3);
  EXPECT_TRUE(isOn());
  claim();
  EXPECT_TRUE(isOn());
  EXPECT_EQ(byOwner({.isOn = false}), 0);
}

TEST_F(OwnershipTest, KeyStaysIfTheFileCarriesIt) {
  claim();
  ASSERT_EQ(byOwner({.keepsSame = false, .newKey = &ownerKey}), 0);
  EXPECT_TRUE(isOwnedBy(ownerKey));
}

TEST_F(OwnershipTest, InternalTransferKeepsSettings) {
  claim();
  ASSERT_EQ(byOwner({.isOn = true}), 0);
  ASSERT_EQ(byOwner({.newKey = &otherKey, .newUuid = otherUuid}), 0);
  EXPECT_TRUE(isOwnedBy(otherKey));
  EXPECT_TRUE(isOn());
  EXPECT_EQ(byOwner({.isOn = false}), 4);
  EXPECT_EQ(byOther({.isOn = false}), 0);
  EXPECT_FALSE(isOn());
}

TEST_F(OwnershipTest, TransferToAnotherFirmDropsSettings) {
  claim();
  ASSERT_EQ(byOwner({.isOn = true}), 0);
  ASSERT_EQ(
      byOwner({.keepsSame = false, .newKey = &otherKey, .newUuid = otherUuid}),
      0);
  EXPECT_TRUE(isOwnedBy(otherKey));
  EXPECT_FALSE(isOn());
  EXPECT_EQ(byOwner({.isOn = true}), 4);
}

TEST_F(OwnershipTest, Target) {
  claim();
  EXPECT_EQ(byOwner({.isOn = true, .psid = "MT_0000000912"}), 3);
  EXPECT_EQ(byOwner({.isOn = true, .psid = "MT_0000000911  "}), 0);
  identity.firmwareVersion = "32.37.1306";
  EXPECT_EQ(byOwner({.isOn = false}), 3);
  EXPECT_EQ(byOwner({}), 0);
}

TEST_F(OwnershipTest, KeyTlvs) {
  const auto claimWith = [&](auto change) {
    std::vector<Tlv> tlvs = tlvsOf({.newKey = &ownerKey});
    change(tlvs);
    return applyBytes(signFile(tlvs, vendor, vendorKeyUuid));
  };
  EXPECT_EQ(claimWith([](auto &tlvs) { tlvs.pop_back(); }), 8);
  EXPECT_EQ(
      claimWith([](auto &tlvs) { setNumber(tlvs[2], "public_key_exp", 3); }),
      8);
  EXPECT_EQ(claimWith([](auto &tlvs) { tlvs[3].data[0] = std::byte(0); }), 8);
  EXPECT_EQ(claimWith([](auto &tlvs) { tlvs[4].data[255] = std::byte(2); }), 8);
  EXPECT_EQ(claimWith([](auto &tlvs) { setBytes(tlvs[2], 16, Bytes(16)); }), 8);
  EXPECT_EQ(byVendor({.newKey = &ownerKey, .isOfVendor = true}), 8);
  EXPECT_EQ(byVendor({.newKey = &ownerKey, .newUuid = vendorKeyUuid}), 8);
}

TEST_F(OwnershipTest, Format) {
  claim();
  const Bytes good = signFile(tlvsOf({.isOn = true}), ownerKey, ownerUuid);
  const size_t signatureAt = good.size() - 600;
  Bytes swapped(good.begin(), good.begin() + ptrdiff_t(signatureAt));
  append(swapped, ByteView(good).subspan(signatureAt + 300));
  append(swapped, ByteView(good).subspan(signatureAt, 300));
  EXPECT_EQ(applyBytes(swapped), 6);
  Bytes behind = good;
  appendTlv(behind,
            makeTlv(*findKind("nv_ls_nv_public_key_0"), Priority::User));
  EXPECT_EQ(applyBytes(behind), 6);
  std::vector<Tlv> twice = tlvsOf({.isOn = true});
  twice.push_back(twice[2]);
  EXPECT_EQ(applyBytes(signFile(twice, ownerKey, ownerUuid)), 8);
  Bytes withDigest(good.begin(), good.begin() + ptrdiff_t(signatureAt));
  append(withDigest, digestTlv(withDigest));
  Bytes unsignedFile = withDigest;
  append(withDigest, signatureTlvs(ownerUuid, *ownerKey.sign(withDigest)));
  EXPECT_EQ(applyBytes(withDigest), 0);
  EXPECT_EQ(applyBytes(unsignedFile), 6);
  unsignedFile[signatureAt + 12 + 32] ^= std::byte(1);
  append(unsignedFile, signatureTlvs(ownerUuid, *ownerKey.sign(unsignedFile)));
  EXPECT_EQ(applyBytes(unsignedFile), 2);
}

/// The signature UUID and the priority in the headers of the signature are free;
/// only together, and without effect.
TEST_F(OwnershipTest, RefusesEveryChange) {
  claim();
  const Bytes good = signFile(tlvsOf({.isOn = true}), ownerKey, ownerUuid);
  tamper(good, [&](const Bytes &changed, const std::string &what) {
    EXPECT_NE(applyBytes(changed), 0) << what;
    EXPECT_FALSE(isOn());
  });
  EXPECT_EQ(applyBytes(good), 0);
}

TEST_F(OwnershipTest, UsersMayOverrideIfTheOwnerSaysSo) {
  claim();
  ASSERT_EQ(byOwner({.isOn = true, .isOverridable = true}), 0);
  Tlv user = makeTlv(*findKind(nv::dpaAuth), Priority::User, true);
  storeValue(values, user);
  EXPECT_FALSE(isOn());
  ASSERT_EQ(byOwner({.isOn = true}), 0);
  EXPECT_TRUE(isOn());
  ASSERT_EQ(byOwner({.isOn = true,
                     .isOverridable = true,
                     .flags = {"erase_lower_priority"}}),
            0);
  EXPECT_TRUE(isOn());
  EXPECT_EQ(values.size(), 5u);
}

TEST_F(OwnershipTest, DisableOverride) {
  claim();
  ASSERT_EQ(byOwner({.isOn = true}), 0);
  EXPECT_EQ(byOwner({.isOn = false, .flags = {"disable_override"}}), 3);
  EXPECT_EQ(byOwner({.isOn = true, .flags = {"disable_override"}}), 0);
  EXPECT_EQ(byOwner({.keepsSame = false, .flags = {"disable_override"}}), 8);
  EXPECT_EQ(byOwner({.flags = {"disable_override", "erase_lower_priority"}}),
            8);
  EXPECT_TRUE(isOn());
}

} // namespace

} // namespace dpa::auth::test
