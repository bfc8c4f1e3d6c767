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
      : sections_(sections), header_(unitOf(lines)), program_(ByteView()) {
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

  const LineSections &sections_;
  unsigned offsetSize_ = 4;
  ByteCursor header_;
  ByteCursor program_;
  uint64_t version_ = 0;
  uint64_t instructionLength_ = 1;
  int64_t lineBase_ = 0;
  uint64_t lineRange_ = 0;
  uint64_t opcodeBase_ = 0;
  std::vector<uint64_t> operandCounts_; ///< of the standard opcodes
  std::vector<std::string_view> directories_;
  std::vector<FileEntry> files_;
};

ByteCursor LineProgram::unitOf(ByteCursor &lines) {
  constexpr uint64_t wide = 0xffffffff;
  uint64_t size = lines.number(4);
  if (size == wide) {
    offsetSize_ = 8;
    size = lines.number(8);
  }
  return ByteCursor(lines.take(size));
}

void LineProgram::readHeader() {
  version_ = header_.number(2);
  if (version_ < 2 || version_ > 5)
    return;
  if (version_ == 5)
    header_.take(2); // sizes of addresses and selectors
  ByteCursor unit = header_;
  uint64_t size = unit.number(offsetSize_);
  header_ = ByteCursor(unit.take(size));
  program_ = unit;
  instructionLength_ = header_.number(1);
  if (version_ >= 4)
    header_.number(1);           // operations of an instruction
  header_.number(1);             // whether rows begin as statements
  constexpr int64_t sign = 0x80; // of a byte
  lineBase_ = (static_cast<int64_t>(header_.number(1)) ^ sign) - sign;
  lineRange_ = header_.number(1);
  opcodeBase_ = header_.number(1);
  for (uint64_t opcode = 1; opcode < opcodeBase_; ++opcode)
    operandCounts_.push_back(header_.number(1));
  if (version_ == 5)
    readNames();
  else
    readOldNames();
}

/// Both lists begin with entry 1; entry 0 is the unit's own folder and file.
void LineProgram::readOldNames() {
  directories_.emplace_back();
  for (std::string_view name = header_.string(); !name.empty();
       name = header_.string())
    directories_.push_back(name);
  files_.emplace_back();
  for (std::string_view name = header_.string(); !name.empty();
       name = header_.string()) {
    files_.push_back({name, header_.unsignedNumber()});
    header_.unsignedNumber(); // time
    header_.unsignedNumber(); // length
  }
}

void LineProgram::readNames() {
  for (const FileEntry &entry : readEntries())
    directories_.push_back(entry.name);
  if (!directories_.empty())
    directories_.front() = {}; // where the compiler ran: names are told as it
                               // was
  files_ = readEntries();
}

std::vector<FileEntry> LineProgram::readEntries() {
  struct Field {
    uint64_t content;
    uint64_t form;
  };
  std::vector<Field> fields(static_cast<size_t>(header_.number(1)));
  for (Field &field : fields)
    field = {header_.unsignedNumber(), header_.unsignedNumber()};
  const uint64_t count = header_.unsignedNumber();
  std::vector<FileEntry> entries;
  // Each entry takes a byte at least.
  for (uint64_t i = 0; i < count && !header_.isAtEnd(); ++i) {
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
    cursor.take(header_.number(offsetSize_));
    return cursor.string();
  };
  switch (form) {
  case FormString:
    return header_.string();
  case FormLineStrp:
    return textAt(sections_.lineStrings);
  case FormStrp:
    return textAt(sections_.strings);
  case FormUdata:
    number = header_.unsignedNumber();
    break;
  case FormData1:
    number = header_.number(1);
    break;
  case FormData2:
    number = header_.number(2);
    break;
  case FormData4:
    number = header_.number(4);
    break;
  case FormData8:
    number = header_.number(8);
    break;
  case FormData16:
    header_.take(16);
    break;
  case FormBlock:
    header_.take(header_.unsignedNumber());
    break;
  default:
    header_.take(header_.left() + 1); // of an unknown length: bad from here on
    break;
  }
  return {};
}

void LineProgram::special(uint64_t opcode, Row &row) const {
  const uint64_t adjusted = opcode - opcodeBase_;
  row.address += adjusted / lineRange_ * instructionLength_;
  row.line = static_cast<int64_t>(static_cast<uint64_t>(row.line) +
                                  static_cast<uint64_t>(lineBase_) +
                                  adjusted % lineRange_);
}

bool LineProgram::extended(Row &row, bool &ends) {
  ByteCursor operation(program_.take(program_.unsignedNumber()));
  const uint64_t opcode = operation.number(1);
  if (opcode == SetAddress)
    row.address = operation.number(
        static_cast<unsigned>(std::min<size_t>(operation.left(), 8)));
  ends = opcode == EndSequence;
  return ends;
}

bool LineProgram::standard(uint64_t opcode, Row &row) {
  constexpr uint64_t lastSpecial = 255;
  switch (opcode) {
  case Copy:
    return true;
  case AdvancePc:
    row.address += program_.unsignedNumber() * instructionLength_;
    return false;
  case AdvanceLine:
    row.line =
        static_cast<int64_t>(static_cast<uint64_t>(row.line) +
                             static_cast<uint64_t>(program_.signedNumber()));
    return false;
  case SetFile:
    row.file = program_.unsignedNumber();
    return false;
  case ConstAddPc:
    row.address +=
        (lastSpecial - opcodeBase_) / lineRange_ * instructionLength_;
    return false;
  case FixedAdvancePc:
    row.address += program_.number(2);
    return false;
  default: // says nothing of addresses or lines
    for (uint64_t i = 0; i < operandCounts_[opcode - 1]; ++i)
      program_.unsignedNumber();
    return false;
  }
}

std::optional<SourceLine> LineProgram::find(uint64_t address) {
  if (!header_.isGood() || lineRange_ == 0 || opcodeBase_ == 0)
    return std::nullopt;
  Row row;
  std::optional<Row> before; // in the same sequence
  while (!program_.isAtEnd()) {
    const uint64_t opcode = program_.number(1);
    bool ends = false;
    bool isRow = true;
    if (opcode >= opcodeBase_)
      special(opcode, row);
    else if (opcode == Extended)
      isRow = extended(row, ends);
    else
      isRow = standard(opcode, row);
    if (!isRow || !program_.isGood())
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
  if (row.file >= files_.size())
    return line;
  const FileEntry &file = files_[static_cast<size_t>(row.file)];
  line.file = file.name;
  if (file.directory < directories_.size() && !file.name.starts_with('/')) {
    std::string_view folder = directories_[static_cast<size_t>(file.directory)];
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
