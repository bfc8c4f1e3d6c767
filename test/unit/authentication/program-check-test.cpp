// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a device accepts as a signed program, and every change of one byte that it
// refuses.
// PROVES: R-VRFY-01 R-VRFY-02 R-CHAIN-02 R-CHAIN-03 R-CHAIN-04 R-AUTH-06
// PROVES: R-AUTH-07 R-AUTH-08 R-CDS-03 R-HASH-03 R-HASH-04
#include "authentication/big-endian.h"
#include "authentication/certificate-chain.h"
#include "authentication/crypto-data.h"
#include "authentication/program-check.h"
#include "test/unit/authentication/made-certificate.h"
#include "test/unit/authentication/made-files.h"

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
  Bytes many = elf;
  header = reinterpret_cast<Elf64_Ehdr *>(many.data());
  header->e_shoff = many.size();
  header->e_shnum = 257;
  many.resize(many.size() + 257 * sizeof(Elf64_Shdr));
  auto *sections = reinterpret_cast<Elf64_Shdr *>(many.data() + elf.size());
  for (size_t i = 1; i <= 255; ++i)
    sections[i].sh_type = SHT_PROGBITS;
  EXPECT_TRUE(makeHashList(many, HashListForm::Long, std::nullopt));
  sections[256].sh_type = SHT_PROGBITS;
  EXPECT_FALSE(makeHashList(many, HashListForm::Long, std::nullopt));
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

TEST_F(ChainOrderTest, RootBelow) {
  makeAuthorities(1);
  EXPECT_EQ(checkChain({made[1], made[0]}), "AUTH_BAD_CHAIN");
}

/// Wrong headers of chains, each with a correct CRC.
class ChainHeaderTest : public ProgramCheckTest {
protected:
  struct Header {
    uint32_t type = 1;
    size_t count = 2;
    size_t length = 0; ///< 0: that of the certificates
    uint32_t crcChange = 0;
    Bytes padding = {};
  };

  std::string checkChain(ByteView certificates, const Header &header) {
    const size_t length =
        header.length != 0 ? header.length : 12 + certificates.size();
    const uint32_t first = 0xFF000000 | uint32_t(length) << 8 |
                           uint32_t(header.count) << 4 | header.type;
    Bytes chain;
    appendWord(chain, first);
    appendWord(chain, 0xFFFFFFFF);
    appendWord(chain,
               0xFFFF0000 | (chainCrc(first, 0xFFFFFFFF) ^ header.crcChange));
    append(chain, certificates);
    append(chain, header.padding);
    const Result<Bytes> input =
        makeSigningInput(elf, HashListForm::Long, std::nullopt);
    return check(elf, *makeCryptoData(*input, *leaf.sign(*input), chain));
  }

  Bytes good = known("chain.der");
};

TEST_F(ChainHeaderTest, Fields) {
  EXPECT_EQ(checkChain(good, {}), "accepted");
  for (const uint32_t type : {0u, 2u, 15u})
    EXPECT_EQ(checkChain(good, {.type = type}), "AUTH_BAD_CHAIN_HEADER");
  for (const size_t count : {0u, 5u, 15u})
    EXPECT_EQ(checkChain(good, {.count = count}), "AUTH_BAD_CHAIN_HEADER");
  for (const size_t count : {1u, 3u, 4u})
    EXPECT_EQ(checkChain(good, {.count = count}), "AUTH_BAD_CERT");
  EXPECT_EQ(checkChain(good, {.crcChange = 1}), "AUTH_BAD_CHAIN_HEADER");
  EXPECT_EQ(checkChain(good, {.crcChange = 0x8000}), "AUTH_BAD_CHAIN_HEADER");
}

TEST_F(ChainHeaderTest, Length) {
  const size_t size = 12 + good.size();
  for (const size_t length : {size_t{12}, size - 4, size + 1, size + 4})
    EXPECT_EQ(checkChain(good, {.length = length}), "AUTH_BAD_CHAIN_HEADER")
        << length;
  EXPECT_EQ(checkChain(good, {.length = size - 1}), "AUTH_BAD_CHAIN_HEADER");
  EXPECT_EQ(checkChain(good, {.padding = Bytes(4, std::byte(0xFF))}),
            "AUTH_BAD_CHAIN_HEADER");
  // Bytes behind the chain, which the length includes or does not include.
  Bytes longer = good;
  longer.push_back(std::byte(0xFF));
  EXPECT_EQ(checkChain(longer, {}), "AUTH_BAD_CERT");
  longer.back() = std::byte(0);
  EXPECT_EQ(checkChain(longer, {.length = size}), "AUTH_BAD_CHAIN_HEADER");
}

TEST_F(ChainHeaderTest, CutAndFiveCertificates) {
  // The leaf is missing, and the key of its issuer has not made the signature.
  const Bytes above = known("intermediate.der");
  EXPECT_EQ(checkChain(above, {.count = 1}), "AUTH_BAD_SIGNATURE");
  EXPECT_EQ(checkChain(ByteView(good).first(above.size() + 100), {}),
            "AUTH_BAD_CERT");
  Bytes five;
  for (int i = 0; i < 5; ++i)
    append(five, known("leaf.der"));
  EXPECT_EQ(checkChain(five, {.count = 5}), "AUTH_BAD_CHAIN_HEADER");
  EXPECT_EQ(checkChain(five, {.count = 4}), "AUTH_BAD_CHAIN_HEADER");
}

TEST_F(ProgramCheckTest, RefusesOtherPaddingAndSizes) {
  const Result<Bytes> input =
      makeSigningInput(elf, HashListForm::Long, std::nullopt);
  const Result<Bytes> chain =
      makeChain(known("chain.der"), 2, ChainCrc::Documented);
  const Bytes pss = *makeCryptoData(*input, pssSignature(leaf, *input), *chain);
  EXPECT_EQ(check(elf, pss), "AUTH_BAD_SIGNATURE");
  for (const size_t size : {1u, 2u, 4u, 64u, 65536u, 65537u, 65540u}) {
    const std::string reason = check(elf, Bytes(size));
    EXPECT_EQ(reason, size == 65536 ? "AUTH_BAD_METADATA" : "AUTH_BAD_SIZE")
        << size;
  }
}

TEST_F(ProgramCheckTest, RefusesTheSignatureOfAnotherProgram) {
  Bytes other = elf;
  other[72] ^= std::byte(1); // a program header
  EXPECT_EQ(check(other, signWith(elf, HashListForm::Long)),
            "AUTH_HASH_MISMATCH");
  EXPECT_EQ(check(elf, signWith(other, HashListForm::Short)),
            "AUTH_HASH_MISMATCH");
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
