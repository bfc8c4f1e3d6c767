// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads numbers and strings of an untrusted format one after the other. What
// goes beyond the end is 0 or empty and makes the cursor bad, which it stays.
#ifndef DPA_BASE_BYTE_CURSOR_H
#define DPA_BASE_BYTE_CURSOR_H

#include "base/bytes.h"

namespace dpa {

class ByteCursor {
public:
  explicit ByteCursor(ByteView bytes) : left_(bytes) {}

  bool isGood() const { return good_; }
  bool isAtEnd() const { return left_.empty() || !good_; }
  size_t left() const { return left_.size(); }

  ByteView take(uint64_t size) {
    if (size > left_.size()) {
      good_ = false;
      left_ = {};
      return {};
    }
    ByteView part = left_.first(static_cast<size_t>(size));
    left_ = left_.subspan(static_cast<size_t>(size));
    return part;
  }

  /// A little-endian number of 1 to 8 bytes.
  uint64_t number(unsigned size) {
    uint64_t value = 0;
    ByteView part = take(size);
    for (size_t i = part.size(); i-- > 0;)
      value = value << 8 | std::to_integer<uint64_t>(part[i]);
    return value;
  }

  /// Unsigned LEB128; bits beyond the 64th are lost.
  uint64_t unsignedNumber() {
    constexpr uint64_t more = 0x80;
    uint64_t value = 0;
    uint64_t byte = more;
    for (unsigned shift = 0; (byte & more) != 0 && good_; shift += 7) {
      byte = number(1);
      if (shift < 64)
        value |= (byte & (more - 1)) << shift;
    }
    return value;
  }

  /// Up to a NUL, which is skipped.
  std::string_view string() {
    std::string_view text = textOf(left_);
    size_t size = text.find('\0');
    if (size == std::string_view::npos) {
      take(left_.size() + 1); // too much
      return {};
    }
    take(size + 1);
    return text.substr(0, size);
  }

private:
  ByteView left_;
  bool good_ = true;
};

} // namespace dpa

#endif
