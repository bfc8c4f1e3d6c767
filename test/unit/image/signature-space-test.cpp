// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading the space for signatures.
#include "image/fat-container.h"
#include "image/model-id.h"
#include "image/signature-space.h"
#include "test/unit/image/test-elf.h"

#include <gtest/gtest.h>

using namespace dpa;
using namespace dpa::image;
using namespace dpa::test;

TEST(SignatureSpace, SlotsAreUnsignedAndHaveRoom) {
  const uint32_t models[] = {2, 3};
  const Bytes section = *makeSignatureSpace(models);
  const auto slots = readSignatureSpace(section);
  ASSERT_EQ(slots->size(), 2u);
  EXPECT_EQ((*slots)[1].model, 3u);
  EXPECT_EQ((*slots)[1].capacity, signatureCapacity);
  EXPECT_EQ((*slots)[1].used, 0u);
  EXPECT_EQ((*slots)[1].offset, 24u + 2 * 32 + signatureMemberSize);
}

TEST(SignatureSpace, ReadsAUsedSlot) {
  const uint32_t models[] = {2};
  Bytes section = *makeSignatureSpace(models);
  section[24 + 32] = std::byte{77};
  EXPECT_EQ(readSignatureSpace(section)->front().used, 77u);
  section[24 + 32 + 4] = std::byte{1};
  EXPECT_EQ(readSignatureSpace(section).error().message,
            "signature for nv-dpa-bf3 is longer than its slot (expected at "
            "most 65536 bytes, got 4294967373)");
}

TEST(SignatureSpace, ABareSectionIsOneSlotForAnyModel) {
  const Bytes section(4096 + 8);
  const auto slots = readSignatureSpace(section);
  ASSERT_EQ(slots->size(), 1u);
  EXPECT_EQ((*slots)[0].model, unknownModel);
  EXPECT_EQ((*slots)[0].offset, 0u);
  EXPECT_EQ((*slots)[0].capacity, 4096u);
}

TEST(SignatureSpace, RejectsASlotWithoutALength) {
  EXPECT_EQ(readSignatureSpace(Bytes(7)).error().message,
            "signature slot for unknown is too small (expected at least 8 "
            "bytes, got 7)");
}
