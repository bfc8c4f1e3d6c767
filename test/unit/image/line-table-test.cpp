// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Source lines of addresses, one by one and for many, from tables built here by hand: version 4 with its own strings,
// version 5 with strings elsewhere; and from damaged ones.
#include "image/debug-information.h"

#include "test/unit/image/test-elf.h"

#include <gtest/gtest.h>

using namespace dpa;
using namespace dpa::image;
using namespace dpa::test;

namespace {

class Table {
public:
  Table &u8(unsigned value) {
    out_.push_back(std::byte(value));
    return *this;
  }
  Table &u16(unsigned value) { return u8(value & 0xff).u8(value >> 8); }
  Table &u32(uint32_t value) {
    appendU32(out_, value);
    return *this;
  }
  Table &u64(uint64_t value) {
    appendU64(out_, value);
    return *this;
  }
  Table &text(std::string_view text) {
    append(out_, text);
    return u8(0);
  }
  Table &bytes(const Table &other) {
    append(out_, other.out_);
    return *this;
  }
  const Bytes &out() const { return out_; }

private:
  Bytes out_;
};

constexpr unsigned opcodeBase = 13;
constexpr int lineBase = -5;
constexpr unsigned lineRange = 14;

/// The special opcode that advances line and address and adds a row.
unsigned special(int lines, unsigned bytes) {
  return static_cast<unsigned>(lines - lineBase) + lineRange * bytes +
         opcodeBase;
}

Table fixedHeader(bool hasOperations) {
  Table header;
  header.u8(1);
  if (hasOperations)
    header.u8(1);
  header.u8(1).u8(static_cast<uint8_t>(lineBase)).u8(lineRange).u8(opcodeBase);
  for (const unsigned operands : {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1})
    header.u8(operands);
  return header;
}

/// 0x1000: line 10; 0x1004: line 11; 0x1006: line 9 of the second file; ends
/// at 0x100a.
Table program() {
  Table code;
  code.u8(0).u8(9).u8(2).u64(0x1000);  // set address
  code.u8(3).u8(9).u8(1);              // line += 9; copy
  code.u8(special(1, 4));              // 11 at 0x1004
  code.u8(4).u8(2).u8(special(-2, 2)); // file 2, 9 at 0x1006
  code.u8(2).u8(4).u8(0).u8(1).u8(1);  // pc += 4; end of the sequence
  return code;
}

Bytes unit(unsigned version, const Table &header, const Table &code) {
  Table rest;
  rest.u16(version);
  if (version == 5)
    rest.u8(8).u8(0);
  rest.u32(static_cast<uint32_t>(header.out().size()));
  rest.bytes(header).bytes(code);
  Table whole;
  whole.u32(static_cast<uint32_t>(rest.out().size())).bytes(rest);
  return whole.out();
}

Bytes version4() {
  Table header = fixedHeader(true);
  header.text("lib").u8(0);
  header.text("main.c").u8(0).u8(0).u8(0);
  header.text("part.c").u8(1).u8(0).u8(0);
  header.u8(0);
  return unit(4, header, program());
}

struct Sections {
  ByteView lines;
  ByteView lineStrings;
};

Bytes imageWith(const Sections &sections) {
  auto bytesOf = [](ByteView view) { return Bytes(view.begin(), view.end()); };
  TestElf elf;
  elf.sections = {{".debug_line", bytesOf(sections.lines)},
                  {".debug_line_str", bytesOf(sections.lineStrings)}};
  return makeElf(elf);
}

std::string lineAt(const Sections &sections, uint64_t address) {
  const Bytes image = imageWith(sections);
  const auto line = findLine(image, address);
  // The reader for many addresses finds the same.
  const auto indexed = DebugInformation(image).lineAt(address);
  EXPECT_EQ(indexed.has_value(), line.has_value());
  if (line && indexed)
    EXPECT_EQ(std::pair(indexed->file, indexed->line),
              std::pair(line->file, line->line));
  return line ? line->file + ":" + std::to_string(line->line) : "none";
}

} // namespace

TEST(LineTable, FindsTheLineThatAnAddressIsIn) {
  const Bytes table = version4();
  const Sections sections{table, {}};
  EXPECT_EQ(lineAt(sections, 0x1000), "main.c:10");
  EXPECT_EQ(lineAt(sections, 0x1003), "main.c:10");
  EXPECT_EQ(lineAt(sections, 0x1004), "main.c:11");
  EXPECT_EQ(lineAt(sections, 0x1006), "lib/part.c:9");
  EXPECT_EQ(lineAt(sections, 0x1009), "lib/part.c:9");
  EXPECT_EQ(lineAt(sections, 0x100a), "none");
  EXPECT_EQ(lineAt(sections, 0xfff), "none");
  EXPECT_EQ(lineAt({}, 0x1000), "none");
}

TEST(LineTable, ReadsNamesOfVersion5) {
  Table header = fixedHeader(true);
  header.u8(1).u8(1).u8(0x1f).u8(2); // folders: one field, a path elsewhere
  header.u32(0).u32(5);
  header.u8(2).u8(1).u8(0x08).u8(2).u8(0x0b).u8(3); // files: path, folder
  header.text("main.c").u8(0);
  header.text("main.c").u8(0);
  header.text("part.c").u8(1);
  const Bytes table = unit(5, header, program());
  Table strings;
  strings.text("/run").text("lib");
  const Bytes text = strings.out();
  const Sections sections{table, text};
  EXPECT_EQ(lineAt(sections, 0x1000), "main.c:10");
  EXPECT_EQ(lineAt(sections, 0x1006), "lib/part.c:9");
}

TEST(LineTable, FindsTheUnitOfAnAddress) {
  Bytes table = unit(4, fixedHeader(true).u8(0).u8(0), {});
  append(table, ByteView(version4()));
  EXPECT_EQ(lineAt({table, {}}, 0x1004), "main.c:11");
}

TEST(LineTable, SurvivesDamage) {
  const Bytes whole = version4();
  for (size_t size = 0; size < whole.size(); ++size)
    lineAt({ByteView(whole).first(size), {}}, 0x1004);
  for (size_t i = 0; i < whole.size(); ++i)
    for (unsigned bit = 0; bit < 8; ++bit) {
      Bytes damaged = whole;
      damaged[i] ^= std::byte(1U << bit);
      lineAt({damaged, damaged}, 0x1004);
    }
}
