// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits option lists. See option-list.h.
#include "driver/options/option-list.h"

#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace dpa::driver {

namespace {

/// Reads one item after the other from the front of a list.
class ListReader {
public:
  explicit ListReader(StringRef list) : rest_(list) {}

  bool atEnd() {
    while (!rest_.empty() &&
           (rest_.front() == ',' || llvm::isSpace(rest_.front())))
      rest_ = rest_.drop_front();
    return rest_.empty();
  }

  /// The next item; nothing if a quote is not closed.
  std::optional<std::string> next() {
    std::string item;
    while (!rest_.empty() && !endsItem(item)) {
      char c = take();
      if (c == '\'' || c == '"') {
        if (!takeQuoted(c, item))
          return std::nullopt;
      } else {
        item += c == '\\' && !rest_.empty() ? take() : c;
      }
    }
    return item;
  }

private:
  char take() {
    char c = rest_.front();
    rest_ = rest_.drop_front();
    return c;
  }

  bool endsItem(StringRef item) const {
    if (llvm::isSpace(rest_.front()))
      return true;
    bool keepsCommas = item == "-Wl" || item == "-Wa" || item == "-Wp" ||
                       item.starts_with("-Wl,") || item.starts_with("-Wa,") ||
                       item.starts_with("-Wp,");
    return rest_.front() == ',' && !keepsCommas;
  }

  /// Takes up to the closing quote. Inside double quotes a backslash protects
  /// `"` and `\`.
  bool takeQuoted(char quote, std::string &item) {
    while (!rest_.empty()) {
      char c = take();
      if (c == quote)
        return true;
      bool protects = quote == '"' && c == '\\' && !rest_.empty() &&
                      (rest_.front() == '"' || rest_.front() == '\\');
      item += protects ? take() : c;
    }
    return false;
  }

  StringRef rest_;
};

} // namespace

std::optional<std::vector<std::string>> splitOptionList(StringRef list) {
  std::vector<std::string> items;
  ListReader reader(list);
  while (!reader.atEnd()) {
    std::optional<std::string> item = reader.next();
    if (!item)
      return std::nullopt;
    items.push_back(std::move(*item));
  }
  return items;
}

} // namespace dpa::driver
