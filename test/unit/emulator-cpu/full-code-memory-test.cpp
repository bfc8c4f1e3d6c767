// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code memory that ends anywhere in a fragment: the fragment fits as a whole, or is given up and the
// program is interpreted. Code and links, which grow towards each other, never meet.
#include "emulator/cpu/jit/backend.h"
#include "emulator/cpu/jit/code-memory.h"
#include "emulator/cpu/jit/fragment.h"
#include "test/unit/emulator-cpu/code-runner.h"

#include <vector>

namespace test {
namespace {

using namespace dpa::cpu;
using jit::CodeMemory;
using jit::Fragment;
using jit::FragmentBlock;

constexpr uint64_t codeAt = 0x1000;
constexpr uint64_t blockBytes = 0x20;

Step addOneTo(uint8_t r, uint64_t address) {
  Step step;
  step.opcode = Opcode::Addi;
  step.rd = step.rs1 = r;
  step.immediate = 1;
  step.address = address;
  step.next = address + 4;
  return step;
}

/// To a later block, or the next instruction, which is outside of the fragment.
Step branchFrom(uint64_t address, uint64_t to) {
  Step step;
  step.opcode = Opcode::Beq;
  step.rs1 = 5;
  step.rs2 = 6;
  step.retiredBefore = 1;
  step.immediate = static_cast<int64_t>(to);
  step.address = address;
  step.next = address + 4;
  return step;
}

/// The code ends with that of entries, which jump back to their blocks.
Fragment fragmentOf(size_t blocks) {
  Fragment fragment;
  fragment.start = codeAt;
  fragment.privilege = Privilege::Machine;
  for (size_t i = 0; i < blocks; ++i) {
    FragmentBlock &block = fragment.blocks.emplace_back();
    block.address = codeAt + i * blockBytes;
    block.steps = {
        addOneTo(5, block.address),
        branchFrom(block.address + 4,
                   codeAt + std::min(i + 3, blocks - 1) * blockBytes)};
    block.retires = 2;
    block.isEntry = i % 7 == 2 || i == 0;
    block.next =
        i % 7 == 1 ? block.address + blockBytes : 0x900000 + i * blockBytes;
  }
  fragment.connectBlocks();
  countUses(fragment);
  planFuel(fragment);
  return fragment;
}

struct Emission {
  explicit Emission(size_t bytes) : memory(CodeMemory::create(bytes, why)) {
    isReady = memory != nullptr && emitGates(*memory, gates);
  }
  bool emit(const Fragment &fragment) {
    std::vector<jit::EntryPoint> entries;
    return emitFragment(fragment,
                        {*memory, records, gates, Window(), Window(), nullptr},
                        entries);
  }
  /// Whether the links of all exits are as they were made.
  bool hasWholeLinks() const {
    return std::all_of(records.links.begin(), records.links.end(),
                       [&](const jit::Records::LinkOfView &each) {
                         return each.link->self == each.link &&
                                each.link->code.load() ==
                                    gates.leaveThroughLink &&
                                each.link->address >= 0x900000;
                       });
  }

  std::string why;
  std::unique_ptr<CodeMemory> memory;
  jit::Gates gates;
  jit::Records records;
  bool isReady = false;
};

using FullCodeMemory = JitTest;

TEST_F(FullCodeMemory, HoldsAFragmentOrNothingOfIt) {
  constexpr size_t enough = 1 << 20;
  constexpr size_t page = 4096;
  const Fragment fragment = fragmentOf(20);
  Emission whole(enough);
  ASSERT_TRUE(whole.isReady) << whole.why;
  const size_t before = whole.memory->room();
  ASSERT_TRUE(whole.emit(fragment));
  const size_t needed = before - whole.memory->room();
  size_t fitting = 0;
  const size_t pages = (needed / page + 2) * page;
  for (size_t slots = 0; slots < pages / sizeof(jit::LinkSlot); ++slots) {
    Emission emission(pages);
    ASSERT_TRUE(emission.isReady);
    if (emission.memory->addSlots(slots) == nullptr)
      break;
    if (emission.memory->room() > needed + 100)
      continue;
    if (!emission.emit(fragment))
      continue;
    ++fitting;
    EXPECT_TRUE(emission.hasWholeLinks()) << slots;
  }
  EXPECT_GE(fitting, 1U);
}

/// Loops with many exits, in memory that is full again and again.
TEST_F(FullCodeMemory, ChangesNoResult) {
  constexpr uint32_t twenty = 0x01400513;    // li a0, 20
  constexpr uint32_t addOne = 0x00158593;    // addi a1, a1, 1
  constexpr uint32_t skip = 0x00051463;      // bnez a0, +8
  constexpr uint32_t never = 0x00100073;     // ebreak
  constexpr uint32_t countDown = 0xfff50513; // addi a0, a0, -1
  constexpr uint32_t goBack = 0xf80518e3;    // bnez a0, -112
  constexpr uint32_t waitForInterrupt = 0x10500073;
  constexpr size_t branches = 9; // of 12 bytes, and countDown
  constexpr size_t loops = 9;
  std::vector<uint32_t> words;
  for (size_t i = 0; i < loops; ++i) {
    words.push_back(twenty);
    for (size_t k = 0; k < branches; ++k)
      words.insert(words.end(), {addOne, skip, never});
    words.insert(words.end(), {countDown, goBack});
  }
  words.push_back(waitForInterrupt);
  for (size_t bytes = 4096; bytes <= 32768; bytes += 4096) {
    CodeRunner runner({.engine = Engine::Jit, .codeBytes = bytes, .warmUp = 2},
                      words);
    EXPECT_EQ(runner.hart->run(1000000), Stop::Wfi) << bytes;
    EXPECT_EQ(runner.hart->x(11), loops * branches * 20) << bytes;
  }
}

} // namespace
} // namespace test
