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
  explicit ListReader(StringRef list) : rest(list) {}

  bool atEnd() {
    while (!rest.empty() &&
           (rest.front() == ',' || llvm::isSpace(rest.front())))
      rest = rest.drop_front();
    return rest.empty();
  }

  /// The next item; nothing if a quote is not closed.
  std::optional<std::string> next() {
    std::string item;
    while (!rest.empty() && !endsItem(item)) {
      char c = take();
      if (c == '\'' || c == '"') {
        if (!takeQuoted(c, item))
          return std::nullopt;
      } else {
        item += c == '\\' && !rest.empty() ? take() : c;
      }
    }
    return item;
  }

private:
  char take() {
    char c = rest.front();
    rest = rest.drop_front();
    return c;
  }

  bool endsItem(StringRef item) const {
    if (llvm::isSpace(rest.front()))
      return true;
    bool keepsCommas = item == "-Wl" || item == "-Wa" || item == "-Wp" ||
                       item.starts_with("-Wl,") || item.starts_with("-Wa,") ||
                       item.starts_with("-Wp,");
    return rest.front() == ',' && !keepsCommas;
  }

  /// Takes up to the closing quote. Inside double quotes a backslash protects
  /// `"` and `\`.
  bool takeQuoted(char quote, std::string &item) {
    while (!rest.empty()) {
      char c = take();
      if (c == quote)
        return true;
      bool protects = quote == '"' && c == '\\' && !rest.empty() &&
                      (rest.front() == '"' || rest.front() == '\\');
      item += protects ? take() : c;
    }
    return false;
  }

  StringRef rest;
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
