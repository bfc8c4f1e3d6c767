// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The name of a file in the settings, stored in place: on the heap it would
// move the program's own memory, which has to have the same addresses in a
// recorded run and in its repetition.
#ifndef DPA_EMULATOR_CONFIGURATION_FILE_NAME_H
#define DPA_EMULATOR_CONFIGURATION_FILE_NAME_H

#include <algorithm>
#include <array>
#include <climits>
#include <string_view>

namespace dpa {

class FileName {
public:
  /// False, and nothing changed, if the text cannot be the name of a file.
  bool assign(std::string_view text) {
    if (text.empty() || text.size() >= text_.size() ||
        text.find('\0') != text.npos)
      return false;
    text_ = {};
    std::ranges::copy(text, text_.begin());
    return true;
  }

  bool empty() const { return text_.front() == 0; }
  std::string_view view() const { return text_.data(); }
  bool operator==(const FileName &) const = default;

private:
  std::array<char, PATH_MAX> text_ = {};
};

} // namespace dpa

#endif
