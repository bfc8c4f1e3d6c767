// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of device programs in host files.
// PROVES: R-CC-22
#include "image/fat-container.h"
#include "image/host-sections.h"
#include "image/model-id.h"
#include "test/unit/image/test-elf.h"

#include <gtest/gtest.h>

using namespace dpa;
using namespace dpa::image;
using namespace dpa::test;

namespace {

const Bytes older = bytesOf("\x7F"
                            "ELF older");
const Bytes newer = bytesOf("\x7F"
                            "ELF newer one");

Bytes twoImages() {
  const FatMember members[] = {{2, MemberKind::Elf, older, 0},
                               {3, MemberKind::Elf, newer, 0}};
  return *writeFatContainer(members);
}

std::string_view contentOf(const Bytes &file, const AppImage &image) {
  return textOf(*slice(file, image.offset, image.size));
}

} // namespace

TEST(HostSections, NamesCarryTheApp) {
  EXPECT_EQ(imageSection("my_app"), ".dpa_bin_my_app");
  EXPECT_EQ(signatureSection("my_app"), ".dpa_sig_my_app");
  EXPECT_EQ(attributeSection("my_app"), ".dpa_proc_attr_my_app");
  EXPECT_EQ(objectSection, ".dpa_obj");
}

TEST(HostSections, ListsAppsWithImagesAndSignatureSection) {
  const Bytes file = makeHostElf({{".text", Bytes(3)},
                                  {".dpa_bin_one", twoImages()},
                                  {".dpa_sig_one", Bytes(8)},
                                  {".dpa_bin_a.b-c", newer}});
  const auto apps = findApps(file);
  ASSERT_TRUE(apps);
  ASSERT_EQ(apps->size(), 2u);
  const App &one = apps->front();
  EXPECT_EQ(one.name, "one");
  EXPECT_EQ(one.member, "");
  EXPECT_EQ(one.imageSection.name, ".dpa_bin_one");
  EXPECT_EQ(one.signatures.name, ".dpa_sig_one");
  EXPECT_EQ(one.signatures.size, 8u);
  EXPECT_EQ(textOf(*slice(file, one.signatures.offset, 8)), textOf(Bytes(8)));
  EXPECT_EQ(one.attributes.name, "");
  ASSERT_EQ(one.images.size(), 2u);
  EXPECT_EQ(one.images[0].model, 2u);
  EXPECT_EQ(contentOf(file, one.images[0]), textOf(older));
  EXPECT_EQ(one.images[1].model, 3u);
  EXPECT_EQ(contentOf(file, one.images[1]), textOf(newer));
  const App &bare = apps->back();
  EXPECT_EQ(bare.name, "a.b-c");
  EXPECT_EQ(bare.signatures.name, "");
  ASSERT_EQ(bare.images.size(), 1u);
  EXPECT_EQ(bare.images[0].model, unknownModel);
  EXPECT_EQ(contentOf(file, bare.images[0]), textOf(newer));
}

TEST(HostSections, LooksIntoArchives) {
  const Bytes file = makeArchive(
      {{"readme.txt", bytesOf("odd")},
       {"hostStubs.o", makeHostElf({{".dpa_bin_one", twoImages()}})}});
  const auto apps = findApps(file);
  ASSERT_TRUE(apps) << apps.error().message;
  ASSERT_EQ(apps->size(), 1u);
  EXPECT_EQ(apps->front().member, "hostStubs.o");
  EXPECT_EQ(contentOf(file, apps->front().images[1]), textOf(newer));
}

TEST(HostSections, OtherMachinesAreFine) {
  TestElf arm;
  arm.type = ET_DYN;
  arm.machine = EM_AARCH64;
  arm.sections = {{".dpa_bin_x", twoImages()}};
  const Bytes file = makeElf(arm);
  const auto apps = findApps(file);
  ASSERT_TRUE(apps);
  EXPECT_EQ(apps->size(), 1u);
}

TEST(HostSections, FilesMayHaveNoApps) {
  const Bytes file = makeHostElf({{".text", Bytes(3)}});
  const auto apps = findApps(file);
  ASSERT_TRUE(apps);
  EXPECT_TRUE(apps->empty());
}

TEST(HostSections, UnknownContentIsAnAppWithoutImages) {
  const Bytes file = makeHostElf({{".dpa_bin_x", bytesOf("zeros")}});
  const auto apps = findApps(file);
  ASSERT_TRUE(apps);
  ASSERT_EQ(apps->size(), 1u);
  EXPECT_TRUE(apps->front().images.empty());
}

TEST(HostSections, NamesTheDamagedSection) {
  Bytes container = twoImages();
  container.resize(30);
  const Bytes file = makeHostElf({{".dpa_bin_x", container}});
  EXPECT_EQ(findApps(file).error().message,
            "section '.dpa_bin_x': truncated fat container (expected 2 "
            "members in a table of 88 bytes, got 30 bytes)");
}

TEST(HostSections, RejectsOtherFiles) {
  EXPECT_EQ(findApps(bytesOf("text")).error().message,
            "neither an ELF file nor an archive");
  EXPECT_NE(findApps(bytesOf("!<thin>\n")).error().message.find("thin"),
            std::string::npos);
}

TEST(ModelId, NamesAndNumbers) {
  EXPECT_EQ(modelOfName("nv-dpa-bf3"), 2u);
  EXPECT_EQ(modelOfName("cx9"), 4u);
  EXPECT_EQ(modelOfName("nv-dpa"), std::nullopt);
  EXPECT_EQ(nameOfModel(1), "nv-dpa-cx7");
  EXPECT_EQ(nameOfModel(0xFFFF), "unknown");
  EXPECT_EQ(nameOfModel(0), "generic");
  EXPECT_EQ(nameOfModel(77), "model 77");
  EXPECT_EQ(shortNameOfModel(3), "cx8");
  EXPECT_EQ(shortNameOfModel(77), "");
  EXPECT_EQ(listOfModels(), "nv-dpa-cx7, nv-dpa-bf3, nv-dpa-cx8, nv-dpa-cx9");
}
