// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes rules. A blank and '#' are quoted with a backslash, backslashes before them and
// at the end of a name are doubled, '$' is doubled. See make-rule.h.
#include "driver/options/make-rule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace dpa::driver {

std::string quotedForMake(StringRef name) {
  std::string quoted;
  size_t backslashes = 0;
  for (char c : name) {
    if (c == ' ' || c == '#')
      quoted.append(backslashes + 1, '\\');
    else if (c == '$')
      quoted += '$';
    quoted += c;
    backslashes = c == '\\' ? backslashes + 1 : 0;
  }
  // A blank or the line's end comes next.
  return quoted.append(backslashes, '\\');
}

/// The place behind the colon of the first rule.
static StringRef skipTargets(StringRef text) {
  for (size_t at = text.find(':'); at != StringRef::npos;
       at = text.find(':', at + 1))
    if (at + 1 == text.size() || llvm::isSpace(text[at + 1]))
      return text.drop_front(at + 1);
  return {};
}

namespace {

/// Takes words off a rule, up to the end of its last line.
class RuleReader {
public:
  explicit RuleReader(StringRef text) : rest_(text) {}

  std::vector<std::string> words() {
    while (!rest_.empty() && rest_.front() != '\n')
      readCharacter();
    endWord();
    return std::move(found_);
  }

  llvm::StringRef rest() const { return rest_; }

private:
  void readCharacter() {
    if (rest_.consume_front(" ") || rest_.consume_front("\t") ||
        rest_.consume_front("\r")) {
      endWord();
      return;
    }
    if (rest_.consume_front("$$")) {
      word_ += '$';
      return;
    }
    if (rest_.front() == '\\' && takeBackslashes())
      return;
    word_ += rest_.front();
    rest_ = rest_.drop_front();
  }

  /// Backslashes that quote a blank, '#' or the line's end, and what they quote.
  bool takeBackslashes() {
    size_t count = rest_.find_first_not_of('\\');
    StringRef next = rest_.drop_front(std::min(count, rest_.size()));
    bool isLineEnd = next.starts_with("\n") || next.starts_with("\r\n");
    if (!isLineEnd && !next.starts_with(" ") && !next.starts_with("#"))
      return false;
    word_.append(count / 2, '\\');
    rest_ = next;
    // An even number quotes only itself: the blank is the word's end, the line's end that of the
    // rule.
    if (count % 2 == 0)
      return true;
    if (isLineEnd)
      endWord();
    else
      word_ += next.front();
    rest_ = rest_.drop_front(next.starts_with("\r") ? 2 : 1);
    return true;
  }

  void endWord() {
    if (!word_.empty())
      found_.push_back(std::move(word_));
    word_.clear();
  }

  StringRef rest_;
  std::string word_;
  std::vector<std::string> found_;
};

} // namespace

std::vector<std::string> prerequisitesOf(StringRef text) {
  return RuleReader(skipTargets(text)).words();
}

bool isCutOff(StringRef text) {
  RuleReader reader(skipTargets(text));
  reader.words();
  return !reader.rest().trim().empty();
}

std::string ruleText(const MakeRule &rule) {
  std::string text = llvm::join(rule.targets, " ") + ":";
  for (const std::string &file : rule.files)
    text += (text.back() == ':' ? " " : " \\\n  ") + quotedForMake(file);
  text += "\n";
  for (const std::string &file : rule.phony)
    text += quotedForMake(file) + ":\n";
  return text;
}

} // namespace dpa::driver
