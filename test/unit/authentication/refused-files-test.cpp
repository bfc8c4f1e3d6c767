// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that a device with a state directory rejects: the code of each, and that the
// files of the directory do not change.
// PROVES: R-CERT-08 R-OWN-07 R-AUTH-08
#include "test/unit/authentication/made-certificate.h"
#include "test/unit/authentication/made-files.h"
#include "test/unit/authentication/store-fixture.h"

namespace dpa::auth::test {

namespace {

constexpr size_t signatureTlvsSize = 2 * (12 + 288);

class RefusedFilesTest : public StoreFixture {
protected:
  void SetUp() override {
    StoreFixture::SetUp();
    claim();
  }

  static int codeOf(const Result<std::optional<Refusal>> &result) {
    EXPECT_TRUE(result) << result.error().message;
    return result && *result ? static_cast<int>((*result)->code) : 0;
  }
  int upload(ByteView bytes) { return codeOf(open().upload(bytes)); }
  int apply(ByteView bytes) { return codeOf(open().apply(bytes)); }

  void refuseContainer(ByteView bytes, int code, const char *what) {
    const auto before = snapshot();
    EXPECT_EQ(upload(bytes), code) << what;
    EXPECT_EQ(snapshot(), before) << what;
  }
  void refuseFile(ByteView bytes, int code, const char *what) {
    const auto before = snapshot();
    EXPECT_EQ(apply(bytes), code) << what;
    EXPECT_EQ(snapshot(), before) << what;
  }

  /// The file up to its signature.
  static Bytes unsignedPart(ByteView file, size_t size) {
    return Bytes(file.begin(), file.end() - ptrdiff_t(size));
  }

  PrivateKey ownerKey = keyOf("owner");
  PrivateKey stranger = keyOf("intermediate");
  Bytes root = known("root.der");
};

TEST_F(RefusedFilesTest, EveryChangeOfAContainer) {
  for (const char *name : {"container-add.signed", "container-remove.signed",
                           "container-remove-all.signed"}) {
    const auto before = snapshot();
    const DeviceStore store = open();
    tamper(known(name), [&](const Bytes &changed, const std::string &what) {
      EXPECT_NE(codeOf(store.upload(changed)), 0) << name << ": " << what;
    });
    EXPECT_EQ(snapshot(), before);
  }
}

TEST_F(RefusedFilesTest, EveryChangeOfAConfigurationFile) {
  const auto before = snapshot();
  const DeviceStore store = open();
  tamper(known("enable.conf.signed"),
         [&](const Bytes &changed, const std::string &what) {
           EXPECT_NE(codeOf(store.apply(changed)), 0) << what;
         });
  EXPECT_EQ(snapshot(), before);
  EXPECT_EQ(apply(known("enable.conf.signed")), 0);
}

TEST_F(RefusedFilesTest, SignatureOfAContainer) {
  const Bytes good = known("container-add.signed");
  const CertificateContainer content = addition(root);
  Bytes pss = makeContainer(content);
  append(pss, containerSignature(content, pssSignature(ownerKey, pss)));
  refuseContainer(pss, 0x1B, "padding PSS");
  refuseContainer(signContainer(content, stranger), 0x1B, "other key");
  Bytes half = makeContainer(content);
  append(half, containerSignature(content, Bytes(256)));
  refuseContainer(half, 6, "signature of 256 bytes");
  refuseContainer(unsignedPart(good, containerSignatureSize), 6, "unsigned");
  CertificateContainer swapped = *readContainer(good);
  std::swap(swapped.keyUuid, swapped.certificateUuid);
  refuseContainer(signContainer(swapped, ownerKey), 4, "UUIDs swapped");
  // A container with the signature of another certificate.
  Bytes other = makeContainer(addition(makeCertificate(
      {.issuer = "a", .isAuthority = true}, stranger, stranger)));
  append(other, ByteView(good).last(containerSignatureSize));
  refuseContainer(other, 0x1B, "certificate of another container");
}

TEST_F(RefusedFilesTest, HeadersOfAContainer) {
  const Bytes good = known("container-add.signed");
  const size_t metadata = 16;
  const size_t certificate = metadata + 48;
  const size_t signature = good.size() - containerSignatureSize;
  const auto withNvidia = [&](std::initializer_list<size_t> headers) {
    Bytes changed = good;
    for (const size_t at : headers) {
      EXPECT_EQ(changed[at], std::byte(0x90));
      changed[at] = std::byte(0xB0);
    }
    return changed;
  };
  refuseContainer(withNvidia({metadata}), 0x1C, "priority of the metadata");
  refuseContainer(withNvidia({certificate}), 0x1C, "of the certificate");
  refuseContainer(withNvidia({signature}), 0x1C, "of the signature");
  refuseContainer(withNvidia({metadata, signature}), 7, "vendor-signed");
  refuseContainer(withNvidia({metadata, certificate, signature}), 7, "all");
  Bytes changed = good;
  changed[metadata + 1] = std::byte(5);
  refuseContainer(changed, 8, "metadata as removal");
  Bytes removal = known("container-remove.signed");
  removal[17] = std::byte(2);
  refuseContainer(removal, 8, "removal as metadata");
  refuseContainer(known("container-remove.signed"), 0x1F, "unknown UUID");
  ASSERT_EQ(upload(good), 0);
  refuseContainer(good, 0x25, "the same UUID again");
}

TEST_F(RefusedFilesTest, CertificateOfAContainer) {
  const PrivateKey key = keyOf("root");
  const auto refuseRoot = [&](CertificateShape shape, const char *what) {
    refuseContainer(
        signContainer(addition(makeCertificate(shape, key, key)), ownerKey),
        0x1A, what);
  };
  refuseRoot({.isAuthority = true, .keyBits = 2048}, "2048 bits");
  refuseRoot({.isAuthority = true, .version = 0}, "version 1");
  refuseRoot({.isAuthority = true, .digest = "SHA1"}, "SHA-1");
  refuseRoot({.issuer = "b", .isAuthority = true}, "other issuer");
  refuseRoot({}, "no authority");
  // The longest certificate has 1791 bytes.
  const auto ofSize = [&](size_t size) {
    CertificateShape shape = {.isAuthority = true, .padding = 300};
    const size_t padded = makeCertificate(shape, key, key).size();
    shape.padding = 300 + size - padded;
    return makeCertificate(shape, key, key);
  };
  ASSERT_EQ(ofSize(1792).size(), 1792u);
  refuseContainer(signContainer(addition(ofSize(1792)), ownerKey), 0x1A,
                  "1792 bytes");
  EXPECT_EQ(upload(signContainer(addition(ofSize(1791)), ownerKey)), 0);
  // Issuer and subject are equal, but another key has signed it.
  const Bytes forged = makeCertificate({.isAuthority = true}, key, stranger);
  refuseContainer(signContainer(addition(forged, 2), ownerKey), 0x1A,
                  "not self-signed");
}

TEST_F(RefusedFilesTest, SignatureOfAConfigurationFile) {
  const Bytes good = signFile(tlvsOf({.isOn = true}), ownerKey, ownerUuid);
  const Bytes other = signFile(tlvsOf({.isOn = false}), ownerKey, ownerUuid);
  const Bytes body = unsignedPart(good, signatureTlvsSize);
  const ByteView tail = ByteView(good).last(signatureTlvsSize);
  const ByteView otherTail = ByteView(other).last(signatureTlvsSize);
  const size_t half = signatureTlvsSize / 2;
  const auto join = [](std::initializer_list<ByteView> parts) {
    Bytes joined;
    for (const ByteView &part : parts)
      append(joined, part);
    return joined;
  };
  refuseFile(join({body, tail.subspan(half), tail.first(half)}), 6,
             "halves swapped");
  refuseFile(join({body, tail.first(half), otherTail.subspan(half)}), 5,
             "halves of two signatures");
  refuseFile(join({body, otherTail}), 5, "signature of another file");
  refuseFile(join({body, tail.first(half)}), 6, "one half");
  refuseFile(body, 6, "unsigned");
  refuseFile(join({good, tail}), 8, "signed twice");
  Bytes pss = body;
  append(pss, signatureTlvs(ownerUuid, pssSignature(ownerKey, body)));
  refuseFile(pss, 5, "padding PSS");
  refuseFile(signFile(tlvsOf({.isOn = true}), stranger, ownerUuid), 5,
             "other key");
  refuseFile(signFile(tlvsOf({.isOn = true}), ownerKey, otherUuid), 4,
             "unknown key");
}

TEST_F(RefusedFilesTest, TlvsOfAConfigurationFile) {
  const Bytes good = signFile(tlvsOf({.isOn = true}), ownerKey, ownerUuid);
  const Tlv comment = makeTlv(*findKind("file_comment"), Priority::User);
  const auto insertAt = [&](size_t place) {
    Bytes changed(good.begin(), good.begin() + ptrdiff_t(place));
    appendTlv(changed, comment);
    append(changed, ByteView(good).subspan(place));
    return changed;
  };
  refuseFile(insertAt(good.size() - signatureTlvsSize), 5,
             "TLV before the signature");
  refuseFile(insertAt(good.size() - signatureTlvsSize / 2), 6,
             "TLV inside the signature");
  refuseFile(insertAt(good.size()), 6, "TLV behind the signature");
  const auto signWith = [&](std::string_view name) {
    std::vector<Tlv> tlvs = tlvsOf({.isOn = true});
    tlvs.push_back(makeTlv(*findKind(name), Priority::User));
    Bytes file = Bytes(viewOf(nvFileMagic).begin(), viewOf(nvFileMagic).end());
    for (const Tlv &tlv : tlvs)
      appendTlv(file, tlv);
    append(file, signatureTlvs(ownerUuid, *ownerKey.sign(file)));
    return file;
  };
  refuseFile(signWith("nv_file_id_mlnx"), 8, "two id TLVs");
  refuseFile(signWith("nv_file_id_vendor"), 8, "the id TLV twice");
  refuseFile(signWith("file_btc_token_id"), 3, "token");
  Bytes longer = good;
  longer[16 + 2] = std::byte(0x01); // length of the first TLV: 256 and more
  refuseFile(longer, 8, "length beyond the size of the TLV");
  Bytes last = good;
  last[good.size() - 300 + 3] = std::byte(0xFF);
  refuseFile(last, 8, "length beyond the end of the file");
}

TEST_F(RefusedFilesTest, TargetOfAConfigurationFile) {
  refuseFile(signFile(tlvsOf({.isOn = true, .psid = "MT_0000000912"}), ownerKey,
                      ownerUuid),
             3, "other PSID");
  refuseFile(signFile(tlvsOf({.newKey = &stranger, .newUuid = otherUuid}),
                      keyOf("vendor"), vendorKeyUuid),
             3, "claim of an owned device");
  ASSERT_EQ(apply(signFile(tlvsOf({.newKey = &stranger, .newUuid = otherUuid}),
                           ownerKey, ownerUuid)),
            0);
  refuseFile(signFile(tlvsOf({.isOn = true}), ownerKey, ownerUuid), 4,
             "owner before");
  refuseContainer(known("container-add.signed"), 4, "owner before");
}

} // namespace

} // namespace dpa::auth::test
