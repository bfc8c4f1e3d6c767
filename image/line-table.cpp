// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the header of each line program, then runs it until it passes the
// address. Names are those of the DWARF standard, section 6.2.
#include "image/line-table.h"

#include "base/byte-cursor.h"

namespace dpa::image {
namespace {

enum Form : uint64_t {
  FormData2 = 0x05,
  FormData4 = 0x06,
  FormData8 = 0x07,
  FormString = 0x08,
  FormBlock = 0x09,
  FormData1 = 0x0b,
  FormStrp = 0x0e,
  FormUdata = 0x0f,
  FormData16 = 0x1e,
  FormLineStrp = 0x1f,
};

enum Content : uint64_t { ContentPath = 1, ContentDirectory = 2 };

enum StandardOpcode : uint64_t {
  Extended = 0,
  Copy = 1,
  AdvancePc = 2,
  AdvanceLine = 3,
  SetFile = 4,
  ConstAddPc = 8,
  FixedAdvancePc = 9,
};

enum ExtendedOpcode : uint64_t { EndSequence = 1, SetAddress = 2 };

struct FileEntry {
  std::string_view name;
  uint64_t directory = 0;
};

/// One row of the table that a line program makes.
struct Row {
  uint64_t address = 0;
  uint64_t file = 1;
  int64_t line = 1;
};

class LineProgram {
public:
  /// Takes the next program off `lines`.
  LineProgram(const LineSections &sections, ByteCursor &lines)
      : Sections(sections), Header(unitOf(lines)), Program(ByteView()) {
    readHeader();
  }

  std::optional<SourceLine> find(uint64_t address);

private:
  ByteCursor unitOf(ByteCursor &lines);
  void readHeader();
  void readOldNames();
  void readNames();
  std::vector<FileEntry> readEntries();
  std::string_view readText(uint64_t form, uint64_t &number);
  void special(uint64_t opcode, Row &row) const;
  /// True: a row is complete.
  bool standard(uint64_t opcode, Row &row);
  /// The same; `ends`: it is the last of its sequence.
  bool extended(Row &row, bool &ends);
  SourceLine named(const Row &row) const;

  const LineSections &Sections;
  unsigned OffsetSize = 4;
  ByteCursor Header;
  ByteCursor Program;
  uint64_t Version = 0;
  uint64_t InstructionLength = 1;
  int64_t LineBase = 0;
  uint64_t LineRange = 0;
  uint64_t OpcodeBase = 0;
  std::vector<uint64_t> OperandCounts; ///< of the standard opcodes
  std::vector<std::string_view> Directories;
  std::vector<FileEntry> Files;
};

ByteCursor LineProgram::unitOf(ByteCursor &lines) {
  constexpr uint64_t Wide = 0xffffffff;
  uint64_t size = lines.number(4);
  if (size == Wide) {
    OffsetSize = 8;
    size = lines.number(8);
  }
  return ByteCursor(lines.take(size));
}

void LineProgram::readHeader() {
  Version = Header.number(2);
  if (Version < 2 || Version > 5)
    return;
  if (Version == 5)
    Header.take(2); // sizes of addresses and selectors
  ByteCursor unit = Header;
  uint64_t size = unit.number(OffsetSize);
  Header = ByteCursor(unit.take(size));
  Program = unit;
  InstructionLength = Header.number(1);
  if (Version >= 4)
    Header.number(1);            // operations of an instruction
  Header.number(1);              // whether rows begin as statements
  constexpr int64_t Sign = 0x80; // of a byte
  LineBase = (static_cast<int64_t>(Header.number(1)) ^ Sign) - Sign;
  LineRange = Header.number(1);
  OpcodeBase = Header.number(1);
  for (uint64_t opcode = 1; opcode < OpcodeBase; ++opcode)
    OperandCounts.push_back(Header.number(1));
  if (Version == 5)
    readNames();
  else
    readOldNames();
}

/// Both lists begin with entry 1; entry 0 is the unit's own folder and file.
void LineProgram::readOldNames() {
  Directories.emplace_back();
  for (std::string_view name = Header.string(); !name.empty();
       name = Header.string())
    Directories.push_back(name);
  Files.emplace_back();
  for (std::string_view name = Header.string(); !name.empty();
       name = Header.string()) {
    Files.push_back({name, Header.unsignedNumber()});
    Header.unsignedNumber(); // time
    Header.unsignedNumber(); // length
  }
}

void LineProgram::readNames() {
  for (const FileEntry &entry : readEntries())
    Directories.push_back(entry.name);
  if (!Directories.empty())
    Directories.front() = {}; // where the compiler ran: names are told as it
                              // was
  Files = readEntries();
}

std::vector<FileEntry> LineProgram::readEntries() {
  struct Field {
    uint64_t content;
    uint64_t form;
  };
  std::vector<Field> fields(static_cast<size_t>(Header.number(1)));
  for (Field &field : fields)
    field = {Header.unsignedNumber(), Header.unsignedNumber()};
  const uint64_t count = Header.unsignedNumber();
  std::vector<FileEntry> entries;
  // Each entry takes a byte at least.
  for (uint64_t i = 0; i < count && !Header.isAtEnd(); ++i) {
    FileEntry entry;
    for (const Field &field : fields) {
      uint64_t number = 0;
      std::string_view text = readText(field.form, number);
      if (field.content == ContentPath)
        entry.name = text;
      else if (field.content == ContentDirectory)
        entry.directory = number;
    }
    entries.push_back(entry);
    if (fields.empty())
      break;
  }
  return entries;
}

/// The text of a field, or else its number.
std::string_view LineProgram::readText(uint64_t form, uint64_t &number) {
  auto textAt = [&](ByteView strings) -> std::string_view {
    ByteCursor cursor(strings);
    cursor.take(Header.number(OffsetSize));
    return cursor.string();
  };
  switch (form) {
  case FormString:
    return Header.string();
  case FormLineStrp:
    return textAt(Sections.lineStrings);
  case FormStrp:
    return textAt(Sections.strings);
  case FormUdata:
    number = Header.unsignedNumber();
    break;
  case FormData1:
    number = Header.number(1);
    break;
  case FormData2:
    number = Header.number(2);
    break;
  case FormData4:
    number = Header.number(4);
    break;
  case FormData8:
    number = Header.number(8);
    break;
  case FormData16:
    Header.take(16);
    break;
  case FormBlock:
    Header.take(Header.unsignedNumber());
    break;
  default:
    Header.take(Header.left() + 1); // of an unknown length: bad from here on
    break;
  }
  return {};
}

void LineProgram::special(uint64_t opcode, Row &row) const {
  const uint64_t adjusted = opcode - OpcodeBase;
  row.address += adjusted / LineRange * InstructionLength;
  row.line = static_cast<int64_t>(static_cast<uint64_t>(row.line) +
                                  static_cast<uint64_t>(LineBase) +
                                  adjusted % LineRange);
}

bool LineProgram::extended(Row &row, bool &ends) {
  ByteCursor operation(Program.take(Program.unsignedNumber()));
  const uint64_t opcode = operation.number(1);
  if (opcode == SetAddress)
    row.address = operation.number(
        static_cast<unsigned>(std::min<size_t>(operation.left(), 8)));
  ends = opcode == EndSequence;
  return ends;
}

bool LineProgram::standard(uint64_t opcode, Row &row) {
  constexpr uint64_t LastSpecial = 255;
  switch (opcode) {
  case Copy:
    return true;
  case AdvancePc:
    row.address += Program.unsignedNumber() * InstructionLength;
    return false;
  case AdvanceLine:
    row.line =
        static_cast<int64_t>(static_cast<uint64_t>(row.line) +
                             static_cast<uint64_t>(Program.signedNumber()));
    return false;
  case SetFile:
    row.file = Program.unsignedNumber();
    return false;
  case ConstAddPc:
    row.address += (LastSpecial - OpcodeBase) / LineRange * InstructionLength;
    return false;
  case FixedAdvancePc:
    row.address += Program.number(2);
    return false;
  default: // says nothing of addresses or lines
    for (uint64_t i = 0; i < OperandCounts[opcode - 1]; ++i)
      Program.unsignedNumber();
    return false;
  }
}

std::optional<SourceLine> LineProgram::find(uint64_t address) {
  if (!Header.isGood() || LineRange == 0 || OpcodeBase == 0)
    return std::nullopt;
  Row row;
  std::optional<Row> before; // in the same sequence
  while (!Program.isAtEnd()) {
    const uint64_t opcode = Program.number(1);
    bool ends = false;
    bool isRow = true;
    if (opcode >= OpcodeBase)
      special(opcode, row);
    else if (opcode == Extended)
      isRow = extended(row, ends);
    else
      isRow = standard(opcode, row);
    if (!isRow || !Program.isGood())
      continue;
    if (before && before->address <= address && address < row.address &&
        before->line > 0)
      return named(*before);
    before = row;
    if (ends) {
      before.reset();
      row = {};
    }
  }
  return std::nullopt;
}

SourceLine LineProgram::named(const Row &row) const {
  SourceLine line{"?", static_cast<uint64_t>(row.line)};
  if (row.file >= Files.size())
    return line;
  const FileEntry &file = Files[static_cast<size_t>(row.file)];
  line.file = file.name;
  if (file.directory < Directories.size() && !file.name.starts_with('/')) {
    std::string_view folder = Directories[static_cast<size_t>(file.directory)];
    if (!folder.empty())
      line.file = std::string(folder) + "/" + line.file;
  }
  return line;
}

} // namespace

std::optional<SourceLine> findLine(const LineSections &sections,
                                   uint64_t address) {
  ByteCursor lines(sections.lines);
  while (!lines.isAtEnd()) {
    LineProgram program(sections, lines);
    if (std::optional<SourceLine> found = program.find(address))
      return found;
  }
  return std::nullopt;
}

} // namespace dpa::image
