// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The blob of process attributes, and the section that holds one for each image.
#include "image/elf-file.h"
#include "image/embedding.h"
#include "image/fat-container.h"
#include "image/process-attributes.h"
#include "test/unit/image/test-elf.h"

#include <gtest/gtest.h>

using namespace dpa;
using namespace dpa::image;
using namespace dpa::test;

namespace {

constexpr HostTarget x86{EM_X86_64, 0};

Bytes blobOf(std::vector<ProcessAttribute> attributes) {
  return *encodeProcessAttributes(attributes);
}

std::string messageFor(const Bytes &blob) {
  return decodeProcessAttributes(blob).error().message;
}

/// Images out of order, as other tools may write them.
Bytes images() {
  const Bytes image = bytesOf("\x7F"
                              "ELF");
  const FatMember members[] = {{3, MemberKind::Elf, image, 0},
                               {2, MemberKind::Elf, image, 0}};
  return writeFatContainerInOrder(members);
}

} // namespace

TEST(ProcessAttributes, ByteByByte) {
  EXPECT_EQ(blobOf({{3, true}, {1, false}}),
            bytesOf({"DPAPATTR\x01\0\0\0\x02\0\0\0"
                     "\x01\0\0\0\0\0\0\0\x03\0\0\0\x01\0\0\0",
                     32}));
}

TEST(ProcessAttributes, WhatIsWrittenIsReadBack) {
  const auto none = decodeProcessAttributes(blobOf({}));
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
  const auto two = decodeProcessAttributes(blobOf({{2, true}, {1, false}}));
  ASSERT_TRUE(two);
  EXPECT_EQ(*two, (std::vector<ProcessAttribute>{{1, false}, {2, true}}));
}

TEST(ProcessAttributes, FeaturesHaveNames) {
  EXPECT_EQ(nameOfFeature(1), "Programmable_Congestion_Control");
  EXPECT_EQ(nameOfFeature(77), "feature 77");
}

TEST(ProcessAttributes, RejectsOneFeatureTwice) {
  const ProcessAttribute twice[] = {{1, true}, {1, false}};
  EXPECT_EQ(encodeProcessAttributes(twice).error().message,
            "Programmable_Congestion_Control stands twice");
}

TEST(ProcessAttributes, RejectsDamagedBlobs) {
  const Bytes good = blobOf({{1, true}, {3, true}});
  EXPECT_EQ(messageFor(bytesOf("something else!!")),
            "no process attributes (expected the magic DPAPATTR)");
  Bytes version = good;
  version[8] = std::byte{2};
  EXPECT_EQ(messageFor(version),
            "unknown version of process attributes (expected 1, got 2)");
  Bytes longer = good;
  longer.push_back({});
  EXPECT_EQ(messageFor(longer),
            "damaged process attributes: size (expected 32 bytes for 2 rows, "
            "got 33)");
  Bytes value = good;
  value[20] = std::byte{2};
  EXPECT_EQ(messageFor(value),
            "damaged process attributes: value of "
            "Programmable_Congestion_Control (expected 0 or 1, got 2)");
  Bytes order = good;
  order[24] = std::byte{1};
  EXPECT_EQ(messageFor(order), "damaged process attributes: order (expected a "
                               "feature above 1, got 1)");
}

TEST(ProcessAttributes, TheSectionHasOneMemberAnImageInTheirOrder) {
  const Bytes blob = bytesOf("of any kind");
  const auto section = makeAttributeSpace(images(), blob);
  ASSERT_TRUE(section);
  const auto container = readFatContainer(*section);
  ASSERT_EQ(container->members.size(), 2u);
  EXPECT_EQ(container->members[0].kind, MemberKind::Attributes);
  EXPECT_EQ(readU64(container->members[0].payload, 0), 0u);
  EXPECT_EQ(readU64(container->members[0].payload, 8), 11u);
  const auto slots = readAttributeSpace(*section);
  ASSERT_EQ(slots->size(), 2u);
  EXPECT_EQ((*slots)[0].model, 3u);
  EXPECT_EQ((*slots)[1].model, 2u);
  EXPECT_EQ(textOf((*slots)[1].blob), "of any kind");
}

TEST(ProcessAttributes, RejectsABlobOutsideItsMember) {
  Bytes section = *makeAttributeSpace(images(), bytesOf("blob"));
  const uint64_t length = readFatContainer(section)->members[1].offset + 8;
  section[length] = std::byte{5};
  EXPECT_EQ(readAttributeSpace(section).error().message,
            "damaged process attributes: those for nv-dpa-bf3 are not inside "
            "their member (expected at most 20 bytes with a header of 16, got "
            "5)");
  EXPECT_EQ(readAttributeSpace(bytesOf("none")).error().message,
            "not a fat container (expected the magic NVDPAFBF)");
}

TEST(ProcessAttributes, AnAppWithoutAttributesHasNoSection) {
  const Bytes image = bytesOf("\x7F"
                              "ELF");
  const FatMember member[] = {{2, MemberKind::Elf, image, 0}};
  const Bytes container = *writeFatContainer(member);
  const Bytes blob = blobOf({{3, true}});
  const Bytes object = *makeImageObject("my_app", container, x86, blob);
  const auto elf = readElf(object);
  ASSERT_NE(elf->section(".dpa_proc_attr_my_app"), nullptr);
  const auto slots =
      readAttributeSpace(elf->section(".dpa_proc_attr_my_app")->bytes);
  ASSERT_EQ(slots->size(), 1u);
  EXPECT_EQ((*slots)[0].blob.size(), blob.size());
  const Bytes plain = *makeImageObject("my_app", container, x86);
  EXPECT_EQ(readElf(plain)->section(".dpa_proc_attr_my_app"), nullptr);
  EXPECT_NE(makeImageSource("my_app", container, blob)
                ->find("section(\".dpa_proc_attr_my_app\")"),
            std::string::npos);
}
