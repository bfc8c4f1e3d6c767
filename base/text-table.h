// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table of text with columns as wide as their longest cell. Numbers are aligned to the
// right; control characters in cells are escaped.
#ifndef DPA_BASE_TEXT_TABLE_H
#define DPA_BASE_TEXT_TABLE_H

#include "base/message-text.h"

#include <algorithm>
#include <string>
#include <vector>

namespace dpa {

class TextTable {
public:
  struct Column {
    std::string title;
    bool isNumber = true;
  };

  explicit TextTable(std::vector<Column> columns)
      : columns_(std::move(columns)) {
    std::vector<std::string> titles;
    titles.reserve(columns_.size());
    for (const Column &column : columns_)
      titles.push_back(column.title);
    add(titles);
  }

  bool isEmpty() const { return rows_.size() == 1; }

  /// Adds a row, with as many cells as there are columns.
  void add(const std::vector<std::string> &cells) {
    auto &row = rows_.emplace_back();
    row.reserve(cells.size());
    for (const std::string &cell : cells)
      row.push_back(printable(cell));
  }

  /// All lines, each indented by `indent` blanks.
  std::string text(size_t indent = 0) const {
    std::vector<size_t> widths(columns_.size());
    for (const auto &row : rows_)
      for (size_t i = 0; i < row.size(); ++i)
        widths[i] = std::max(widths[i], row[i].size());
    std::string all;
    for (const auto &row : rows_) {
      std::string line(indent, ' ');
      for (size_t i = 0; i < row.size(); ++i) {
        const std::string blanks(widths[i] - row[i].size(), ' ');
        line += (i == 0 ? "" : "  ");
        line += columns_[i].isNumber ? blanks + row[i] : row[i] + blanks;
      }
      line.erase(line.find_last_not_of(' ') + 1);
      all += line + '\n';
    }
    return all;
  }

private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

} // namespace dpa

#endif
