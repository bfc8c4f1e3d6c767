// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files for other processors, and libraries whose entry points are never registered.
#include "driver/checks/image-check.h"

#include "checks-assemble.h"
#include "image/fat-container.h"
#include "image/interface-record.h"

#include <gtest/gtest.h>

namespace {

using namespace dpa::driver;
using dpa::viewOf;
using dpa::test::AssemblyOptions;
using Lines = std::vector<std::string>;

Lines linesOf(const Findings &findings) {
  Lines lines;
  for (const Finding &finding : findings)
    lines.push_back(finding.place + ": " + finding.text);
  return lines;
}

Lines architectureOf(const std::string &bytes,
                     const char *model = "nv-dpa-bf3") {
  return linesOf(checkArchitecture({"x.o", viewOf(bytes)}, *findModel(model)));
}

std::string objectFor(const std::string &attributes,
                      const AssemblyOptions &options = {}) {
  return dpa::test::assemble(attributes + "\nf: ret\n", options);
}

TEST(ArchitectureCheck, AcceptsWhatTheModelHas) {
  EXPECT_EQ(architectureOf(objectFor(".attribute arch, \"rv64imac_zbb_zbs\"")),
            Lines());
  EXPECT_EQ(architectureOf(objectFor(".attribute arch, \"rv64im_zicsr\"")),
            Lines());
  EXPECT_EQ(architectureOf(
                objectFor(".attribute arch, \"rv64imac_zicntr_zifencei\"")),
            Lines());
  EXPECT_EQ(architectureOf(objectFor(".attribute arch, \"rv64imac_zba_zbb\""),
                           "nv-dpa-cx8"),
            Lines());
}

TEST(ArchitectureCheck, NamesWhatTheModelLacks) {
  EXPECT_EQ(architectureOf(objectFor(".attribute arch, \"rv64imac_zba\"")),
            Lines{"x.o: contains code for the extension zba, which nv-dpa-bf3 "
                  "does not have (expected rv64imac_zbb_zbs, got "
                  "rv64i2p1_m2p0_a2p1_c2p0_zmmul1p0_zaamo1p0_zalrsc1p0_"
                  "zca1p0_zba1p0)"});
  Lines found = architectureOf(objectFor(".attribute arch, \"rv64gcv\""));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].find("the extension f, d, v, which"), std::string::npos)
      << found[0];
}

TEST(ArchitectureCheck, FindsFloatAbi) {
  AssemblyOptions options;
  options.features = "+m,+a,+c,+f,+d";
  options.abi = "lp64d";
  Lines found = architectureOf(objectFor("", options));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0],
            "x.o: passes floating-point arguments in registers, which "
            "nv-dpa-bf3 does not have (expected the ABI lp64)");
}

TEST(ArchitectureCheck, FindsEmbeddedBase) {
  AssemblyOptions options;
  options.features = "+e,+m,+a,+c";
  options.abi = "lp64e";
  Lines found = architectureOf(objectFor("", options));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0],
            "x.o: is compiled for the base ISA with 16 registers (RVE) "
            "(expected rv64imac_zbb_zbs)");
}

TEST(ArchitectureCheck, FindsUnalignedAccesses) {
  EXPECT_EQ(
      architectureOf(objectFor(
          ".attribute arch, \"rv64imac\"\n.attribute unaligned_access, 1")),
      Lines{"x.o: is compiled for unaligned memory accesses, which "
            "trap on nv-dpa-bf3"});
}

TEST(ArchitectureCheck, LooksIntoArchivesAndContainers) {
  std::string archive = dpa::test::archiveOf(
      {{"a.o", objectFor(".attribute arch, \"rv64imac\"")},
       {"b.o", objectFor(".attribute arch, \"rv64imafc\"")}});
  Lines found = linesOf(
      checkArchitecture({"libx.a", viewOf(archive)}, *findModel("nv-dpa-bf3")));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].starts_with("libx.a(b.o): contains code")) << found[0];

  dpa::image::FatMember member;
  member.model = findModel("nv-dpa-cx8")->id;
  member.kind = dpa::image::MemberKind::Archive;
  member.payload = viewOf(archive);
  auto container = dpa::image::writeFatContainer({&member, 1});
  ASSERT_TRUE(container);
  EXPECT_EQ(checkArchitecture({"libx.a", *container}, *findModel("nv-dpa-cx8"))
                .size(),
            1U);
  EXPECT_EQ(checkArchitecture({"libx.a", *container}, *findModel("nv-dpa-bf3"))
                .size(),
            0U);
}

TEST(ArchitectureCheck, LeavesOtherFilesAlone) {
  for (const char *text :
       {"", "text", "\177ELF", "!<arch>\ntext", "BC\xc0\xde"})
    EXPECT_EQ(architectureOf(text), Lines());
}

/// An object with a record of one function.
std::string objectWithRecord(const char *function, bool hasLibraryName) {
  dpa::image::InterfaceRecord record;
  record.stem = "x";
  record.hostStub = "int x;";
  record.functions.push_back(
      {function, "pack", "unpack", 8, dpa::image::EntryKind::Rpc});
  std::string text = ".section .dpa_interface,\"e\",@progbits\n";
  for (std::byte byte : dpa::image::encodeInterfaceRecord(record))
    text += ".byte " + std::to_string(std::to_integer<int>(byte)) + "\n";
  if (hasLibraryName)
    text += ".section .dpa_lib_name,\"a\"\n.asciz \"libx\"\n";
  return dpa::test::assemble(text);
}

Findings registrationOf(const std::string &library) {
  return checkRegistration({"libx.a", viewOf(library)},
                           *findModel("nv-dpa-bf3"));
}

TEST(RegistrationCheck, NamesEntryPointsOfPlainLibraries) {
  Findings findings = registrationOf(
      dpa::test::archiveOf({{"b.o", objectWithRecord("second", false)},
                            {"a.o", objectWithRecord("first", false)}}));
  EXPECT_EQ(linesOf(findings),
            Lines{"libx.a: entry points of this library are never registered: "
                  "first, second"});
  ASSERT_EQ(findings[0].notes.size(), 1U);
}

TEST(RegistrationCheck, AcceptsLibrariesOfDpacc) {
  EXPECT_EQ(linesOf(registrationOf(dpa::test::archiveOf(
                {{"a.o", objectWithRecord("first", false)},
                 {"lib.o", objectWithRecord("first", true)}}))),
            Lines());
}

TEST(RegistrationCheck, AcceptsLibrariesWithoutEntryPoints) {
  EXPECT_EQ(
      linesOf(registrationOf(dpa::test::archiveOf({{"a.o", objectFor("")}}))),
      Lines());
}

} // namespace
