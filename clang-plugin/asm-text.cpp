// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lexical rules are those of LLVM's assembler for RISC-V: statements end at ';' or a newline, comments begin with '#'
// or "//" or stand between "/*" and "*/".
#include "clang-plugin/asm-text.h"

#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace dpa::frontend {
namespace {

/// '%' and what stands in its brackets: an operand of the C statement may be part of a name.
bool isNameCharacter(char c) {
  return llvm::isAlnum(c) || StringRef("_.$%=[]").contains(c);
}

class Splitter {
public:
  explicit Splitter(StringRef text) : text(text) {}

  std::vector<AsmStatement> run() {
    while (at < text.size())
      takeStatement();
    return std::move(statements);
  }

private:
  bool startsWith(StringRef what) const {
    return text.substr(at).starts_with(what);
  }

  void skipLine() { at = std::min(text.find('\n', at), text.size()); }

  void skipBlock() {
    size_t end = text.find("*/", at + 2);
    at = end == StringRef::npos ? text.size() : end + 2;
  }

  void skipString() {
    for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
      if (text[at] == '\\')
        ++at;
    at = std::min(at + 1, text.size());
  }

  /// Blanks and comments, but not the end of the line.
  void skipBlanks() {
    while (at < text.size()) {
      if (startsWith("/*"))
        skipBlock();
      else if (text[at] == '#' || startsWith("//"))
        skipLine();
      else if (text[at] != '\n' && llvm::isSpace(text[at]))
        ++at;
      else
        return;
    }
  }

  bool isAtEnd() const {
    return at >= text.size() || text[at] == '\n' || text[at] == ';';
  }

  StringRef takeName() {
    size_t begin = at;
    while (at < text.size() && isNameCharacter(text[at]))
      ++at;
    return text.slice(begin, at);
  }

  void takeStatement() {
    AsmStatement statement;
    do {
      skipBlanks();
      statement.offset = at;
      statement.mnemonic = takeName().lower();
      skipBlanks();
    } while (takeColon());
    takeOperands(statement);
    if (at < text.size())
      ++at; // what ended it
    if (!statement.mnemonic.empty())
      statements.push_back(std::move(statement));
  }

  /// Behind a label.
  bool takeColon() {
    if (at >= text.size() || text[at] != ':')
      return false;
    ++at;
    return true;
  }

  void takeOperands(AsmStatement &statement) {
    while (!isAtEnd()) {
      size_t begin = at;
      size_t end = at;
      while (!isAtEnd() && text[at] != ',') {
        if (text[at] == '"')
          skipString();
        else
          ++at;
        end = at;
        skipBlanks();
      }
      statement.operands.push_back(text.slice(begin, end).trim());
      if (at < text.size() && text[at] == ',')
        ++at;
      skipBlanks();
    }
  }

  StringRef text;
  size_t at = 0;
  std::vector<AsmStatement> statements;
};

} // namespace

std::vector<AsmStatement> splitAssembly(StringRef text) {
  return Splitter(text).run();
}

std::optional<int64_t> asmNumber(StringRef operand) {
  int64_t value = 0;
  if (operand.getAsInteger(0, value))
    return std::nullopt;
  return value;
}

} // namespace dpa::frontend
