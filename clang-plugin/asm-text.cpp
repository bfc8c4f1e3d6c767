// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lexical rules are those of LLVM's assembler for RISC-V: statements end at ';' or a newline,
// comments begin with '#' or "//" or stand between "/*" and "*/".
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
  explicit Splitter(StringRef text) : text_(text) {}

  std::vector<AsmStatement> run() {
    while (at_ < text_.size())
      takeStatement();
    return std::move(statements_);
  }

private:
  bool startsWith(StringRef what) const {
    return text_.substr(at_).starts_with(what);
  }

  void skipLine() { at_ = std::min(text_.find('\n', at_), text_.size()); }

  void skipBlock() {
    size_t end = text_.find("*/", at_ + 2);
    at_ = end == StringRef::npos ? text_.size() : end + 2;
  }

  void skipString() {
    for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n';
         ++at_)
      if (text_[at_] == '\\')
        ++at_;
    at_ = std::min(at_ + 1, text_.size());
  }

  /// Blanks and comments, but not the end of the line.
  void skipBlanks() {
    while (at_ < text_.size()) {
      if (startsWith("/*"))
        skipBlock();
      else if (text_[at_] == '#' || startsWith("//"))
        skipLine();
      else if (text_[at_] != '\n' && llvm::isSpace(text_[at_]))
        ++at_;
      else
        return;
    }
  }

  bool isAtEnd() const {
    return at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == ';';
  }

  StringRef takeName() {
    size_t begin = at_;
    while (at_ < text_.size() && isNameCharacter(text_[at_]))
      ++at_;
    return text_.slice(begin, at_);
  }

  void takeStatement() {
    AsmStatement statement;
    do {
      skipBlanks();
      statement.offset = at_;
      statement.mnemonic = takeName().lower();
      skipBlanks();
    } while (takeColon());
    takeOperands(statement);
    if (at_ < text_.size())
      ++at_; // what ended it
    if (!statement.mnemonic.empty())
      statements_.push_back(std::move(statement));
  }

  /// Behind a label.
  bool takeColon() {
    if (at_ >= text_.size() || text_[at_] != ':')
      return false;
    ++at_;
    return true;
  }

  void takeOperands(AsmStatement &statement) {
    while (!isAtEnd()) {
      size_t begin = at_;
      size_t end = at_;
      while (!isAtEnd() && text_[at_] != ',') {
        if (text_[at_] == '"')
          skipString();
        else
          ++at_;
        end = at_;
        skipBlanks();
      }
      statement.operands.push_back(text_.slice(begin, end).trim());
      if (at_ < text_.size() && text_[at_] == ',')
        ++at_;
      skipBlanks();
    }
  }

  StringRef text_;
  size_t at_ = 0;
  std::vector<AsmStatement> statements_;
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
