// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much stack functions use, for the ways in which compilers and programmers allocate it.
#include "driver/checks/call-graph.h"
#include "driver/checks/stack-check.h"

#include "checks-assemble.h"
#include "clang-plugin/device-limits.h"
#include "runtime/abi/address-map.h"

#include <elf.h>
#include <gtest/gtest.h>

namespace {

using namespace dpa::driver;
using dpa::viewOf;

static_assert(dpa::frontend::deviceStackSize == DPA_STACK_USABLE);

/// Objects can be checked like images: all functions are local and in one section, so calls need no
/// linker.
std::string assemble(std::string_view text) {
  constexpr char prefix[] = R"(
  .option norelax
  .macro functions names:vararg
  .irp name, \names
  .type \name, @function
  .endr
  .endm
)";
  return dpa::test::assemble(prefix + std::string(text) + "\n");
}

struct Measured {
  StackFunction own;
  std::vector<std::string> calls; ///< "name@depth"
};

Measured measure(std::string_view text, std::string_view function = "f") {
  std::string object = assemble(text);
  auto code = DeviceCode::open(viewOf(object));
  EXPECT_TRUE(code);
  initializeInstructionDecoder();
  InstructionDecoder decoder("+m,+a,+c,+zba,+zbb,+zbs");
  Measured measured;
  for (const DeviceFunction &each : code->functions())
    if (each.name == function)
      measured.own = measureFunction(*code, decoder, each.address);
  for (const StackCall &call : measured.own.calls)
    measured.calls.push_back(code->nameOf(call.target) + "@" +
                             std::to_string(call.depth));
  return measured;
}

uint64_t bytesOf(std::string_view body) {
  Measured measured = measure("functions f\nf:\n" + std::string(body));
  EXPECT_FALSE(measured.own.dynamicAt) << body;
  return measured.own.bytes;
}

using Lines = std::vector<std::string>;

TEST(StackFunction, KnowsEveryWayToAllocate) {
  EXPECT_EQ(bytesOf("ret"), 0U);
  EXPECT_EQ(bytesOf("addi sp, sp, -16\n addi sp, sp, 16\n ret"), 16U);
  EXPECT_EQ(bytesOf("c.addi sp, -16\n c.addi16sp sp, -64\n ret"), 80U);
  EXPECT_EQ(bytesOf("lui a0, 2\n addi a0, a0, 816\n sub sp, sp, a0\n ret"),
            9008U);
  EXPECT_EQ(bytesOf("lui a0, 2\n addiw a0, a0, -32\n sub sp, sp, a0\n ret"),
            8160U);
  EXPECT_EQ(bytesOf("lui t0, 0xffffe\n add sp, sp, t0\n ret"), 8192U);
  EXPECT_EQ(bytesOf("li a1, -1126\n sh3add sp, a1, sp\n ret"), 9008U);
  EXPECT_EQ(bytesOf("bseti a1, zero, 11\n sub sp, sp, a1\n ret"), 2048U);
  EXPECT_EQ(bytesOf("li a1, 9\n slli a1, a1, 4\n sub sp, sp, a1\n ret"), 144U);
  EXPECT_EQ(bytesOf("addi a0, sp, -48\n mv sp, a0\n ret"), 48U);
  EXPECT_EQ(bytesOf("addi sp, sp, -96\n addi s0, sp, 96\n andi sp, sp, -64\n"
                    "addi sp, s0, -96\n addi sp, sp, 96\n ret"),
            144U);
}

TEST(StackFunction, TakesTheDeepestPath) {
  EXPECT_EQ(bytesOf("beqz a0, 1f\n addi sp, sp, -32\n addi sp, sp, 32\n ret\n"
                    "1: addi sp, sp, -160\n addi sp, sp, 160\n ret"),
            160U);
}

TEST(StackFunction, ReportsThatTheSizeIsUnknown) {
  Measured measured =
      measure("functions f\nf: addi sp, sp, -32\n addi s0, sp, 32\n"
              "sub sp, sp, a0\n call g\n addi sp, s0, -32\n addi sp, sp, 32\n"
              "ret\nfunctions g\ng: ret\n");
  EXPECT_TRUE(measured.own.dynamicAt);
  EXPECT_EQ(measured.own.bytes, 32U);
  EXPECT_EQ(measured.calls, Lines{"g@32"});
  // A loop that pushes.
  EXPECT_TRUE(measure("functions f\nf: addi sp, sp, -16\n bnez a0, f\n ret\n")
                  .own.dynamicAt);
}

TEST(StackFunction, FindsCallsOfEveryKind) {
  Measured measured = measure(R"(
  functions f, g, h, i, j
f:
  addi sp, sp, -16
  jal g
  addi sp, sp, -32
  call h
  addi sp, sp, 48
  bnez a0, i
  tail j
g: ret
h: ret
i: ret
j: ret
)");
  EXPECT_EQ(measured.calls, (Lines{"g@16", "h@48", "i@0", "j@0"}));
  EXPECT_FALSE(measured.own.indirectCall);
}

TEST(StackFunction, FollowsJumpTablesToTheirLabels) {
  Measured measured = measure(R"(
  functions f, g, h
  .type f, @function
f:
  addi sp, sp, -64
  ld a0, 0(a1)
  jr a0
  call g
  j 1f
  addi sp, sp, -16
  call h
  addi sp, sp, 16
1:
  addi sp, sp, 64
  ret
  .size f, . - f
g: ret
h: ret
)");
  EXPECT_EQ(measured.calls, (Lines{"g@64", "h@80"}));
  EXPECT_FALSE(measured.own.indirectCall);
  EXPECT_FALSE(measured.own.dynamicAt);
}

TEST(StackFunction, NotesCallsThroughPointers) {
  Measured measured = measure("functions f\nf: addi sp, sp, -48\n jalr a0\n"
                              "addi sp, sp, 48\n jr a1\n");
  EXPECT_EQ(measured.own.indirectCall, 48U);
}

TEST(StackFunction, WalksIntoSaveRoutines) {
  Measured measured = measure(R"(
  functions f, g, save, restore
f:
  jal t0, save
  addi sp, sp, -16
  call g
  addi sp, sp, 16
  j restore
g: ret
save:
  addi sp, sp, -112
  jr t0
restore:
  addi sp, sp, 112
  ret
)");
  EXPECT_EQ(measured.own.bytes, 128U);
  EXPECT_EQ(measured.calls, (Lines{"g@128", "restore@112"}));
}

TEST(StackFunction, StopsAfterCallsThatDoNotReturn) {
  EXPECT_EQ(measure("functions f, g, h\nf: call g\nh: ret\ng: unimp\n").calls,
            Lines{"g@0"});
  EXPECT_EQ(measure("functions f, g, h\nf: nop\nh: ret\ng: unimp\n").calls,
            Lines{"h@0"});
}

Lines findingsOf(const std::string &text, uint64_t stackSize = 100) {
  std::string object = assemble(text);
  auto findings =
      checkStack(viewOf(object), {stackSize, [](llvm::StringRef name) {
                                    return name == "library" || name == "sort";
                                  }});
  EXPECT_TRUE(findings);
  Lines lines;
  if (findings)
    for (const Finding &finding : *findings) {
      lines.push_back(finding.text);
      lines.insert(lines.end(), finding.notes.begin(), finding.notes.end());
    }
  return lines;
}

constexpr char entry[] = R"(
  functions _dpacc_flexio_dev_arg_unpack_x_f, f, g, h, library, callback
_dpacc_flexio_dev_arg_unpack_x_f:
  addi sp, sp, -16
  call f
  addi sp, sp, 16
  ret
)";

TEST(StackCheck, IsExactAtTheLimit) {
  std::string text = entry + std::string("f: addi sp, sp, -80\n call g\n"
                                         "addi sp, sp, 80\n ret\n"
                                         "g: addi sp, sp, -32\n ret\n");
  EXPECT_EQ(findingsOf(text, 128), Lines());
  EXPECT_EQ(findingsOf(text, 127),
            (Lines{"entry point 'f' needs 128 bytes of stack with all its "
                   "calls, more than the 127 available",
                   "deepest call chain: argument stub 16 -> f 80 -> g "
                   "32 bytes"}));
}

TEST(StackCheck, ReportsASingleFrameByItself) {
  EXPECT_EQ(findingsOf(entry + std::string("f: j g\n g: addi sp, sp, -112\n"
                                           "ret\n")),
            (Lines{"function 'g' alone needs 112 bytes of stack, more than the "
                   "100 available",
                   "called by: f -> g"}));
}

TEST(StackCheck, ReportsRecursionOnce) {
  EXPECT_EQ(
      findingsOf(entry +
                 std::string("f: addi sp, sp, -16\n call g\n addi sp, sp, 16\n"
                             "ret\n g: addi sp, sp, -32\n call f\n"
                             "addi sp, sp, 32\n ret\n")),
      (Lines{"function 'f' is recursive; each call takes 48 of the 100 bytes "
             "of stack",
             "call cycle: f -> g -> f"}));
  EXPECT_EQ(findingsOf(entry + std::string("f: addi sp, sp, -16\n call f\n"
                                           "addi sp, sp, 16\n ret\n")),
            Lines{"function 'f' is recursive; each call takes 16 of the 100 "
                  "bytes of stack"});
}

TEST(StackCheck, AcceptsCyclesOfTailCallsAndInLibraries) {
  EXPECT_EQ(findingsOf(entry + std::string("f: beqz a0, g\n ret\n"
                                           "g: j f\n")),
            Lines());
  EXPECT_EQ(
      findingsOf(entry + std::string("f: j library\n library: j h\n"
                                     "h: addi sp, sp, -16\n call h\n ret\n")),
      Lines());
}

TEST(StackCheck, LooksAtFunctionsInTables) {
  EXPECT_EQ(findingsOf(entry +
                       std::string("f: lla a0, callback\n sd a0, 0(a1)\n ret\n"
                                   "callback: addi sp, sp, -112\n ret\n")),
            Lines{"function 'callback' alone needs 112 bytes of stack, more "
                  "than the 100 available"});
}

TEST(StackCheck, ReportsThatASumIsALowerBound) {
  EXPECT_EQ(
      findingsOf(entry +
                 std::string("f: addi sp, sp, -64\n jalr a0\n call g\n"
                             "addi sp, sp, 64\n ret\n"
                             "g: addi sp, sp, -32\n addi sp, sp, 32\n ret\n")),
      (Lines{"entry point 'f' needs at least 112 bytes of stack with all its "
             "calls, more than the 100 available",
             "deepest call chain: argument stub 16 -> f 64 -> g 32 "
             "bytes",
             "not counted: calls of 'f' through a pointer"}));
}

TEST(StackCheck, SurvivesDamage) {
  std::string object = assemble(entry + std::string("f: call f\n ret\n"));
  dpa::driver::StackLimits limits{100, [](llvm::StringRef) { return false; }};
  for (size_t size = 0; size < object.size(); ++size)
    (void)checkStack(viewOf(object.substr(0, size)), limits);
  for (size_t at = 0; at < object.size(); ++at) {
    std::string changed = object;
    changed[at] = static_cast<char>(~changed[at]);
    (void)checkStack(viewOf(changed), limits);
  }
}

TEST(DeviceCode, RejectsSectionsBeyondTheAddressSpace) {
  std::string object = assemble("f: ret\n");
  auto *header = reinterpret_cast<Elf64_Ehdr *>(object.data());
  auto *sections = reinterpret_cast<Elf64_Shdr *>(&object[header->e_shoff]);
  for (unsigned i = 0; i < header->e_shnum; ++i)
    if (sections[i].sh_flags & SHF_EXECINSTR)
      sections[i].sh_addr = UINT64_MAX;
  auto code = DeviceCode::open(viewOf(object));
  ASSERT_FALSE(code);
  EXPECT_EQ(code.error().message,
            "damaged ELF file: section '.text' goes beyond the address space "
            "(address 0xffffffffffffffff, size 0x2)");
}

/// Parts of a function that call each other by t0: each is walked once.
TEST(StackFunction, SharedPartsAreWalkedOnce) {
  Measured measured = measure("functions f\nf:\n"
                              "addi sp, sp, -16\n"
                              ".rept 500\n jal t0, part\n .endr\n"
                              "addi sp, sp, 16\n ret\n"
                              "part: .rept 500\n jal t0, inner\n .endr\n"
                              "jal t0, part\n jr t0\n"
                              "inner: .rept 500\n jal t0, part\n"
                              " jal t0, inner\n jal t0, last\n .endr\n"
                              "last: addi sp, sp, -32\n jr t0\n");
  EXPECT_GE(measured.own.bytes, 16U);
}

} // namespace
