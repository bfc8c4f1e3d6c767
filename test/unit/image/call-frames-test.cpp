// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callers of a stopped thread, out of frame data made here by hand and out of
// damaged ones.
#include "image/debug-information.h"

#include "test/unit/image/test-elf.h"

#include <gtest/gtest.h>

using namespace dpa;
using namespace dpa::image;
using namespace dpa::test;

namespace {

/// A length and its bytes, filled up to a multiple of 8.
void appendEntry(Bytes &data, Bytes entry) {
  while (entry.size() % 8 != 4)
    entry.push_back(std::byte(0)); // DW_CFA_nop
  appendU32(data, static_cast<uint32_t>(entry.size()));
  append(data, ByteView(entry));
}

/// From its second instruction on, a function has 16 bytes of stack, with its
/// return address in the upper 8.
void appendFunction(Bytes &data, uint64_t begin, uint64_t size) {
  Bytes entry;
  appendU32(entry, 0); // the common part
  appendU64(entry, begin);
  appendU64(entry, size);
  // advance 2, CFA offset 16, x1 at CFA - 8
  append(entry, ByteView(bytesOf("\x42\x0e\x10\x81\x01")));
  appendEntry(data, entry);
}

/// leaf at 0x1000, middle at 0x2000, outer at 0x3000, 256 bytes each.
Bytes frameData() {
  Bytes common;
  appendU32(common, 0xffffffff);
  // version 3, factors 1 and -8, return address in x1, CFA = x2 + 0
  for (unsigned value : {3, 0, 1, 0x78, 1, 0x0c, 2, 0})
    common.push_back(std::byte(value));
  Bytes data;
  appendEntry(data, common);
  for (uint64_t begin : {0x1000, 0x2000, 0x3000})
    appendFunction(data, begin, 0x100);
  return data;
}

Bytes imageWith(const Bytes &frames) {
  TestElf elf;
  elf.sections = {{".debug_frame", frames}};
  return makeElf(elf);
}

/// Stopped in the leaf; the middle was called at 0x3010, the leaf at 0x2010.
class Stopped {
public:
  explicit Stopped(uint64_t pc) {
    const bool hasFrame = pc != 0x1000;
    for (uint64_t word : {uint64_t(7), uint64_t(0x2014), uint64_t(7),
                          uint64_t(0x3014), uint64_t(7), uint64_t(0x9000)})
      appendU64(stack_, word);
    thread_.pc = pc;
    thread_.x[1] = hasFrame ? 0 : 0x2014;
    thread_.x[2] = 0xbe000000 + (hasFrame ? 0 : 16);
    thread_.stack = ByteView(stack_).subspan(hasFrame ? 0 : 16);
  }
  ThreadState &thread() { return thread_; }
  std::vector<uint64_t> callers(const Bytes &frames) const {
    const Bytes image = imageWith(frames);
    auto callers = findCallers(image, thread_);
    EXPECT_EQ(DebugInformation(image).callersOf(thread_), callers);
    return callers;
  }

private:
  Bytes stack_;
  ThreadState thread_;
};

std::vector<uint64_t> all() {
  return {0x2014, 0x3014, 0x9000};
}

} // namespace

TEST(CallFrames, AreFoundFromAnyInstruction) {
  EXPECT_EQ(Stopped(0x1000).callers(frameData()), all());
  EXPECT_EQ(Stopped(0x1002).callers(frameData()), all());
  EXPECT_EQ(Stopped(0x10fe).callers(frameData()), all());
}

TEST(CallFrames, EndWhereFrameDataEnd) {
  EXPECT_TRUE(Stopped(0x4000).callers(frameData()).empty());
  EXPECT_TRUE(Stopped(0x1004).callers({}).empty());
  Bytes image = makeDeviceElf();
  EXPECT_TRUE(findCallers(image, Stopped(0x1004).thread()).empty());
}

TEST(CallFrames, EndWhereTheStackEnds) {
  Stopped stopped(0x1004);
  const ByteView stack = stopped.thread().stack;
  stopped.thread().stack = stack.first(24);
  EXPECT_EQ(stopped.callers(frameData()), std::vector<uint64_t>{0x2014});
  stopped.thread().stack = {};
  EXPECT_TRUE(stopped.callers(frameData()).empty());
}

/// frameData() with these instructions before its own ones.
Bytes frameDataWith(std::string_view instructions) {
  Bytes data = frameData();
  Bytes entry;
  appendU32(entry, 0);
  appendU64(entry, 0x5000);
  appendU64(entry, 0x100);
  append(entry, instructions);
  appendEntry(data, entry);
  return data;
}

// libdw would allocate memory for all registers up to the highest one.
TEST(CallFrames, AreNotReadFromDataThatNoCompilerWrites) {
  using namespace std::string_view_literals;
  const Stopped stopped(0x1004);
  const auto areRead = [&](std::string_view instructions) {
    return !stopped.callers(frameDataWith(instructions)).empty();
  };
  EXPECT_TRUE(areRead("\x05\x5f\x01"sv)); // offset_extended, register 95
  EXPECT_FALSE(areRead("\x05\x60\x01"sv));
  EXPECT_FALSE(areRead("\x07\xff\xff\xff\xff\x07"sv)); // undefined
  EXPECT_FALSE(areRead("\x09\x01\x60"sv));             // register
  EXPECT_FALSE(areRead("\x16\x60\x00"sv));             // val_expression
  EXPECT_FALSE(areRead("\x0f\x7f"sv)) << "a block behind the end";
  EXPECT_FALSE(areRead("\x3f"sv)) << "an unknown instruction";
  EXPECT_TRUE(areRead(std::string(64, '\x0a'))); // remember_state
  EXPECT_FALSE(areRead(std::string(65, '\x0a')));
  EXPECT_TRUE(areRead(std::string(40, '\x0a') + std::string(40, '\x0b') +
                      std::string(40, '\x0a')));
}

TEST(CallFrames, NeedACommonEntryBeforeTheirOwn) {
  Bytes data = frameData();
  Bytes entry;
  appendU32(entry, 4); // inside the common entry
  appendU64(entry, 0x5000);
  appendU64(entry, 0x100);
  appendEntry(data, entry);
  EXPECT_TRUE(Stopped(0x1004).callers(data).empty());
}

TEST(CallFrames, SurviveDamage) {
  const Bytes whole = frameData();
  const Stopped stopped(0x1004);
  for (size_t size = 0; size < whole.size(); ++size)
    stopped.callers(
        Bytes(whole.begin(), whole.begin() + static_cast<int>(size)));
  for (size_t i = 0; i < whole.size(); ++i)
    for (unsigned bit = 0; bit < 8; ++bit) {
      Bytes damaged = whole;
      damaged[i] ^= std::byte(1U << bit);
      stopped.callers(damaged);
    }
}
