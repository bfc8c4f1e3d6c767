// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that device code must not have: each kind is found, with its place; code as
// compilers generate it passes.
#include "driver/checks/object-check.h"

#include "checks-assemble.h"

#include <elf.h>
#include <gtest/gtest.h>

namespace {

using dpa::driver::CheckedFile;
using dpa::driver::checkInstructions;
using dpa::driver::Findings;
using dpa::test::AssemblyOptions;

const dpa::driver::Model &model(const char *name) {
  return *dpa::driver::findModel(name);
}

std::vector<std::string> findingsOf(std::string_view text,
                                    const AssemblyOptions &options = {},
                                    const char *name = "nv-dpa-bf3") {
  std::string object = dpa::test::assemble(text, options);
  std::vector<std::string> lines;
  for (const auto &finding :
       checkInstructions(CheckedFile{"x.o", dpa::viewOf(object)}, model(name)))
    lines.push_back(finding.place + ": " + finding.text);
  return lines;
}

using Lines = std::vector<std::string>;

TEST(ObjectCheck, AcceptsWhatCompilersMake) {
  EXPECT_EQ(findingsOf("f: rdcycle a0\n csrr a1, time\n rdinstret a2\n"
                       " lr.w a0, (a1)\n sc.w a0, a0, (a1)\n fence rw, w\n"
                       " slti x0, x0, 5\n bset a0, a0, a1\n fence.i\n"
                       " ebreak\n unimp\n .4byte 0xc0001073\n c.unimp\n ret\n"),
            Lines());
}

TEST(ObjectCheck, FindsPrivilegedInstructions) {
  EXPECT_EQ(findingsOf("f: mret\n wfi\n sfence.vma a0, a1\n ret\n"),
            (Lines{"x.o: .text+0x0 (in 'f'): privileged instruction 'mret'",
                   "x.o: .text+0x4 (in 'f'): privileged instruction 'wfi'",
                   "x.o: .text+0x8 (in 'f'): privileged instruction "
                   "'sfence.vma a0, a1'"}));
}

TEST(ObjectCheck, FindsSystemCallsAndControlRegisters) {
  const std::string only =
      " accesses a control register (only reading cycle, time and instret is "
      "allowed)";
  EXPECT_EQ(
      findingsOf("f: ecall\n csrw mstatus, a0\n csrr a0, hpmcounter3\n"
                 "csrrs a0, cycle, a1\n csrrwi x0, time, 0\n"),
      (Lines{"x.o: .text+0x0 (in 'f'): 'ecall' calls the firmware, which only "
             "the SDK's libraries may do",
             "x.o: .text+0x4 (in 'f'): 'csrw mstatus, a0'" + only,
             "x.o: .text+0x8 (in 'f'): 'csrr a0, hpmcounter3'" + only,
             "x.o: .text+0xc (in 'f'): 'csrrs a0, cycle, a1'" + only,
             "x.o: .text+0x10 (in 'f'): 'csrwi time, 0'" + only}));
}

TEST(ObjectCheck, FindsInstructionsOfOtherModels) {
  AssemblyOptions options;
  EXPECT_EQ(findingsOf("f: sh1add a0, a1, a2\n ret\n", options),
            Lines{"x.o: .text+0x0 (in 'f'): 'sh1add a0, a1, a2' is an "
                  "instruction that nv-dpa-bf3 does not have"});
  EXPECT_EQ(findingsOf("f: sh1add a0, a1, a2\n ret\n", options, "nv-dpa-cx8"),
            Lines());
  options.features += ",+f";
  EXPECT_EQ(findingsOf("f: fadd.s fa0, fa1, fa2\n ret\n", options),
            Lines{"x.o: .text+0x0 (in 'f'): 'fadd.s fa0, fa1, fa2' is an "
                  "instruction that nv-dpa-bf3 does not have"});
}

TEST(ObjectCheck, FindsCustomInstructions) {
  EXPECT_EQ(findingsOf("f: nop\n .insn r CUSTOM_0, 3, 7, a0, a1, a2\n ret\n"),
            Lines{"x.o: .text+0x2 (in 'f'): unknown instruction 0xec5b50b"});
}

TEST(ObjectCheck, IgnoresDataThatIsNotReached) {
  EXPECT_EQ(findingsOf("f: ret\n .word 0xb\n g: j f\n .word 0x30200073\n"
                       "h: nop\n ret\n"),
            Lines());
}

TEST(ObjectCheck, ReadsDataThatRunsAsCode) {
  EXPECT_EQ(findingsOf("f: nop\n .2byte 0x0073, 0x3020\n ret\n .word 0xb\n"),
            Lines{"x.o: .text+0x2 (in 'f'): privileged instruction 'mret'"});
}

TEST(ObjectCheck, LooksAtEveryExecutableSectionOnly) {
  EXPECT_EQ(findingsOf(".section .text.g,\"ax\"\n g: mret\n"
                       ".data\n .word 0x30200073\n"),
            Lines{"x.o: .text.g+0x0 (in 'g'): privileged instruction 'mret'"});
}

TEST(ObjectCheck, NamesSourceLines) {
  AssemblyOptions options;
  options.hasLines = true;
  EXPECT_EQ(findingsOf("f:\n nop\n mret\n", options),
            Lines{"test.S:3: privileged instruction 'mret'"});
}

/// LLVM's reader ends the whole program on relocations of another size.
TEST(ObjectCheck, DamagedDebugInformationLosesOnlyTheLine) {
  AssemblyOptions options;
  options.hasLines = true;
  std::string object = dpa::test::assemble("f:\n nop\n mret\n", options);
  auto *header = reinterpret_cast<Elf64_Ehdr *>(object.data());
  auto *sections = reinterpret_cast<Elf64_Shdr *>(&object[header->e_shoff]);
  for (unsigned i = 0; i < header->e_shnum; ++i)
    if (sections[i].sh_type == SHT_RELA)
      sections[i].sh_entsize = 5;
  Findings findings = checkInstructions(CheckedFile{"x.o", dpa::viewOf(object)},
                                        model("nv-dpa-bf3"));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_TRUE(findings[0].place.starts_with("x.o: .text+"))
      << findings[0].place;
}

TEST(ObjectCheck, NamesMembersOfArchives) {
  std::string archive =
      dpa::test::archiveOf({{"good.o", dpa::test::assemble("f: ret\n")},
                            {"readme.txt", "no object"},
                            {"bad.o", dpa::test::assemble("f: wfi\n")}});
  Findings findings = checkInstructions(
      CheckedFile{"libx.a", dpa::viewOf(archive)}, model("nv-dpa-bf3"));
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].place, "libx.a(bad.o): .text+0x0 (in 'f')");
  EXPECT_EQ(findings[0].notes,
            Lines{"-disable-asm-checks disables the instruction checks"});
}

TEST(ObjectCheck, SurvivesDamage) {
  std::string object = dpa::test::assemble("f: mret\n wfi\n.word 1\n");
  for (size_t size = 0; size < object.size(); ++size)
    checkInstructions(CheckedFile{"x.o", dpa::viewOf(object.substr(0, size))},
                      model("nv-dpa-bf3"));
  for (size_t at = 0; at < object.size(); ++at) {
    std::string changed = object;
    changed[at] = static_cast<char>(~changed[at]);
    checkInstructions(CheckedFile{"x.o", dpa::viewOf(changed)},
                      model("nv-dpa-bf3"));
  }
}

} // namespace
