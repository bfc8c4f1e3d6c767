// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Known answers of the formats.
// PROVES: R-CHAIN-01 R-NVC-07 R-NVC-08
#include "authentication/certificate-chain.h"
#include "authentication/digest.h"
#include "test/unit/authentication/known-files.h"

namespace dpa::auth::test {

TEST(ChainCrcTest, KnownAnswers) {
  EXPECT_EQ(chainCrc(0x0AD00011, 0xFFFFFFFF), 0xB799);
  EXPECT_EQ(chainCrc(0xFF0AD021, 0xFFFFFFFF), 0x2139);
  EXPECT_EQ(chainCrc(0x000AD021, 0), 0xDA2E);
  EXPECT_EQ(chainCrc(0, 0), 0x0948);
}

TEST(ChainTest, TellsByHowMuchItIsTooLong) {
  const Bytes most(4084);
  EXPECT_TRUE(makeChain(most, 3, ChainCrc::Documented));
  const Result<Bytes> longer = makeChain(Bytes(4085), 3, ChainCrc::Documented);
  ASSERT_FALSE(longer);
  EXPECT_NE(longer.error().message.find("chain is 1 bytes too long"),
            std::string::npos);
  EXPECT_FALSE(makeChain(Bytes(5), 5, ChainCrc::Documented));
}

TEST(UuidTest, OnlySixteenBytes) {
  EXPECT_EQ(uuidText(ownerUuid), "11111111-2222-3333-4444-555555555555");
  EXPECT_EQ(parseUuid("11111111-2222-3333-4444-555555555555"), ownerUuid);
  for (const char *text :
       {"", "1111111122223333444455555555555",
        "111111112222333344445555555555555", "1111111122223333444455555555555g",
        "11111111-2222-3333-4444-55555555555 "})
    EXPECT_FALSE(parseUuid(text)) << text;
}

TEST(NvFileTest, BodyIsTheKnownAnswer) {
  const Bytes file = known("enable.conf");
  const ByteView body = ByteView(file).first(104);
  EXPECT_EQ(hexDigits(sha256(body)),
            "1d6836c93f16a15a8acd04ffdc7939c2f7866442ecfaeea8f9ae35297dc4e917");
  const Bytes digest = digestTlv(body);
  EXPECT_TRUE(std::ranges::equal(digest, ByteView(file).subspan(104)));
}

/// The manual steps sign the longer file, with the digest, and have headers of
/// their own.
TEST(NvFileTest, ManualSignatureIsRead) {
  const Bytes file = known("enable.conf");
  const Result<Bytes> signature = keyOf("owner").sign(file);
  ASSERT_TRUE(signature);
  Bytes byHand = file;
  for (const unsigned part : {0u, 1u}) {
    for (const unsigned each :
         {0x03u, 0u, 0x01u, 0x20u, 0x06u, 0u, 0u, 0x0Bu + part, 0u, 0u, 0u, 0u})
      byHand.push_back(std::byte(each));
    byHand.insert(byHand.end(), 16, std::byte(0x77));
    append(byHand, ByteView(ownerUuid.bytes));
    append(byHand, ByteView(*signature).subspan(256 * part, 256));
  }
  NvFile read;
  auto refusal = readNvFile(byHand, read);
  if (!refusal)
    refusal = takeSignature(read);
  ASSERT_FALSE(refusal) << refusalText(*refusal);
  EXPECT_EQ(read.keyUuid, ownerUuid);
  EXPECT_EQ(read.signature, *signature);
  EXPECT_EQ(read.signedBytes.size(), file.size());
  EXPECT_EQ(read.tlvs.size(), 3u);
}

} // namespace dpa::auth::test
