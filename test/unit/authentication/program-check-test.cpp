// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a device accepts as a signed program, and every change of one byte that it
// refuses.
// PROVES: R-VRFY-01 R-VRFY-02 R-CHAIN-02 R-CHAIN-03 R-CHAIN-04 R-AUTH-06
// PROVES: R-AUTH-07 R-AUTH-08 R-CDS-03 R-HASH-03 R-HASH-04
#include "authentication/certificate-chain.h"
#include "authentication/crypto-data.h"
#include "authentication/program-check.h"
#include "test/unit/authentication/known-files.h"
#include "test/unit/authentication/made-certificate.h"

#include <cstring>
#include <elf.h>

namespace dpa::auth::test {

namespace {

/// A device ELF of a header and two program and two section headers.
Bytes smallElf() {
  struct {
    Elf64_Ehdr header;
    Elf64_Phdr segments[2];
    Elf64_Shdr sections[3];
  } file{};
  std::memcpy(file.header.e_ident, ELFMAG, SELFMAG);
  file.header.e_ident[EI_CLASS] = ELFCLASS64;
  file.header.e_ident[EI_DATA] = ELFDATA2LSB;
  file.header.e_phoff = offsetof(decltype(file), segments);
  file.header.e_phentsize = sizeof(Elf64_Phdr);
  file.header.e_phnum = 2;
  file.header.e_shoff = offsetof(decltype(file), sections);
  file.header.e_shentsize = sizeof(Elf64_Shdr);
  file.header.e_shnum = 3;
  file.segments[0].p_type = PT_LOAD;
  file.segments[0].p_filesz = 64;
  file.sections[1].sh_type = SHT_PROGBITS;
  file.sections[1].sh_size = 16;
  file.sections[2].sh_type = SHT_NOBITS;
  file.sections[2].sh_size = 4096;
  const ByteView view = std::as_bytes(std::span(&file, 1));
  return Bytes(view.begin(), view.end());
}

class ProgramCheckTest : public testing::Test {
protected:
  Bytes signWith(const Bytes &file, HashListForm form,
                 std::optional<ByteView> attributes = std::nullopt,
                 ChainCrc crc = ChainCrc::Documented) {
    const Result<Bytes> input = makeSigningInput(file, form, attributes);
    EXPECT_TRUE(input);
    const Result<Bytes> chain = makeChain(known("chain.der"), 2, crc);
    EXPECT_TRUE(chain);
    const Result<Bytes> data =
        makeCryptoData(*input, *leaf.sign(*input), *chain);
    EXPECT_TRUE(data);
    return *data;
  }

  std::string check(ByteView file, ByteView data,
                    std::optional<ByteView> attributes = std::nullopt) {
    const auto refused = checkProgram({file, data, attributes}, &roots);
    return refused ? std::string(nameOf(refused->reason)) : "accepted";
  }

  PrivateKey leaf = keyOf("leaf");
  std::vector<Certificate> roots{*Certificate::read(known("root.der"))};
  Bytes elf = smallElf();
};

TEST_F(ProgramCheckTest, AcceptsBothFormsAndBothCrcs) {
  for (const HashListForm form : {HashListForm::Long, HashListForm::Short})
    for (const ChainCrc crc : {ChainCrc::Documented, ChainCrc::Mft})
      EXPECT_EQ(check(elf, signWith(elf, form, std::nullopt, crc)), "accepted");
}

TEST_F(ProgramCheckTest, RefusesEveryChangeOfCryptoData) {
  for (const HashListForm form : {HashListForm::Long, HashListForm::Short}) {
    // An even number of certificates' bytes leaves no padding; both are tried.
    tamper(signWith(elf, form),
           [&](const Bytes &data, const std::string &what) {
             EXPECT_NE(check(elf, data), "accepted") << what;
           });
  }
}

TEST_F(ProgramCheckTest, RefusesEveryChangeOfTheFile) {
  const Bytes data = signWith(elf, HashListForm::Long);
  tamper(elf, [&](const Bytes &changed, const std::string &what) {
    EXPECT_EQ(check(changed, data), "AUTH_HASH_MISMATCH") << what;
  });
}

TEST_F(ProgramCheckTest, AttributesAreSignedOrAbsent) {
  const Bytes attributes(20, std::byte(7));
  const Bytes other(20, std::byte(8));
  const Bytes with = signWith(elf, HashListForm::Short, attributes);
  const Bytes without = signWith(elf, HashListForm::Short);
  EXPECT_EQ(check(elf, with, attributes), "accepted");
  EXPECT_EQ(check(elf, with, other), "AUTH_BAD_MANIFEST");
  EXPECT_EQ(check(elf, with), "AUTH_BAD_MANIFEST");
  EXPECT_EQ(check(elf, without, attributes), "AUTH_BAD_MANIFEST");
  EXPECT_FALSE(makeSigningInput(elf, HashListForm::Long, attributes));
}

TEST_F(ProgramCheckTest, RefusesOtherKeysRootsAndPrograms) {
  const Bytes data = signWith(elf, HashListForm::Long);
  EXPECT_EQ(check(elf, {}), "AUTH_UNSIGNED");
  Bytes other = elf;
  other.push_back(std::byte(0));
  EXPECT_EQ(check(other, data), "AUTH_HASH_MISMATCH");
  leaf = keyOf("owner");
  EXPECT_EQ(check(elf, signWith(elf, HashListForm::Long)),
            "AUTH_BAD_SIGNATURE");
  roots.clear();
  EXPECT_EQ(check(elf, data), "AUTH_UNKNOWN_ROOT");
}

TEST_F(ProgramCheckTest, RefusesOtherSignatureTypes) {
  for (const unsigned type : {0u, 1u, 3u}) {
    Bytes data = signWith(elf, HashListForm::Long);
    data[0x3F] = std::byte(type);
    EXPECT_EQ(check(elf, data), "AUTH_BAD_METADATA");
  }
}

TEST_F(ProgramCheckTest, RefusesMoreThan255Parts) {
  Bytes large = elf;
  auto *header = reinterpret_cast<Elf64_Ehdr *>(large.data());
  header->e_phoff = large.size();
  header->e_phnum = 256;
  large.resize(large.size() + 256 * sizeof(Elf64_Phdr));
  const Result<Bytes> list =
      makeHashList(large, HashListForm::Long, std::nullopt);
  ASSERT_FALSE(list);
  EXPECT_NE(list.error().message.find("255"), std::string::npos);
}

/// Chains of certificates with short names, so that four fit.
class ChainOrderTest : public ProgramCheckTest {
protected:
  /// `count` certificates below a new root, all with the key of the leaf.
  void makeAuthorities(size_t count) {
    made.clear();
    for (size_t i = 0; i <= count; ++i)
      made.push_back(makeCertificate(
          {.subject = std::string(1, char('a' + i)),
           .issuer = std::string(1, char(i == 0 ? 'a' : 'a' + i - 1)),
           .isAuthority = i < count || count == 0},
          leaf, leaf));
    roots = {*Certificate::read(made[0])};
  }

  std::string checkChain(const std::vector<Bytes> &certificates) {
    Bytes der;
    for (const Bytes &each : certificates)
      append(der, each);
    const Result<Bytes> chain =
        makeChain(der, certificates.size(), ChainCrc::Documented);
    if (!chain)
      return "not made";
    const Result<Bytes> input =
        makeSigningInput(elf, HashListForm::Long, std::nullopt);
    return check(elf, *makeCryptoData(*input, *leaf.sign(*input), *chain));
  }

  std::vector<Bytes> made;
};

TEST_F(ChainOrderTest, WithAndWithoutRoot) {
  makeAuthorities(1);
  EXPECT_EQ(checkChain({made[0], made[1]}), "accepted");
  EXPECT_EQ(checkChain({made[1]}), "accepted");
  makeAuthorities(2);
  EXPECT_EQ(checkChain({made[0], made[1], made[2]}), "accepted");
  EXPECT_EQ(checkChain({made[1], made[2]}), "accepted");
  EXPECT_EQ(checkChain({made[2], made[1]}), "AUTH_UNKNOWN_ROOT");
  EXPECT_EQ(checkChain({made[0], made[2]}), "AUTH_BAD_CHAIN");
  EXPECT_EQ(checkChain({made[2]}), "AUTH_UNKNOWN_ROOT");
}

TEST_F(ChainOrderTest, AtMostFourWithTheRoot) {
  makeAuthorities(3);
  EXPECT_EQ(checkChain({made[1], made[2], made[3]}), "accepted");
  makeAuthorities(4);
  EXPECT_EQ(checkChain({made[1], made[2], made[3], made[4]}), "not made");
}

TEST_F(ChainOrderTest, IssuersAreAuthorities) {
  made = {makeCertificate({.subject = "a", .issuer = "a", .isAuthority = true},
                          leaf, leaf),
          makeCertificate({.subject = "b", .issuer = "a"}, leaf, leaf),
          makeCertificate({.subject = "c", .issuer = "b"}, leaf, leaf)};
  roots = {*Certificate::read(made[0])};
  EXPECT_EQ(checkChain({made[1]}), "accepted");
  EXPECT_EQ(checkChain({made[1], made[2]}), "AUTH_BAD_CHAIN");
}

TEST(CertificateTest, RefusesWhatBreaksTheRules) {
  const PrivateKey key = keyOf("leaf");
  const auto problem = [&](const CertificateShape &shape) {
    const Result<Certificate> read =
        Certificate::read(makeCertificate(shape, key, key));
    return read ? std::string("accepted") : read.error().message;
  };
  const auto has = [&](const CertificateShape &shape, const char *text) {
    EXPECT_NE(problem(shape).find(text), std::string::npos) << problem(shape);
  };
  EXPECT_EQ(problem({}), "accepted");
  EXPECT_EQ(problem({.digest = "SHA512"}), "accepted");
  has({.version = 0}, "version 1");
  has({.digest = "SHA1"}, "expected sha256WithRSAEncryption");
  has({.digest = "SHA384"}, "expected sha256WithRSAEncryption");
  has({.padding = 600}, "too large");
  has({.keyBits = 2048}, "2048 bits");
  EXPECT_FALSE(Certificate::read({}));
}

} // namespace

} // namespace dpa::auth::test
