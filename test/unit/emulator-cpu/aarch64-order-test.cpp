// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory order that AArch64 code requires of its host, read from the code: emulation on x86-64
// never shows weak order. One instruction is translated and disassembled by vixl; the barriers that
// RISC-V's memory model needs are expected, on processors with atomic instructions and without.
// PROVES: R-MEM-13
#include "emulator/cpu/jit/aarch64/emitter.h"

#include <gtest/gtest.h>
#include <sstream>
#include <vixl/aarch64/decoder-aarch64.h>
#include <vixl/aarch64/disasm-aarch64.h>

namespace test {
namespace {

using namespace dpa::cpu;

constexpr uint64_t codeAt = 0x10000;
constexpr uint32_t fenceBits = 0x0000000f;
constexpr uint32_t acquire = 1U << 26;
constexpr uint32_t release = 1U << 25;
constexpr uint32_t registers = 12U << 20 | 11U << 15; ///< rs2 = a2, rs1 = a1
constexpr uint32_t toA0 = 10U << 7;

/// The parts of the code of one instruction that concern order, a word each: mnemonics, for
/// barriers with their kind, in the order of the code.
class Translated {
public:
  Translated(uint32_t bits, jit::HostFeatures features) {
    Host &host = theHost();
    const Window window(codeAt, Cells, sizeof(Cells));
    const auto *begin = host.memory->executable(host.memory->next());
    std::vector<jit::EntryPoint> entries;
    EXPECT_TRUE(
        jit::Emitter(fragmentOf(bits),
                     {*host.memory, host.records, host.gates, window, window},
                     features)
            .emit(entries));
    disassemble(begin, host.memory->executable(host.memory->next()));
  }

  std::string order() const { return Order; }
  const std::vector<std::string> &lines() const { return Lines; }

private:
  /// Memory for the code of all these tests, and what translating needs.
  struct Host {
    std::string why;
    std::unique_ptr<jit::CodeMemory> memory =
        jit::CodeMemory::create(size_t(4) << 20, why);
    jit::Records records;
    jit::Gates gates;
    vixl::aarch64::Decoder decoder;
    vixl::aarch64::Disassembler disassembler;
  };
  static Host &theHost() {
    static Host host;
    if (host.gates.enter == nullptr) {
      EXPECT_TRUE(host.memory != nullptr) << host.why;
      EXPECT_TRUE(jit::emitGates(*host.memory, host.gates));
      host.decoder.AppendVisitor(&host.disassembler);
    }
    return host;
  }

  static jit::Fragment fragmentOf(uint32_t bits) {
    const dpa::cpu::Instruction i =
        decodeWide(bits, {.zba = true, .zbb = true, .zbs = true});
    Step step;
    step.opcode = i.opcode;
    step.rd = i.rd;
    step.rs1 = i.rs1;
    step.rs2 = i.rs2;
    if (kindOf(i.opcode) == Kind::Immediate)
      step.immediate = i.immediate;
    step.address = codeAt;
    step.next = codeAt + 4;
    step.bits = bits;
    jit::FragmentBlock block;
    block.address = codeAt;
    block.retires = 1;
    block.isEntry = true;
    block.steps = {step};
    block.next = codeAt + 4;
    jit::Fragment fragment;
    fragment.start = codeAt;
    fragment.privilege = Privilege::Machine;
    fragment.blocks = {block};
    fragment.connectBlocks();
    return fragment;
  }

  void disassemble(const std::byte *begin, const std::byte *end) {
    for (const std::byte *at = begin; at < end; at += 4) {
      theHost().decoder.Decode(
          reinterpret_cast<const vixl::aarch64::Instruction *>(at));
      Lines.emplace_back(theHost().disassembler.GetOutput());
      addOrder(Lines.back());
    }
  }

  void addOrder(const std::string &line) {
    std::istringstream words(line);
    std::string name;
    std::string first;
    words >> name >> first;
    const bool isBarrier = name == "dmb" || name == "dsb" || name == "isb";
    const bool isAtomic = name.starts_with("lda") || name.starts_with("stl") ||
                          name.starts_with("ldx") || name.starts_with("stx") ||
                          name.starts_with("cas") || name.starts_with("swp") ||
                          name.starts_with("ldclr") ||
                          name.starts_with("lde") || name.starts_with("lds") ||
                          name.starts_with("ldu");
    const bool isLoadOfAWord =
        name.starts_with("ldrs") || name.starts_with("ldur");
    if (isBarrier)
      Order += (Order.empty() ? "" : " ") + name + "." + first;
    else if (isAtomic && !isLoadOfAWord)
      Order += (Order.empty() ? "" : " ") + name;
  }

  alignas(16) std::byte Cells[4096] = {};
  std::vector<std::string> Lines;
  std::string Order;
};

constexpr jit::HostFeatures newHost{.hasAtomics = true};
constexpr jit::HostFeatures oldHost{.hasAtomics = false};

std::string orderOf(uint32_t bits, jit::HostFeatures features = newHost) {
  return Translated(bits, features).order();
}

uint32_t fence(unsigned before, unsigned after) {
  return fenceBits | before << 24 | after << 20;
}

constexpr unsigned I = 8;
constexpr unsigned O = 4;
constexpr unsigned R = 2;
constexpr unsigned W = 1;

TEST(AArch64Order, FencesAreTheWeakestBarriersThatSuffice) {
  EXPECT_EQ(orderOf(fence(R | W, R | W)), "dmb.ish");
  EXPECT_EQ(orderOf(fence(I | O | R | W, I | O | R | W)), "dmb.ish");
  EXPECT_EQ(orderOf(fence(W, R)), "dmb.ish");
  EXPECT_EQ(orderOf(fence(R | W, W)), "dmb.ish");
  EXPECT_EQ(orderOf(fence(R, R)), "dmb.ishld");
  EXPECT_EQ(orderOf(fence(R, R | W)), "dmb.ishld");
  EXPECT_EQ(orderOf(fence(I | R, O | W)), "dmb.ishld");
  EXPECT_EQ(orderOf(fence(W, W)), "dmb.ishst");
  EXPECT_EQ(orderOf(fence(O | W, O | W)), "dmb.ishst");
  EXPECT_EQ(orderOf(0x8330000f), "dmb.ish"); // fence.tso
}

/// dmb ishld orders loads before everything, ishst stores before stores.
TEST(AArch64Order, EveryFenceOrdersWhatItNames) {
  for (unsigned before = 0; before < 16; ++before)
    for (unsigned after = 0; after < 16; ++after) {
      SCOPED_TRACE(testing::Message() << "fence " << before << ", " << after);
      const std::string got = orderOf(fence(before, after));
      const bool loads = (before & (I | R)) != 0;
      const bool stores = (before & (O | W)) != 0;
      if ((!loads && !stores) || after == 0) {
        EXPECT_EQ(got, "");
      } else if (got != "dmb.ish") {
        EXPECT_TRUE(got == "dmb.ishld" || got == "dmb.ishst") << got;
        EXPECT_FALSE(loads && got == "dmb.ishst");
        EXPECT_FALSE(stores && got == "dmb.ishld");
        EXPECT_FALSE(stores && (after & (I | R)) != 0);
      }
    }
}

struct AmoRow {
  uint32_t match;
  const char *name;
};
constexpr AmoRow amos[] = {
    {0x0000202f, "ldaddal"},  {0x0800202f, "swpal"},
    {0x2000202f, "ldeoral"},  {0x4000202f, "ldsetal"},
    {0x6000202f, "ldclral"},  {0x8000202f, "ldsminal"},
    {0xa000202f, "ldsmaxal"}, {0xc000202f, "lduminal"},
    {0xe000202f, "ldumaxal"},
};
constexpr uint32_t doubleword = 0x1000;

/// An AMO is one event in RISC-V's order, whatever its aq and rl bits: without the barrier, a later
/// load could be performed before its store. (amoswap.aq x; ld z) beside (amoswap.aq z; ld x) could
/// then load both old values, and so could (amoswap x; fence r,r; ld z).
TEST(AArch64Order, AmosAreFullBarriers) {
  for (const AmoRow &row : amos)
    for (const uint32_t size : {0U, doubleword})
      for (const uint32_t bits : {0U, acquire, release, acquire | release}) {
        const uint32_t word = row.match | size | bits | registers | toA0;
        SCOPED_TRACE(testing::Message() << std::hex << word);
        EXPECT_EQ(orderOf(word, newHost), row.name + std::string(" dmb.ish"));
        EXPECT_EQ(orderOf(word, oldHost), "ldaxr stlxr dmb.ish");
      }
}

/// A load into xzr would not be ordered: ldadd would be stadd.
TEST(AArch64Order, AmosWithoutAResultAreLoadsToo) {
  for (const AmoRow &row : amos) {
    const uint32_t word = row.match | doubleword | registers;
    EXPECT_EQ(orderOf(word, newHost), row.name + std::string(" dmb.ish"));
    for (const std::string &line : Translated(word, newHost).lines())
      if (line.starts_with(row.name)) {
        EXPECT_EQ(line.find("zr"), std::string::npos) << line;
      }
  }
}

TEST(AArch64Order, LoadReserved) {
  for (const uint32_t lr : {0x1000202fU, 0x1000302fU}) {
    const uint32_t word = lr | 11U << 15 | toA0;
    EXPECT_EQ(orderOf(word), "");
    EXPECT_EQ(orderOf(word | acquire), "ldar");
    EXPECT_EQ(orderOf(word | acquire | release), "dmb.ish ldar");
  }
}

TEST(AArch64Order, StoreConditionalIsAFullBarrier) {
  for (const uint32_t sc : {0x1800202fU, 0x1800302fU})
    for (const uint32_t bits : {0U, acquire, release, acquire | release}) {
      const uint32_t word = sc | bits | registers | toA0;
      EXPECT_EQ(orderOf(word, newHost), "casal dmb.ish");
      EXPECT_EQ(orderOf(word, oldHost), "ldaxr stlxr dmb.ish");
    }
}

TEST(AArch64Order, PlainAccessesHaveNone) {
  for (uint32_t width = 0; width < 7; ++width)
    EXPECT_EQ(orderOf(0x00000003 | width << 12 | 11U << 15 | toA0), "");
  for (uint32_t width = 0; width < 4; ++width)
    EXPECT_EQ(orderOf(0x00000023 | width << 12 | registers), "");
}

/// and a0, a1 with 0, or a0, a1 with -1: the value does not depend on a1, but a0 does, which orders
/// an access by a0 after the load of a1.
TEST(AArch64Order, DependenciesWithoutEffectOnTheValueAreKept) {
  const auto uses = [](uint32_t bits, const char *name) {
    const Translated code(bits, newHost);
    for (const std::string &line : code.lines())
      if (line.starts_with(name) && line.find("x9") != std::string::npos)
        return true;
    return false;
  };
  EXPECT_TRUE(uses(0x0005f513, "and"));
  EXPECT_TRUE(uses(0xfff5e513, "orn"));
}

} // namespace
} // namespace test
